/** Exceptions that nobody catches end their threads; the exit code is that of the program. */
final class UncaughtException {
  private int count;

  synchronized void fail(int how) {
    count++;
    if (how >= 0) {
      throw new IllegalStateException("thread " + how);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    UncaughtException program = new UncaughtException();
    for (int i = 0; i < 3; i++) {
      int number = i;
      Thread thread = new Thread(() -> program.fail(number), "thread-" + i);
      if (i == 2) {
        thread.setUncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + e));
      }
      thread.start();
      thread.join();
      program.fail(-1);
    }
    System.out.println(program.count);
    throw new IllegalStateException("main");
  }
}
