/** Blocks end however control leaves them: what follows an exception is not inside any more. */
final class Exceptions {
  private int a;
  private int b;

  void failing(int how) {
    a++;
    if (how == 1) {
      throw new IllegalStateException("thrown");
    }
    if (how == 2) {
      Object nothing = how > 5 ? this : null;
      System.out.println(nothing.hashCode());
    }
    synchronized (this) {
      b++;
      if (how == 3) {
        throw new IllegalArgumentException("in a synchronized block");
      }
    }
    b++;
  }

  synchronized int failingSynchronized() {
    b = 7;
    int[] none = new int[0];
    return none[b];
  }

  int failingFinally() {
    try {
      failing(1);
      return 1;
    } catch (IllegalStateException e) {
      return 2;
    } finally {
      a = 0;
    }
  }

  private void all() {
    for (int how = 0; how < 4; how++) {
      try {
        failing(how);
      } catch (RuntimeException e) {
        System.out.println(how + " " + e.getClass().getSimpleName());
      }
    }
    try {
      failingSynchronized();
    } catch (ArrayIndexOutOfBoundsException e) {
      System.out.println(e.getMessage() + " " + Thread.holdsLock(this));
    }
    System.out.println(failingFinally());
  }

  // reads a, lets the other thread write it, writes it: would be a violation if a block were open
  private void unprotected() {
    int old = a;
    Schedule.reach(1);
    Schedule.await(2);
    a = old + 1;
  }

  void write() {
    a = 5;
    b = 6;
  }

  public static void main(String[] args) throws InterruptedException {
    Exceptions program = new Exceptions();
    Thread first =
        new Thread(
            () -> {
              program.all();
              program.unprotected();
            });
    Thread second =
        new Thread(
            () -> {
              Schedule.await(1);
              program.write();
              Schedule.reach(2);
            });
    first.start();
    second.start();
    first.join();
    second.join();
    System.out.println(program.a + " " + program.b);
  }
}
