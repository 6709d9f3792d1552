// OPTIONS ,strict=true
/** Well-locked counters under contention, every access in one step with its instrumentation. */
final class StrictStress {
  private int shared;
  private static long sharedStatic;
  private final int[] cells = new int[4];

  synchronized void add(int cell) {
    shared++;
    cells[cell]++;
    synchronized (StrictStress.class) {
      sharedStatic += shared;
    }
  }

  static synchronized long total() {
    return sharedStatic;
  }

  public static void main(String[] args) throws InterruptedException {
    StrictStress program = new StrictStress();
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      int cell = i;
      threads[i] =
          new Thread(
              () -> {
                for (int k = 0; k < 20_000; k++) {
                  program.add(cell);
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(program.shared + " " + total() + " " + program.cells[3]);
  }
}
