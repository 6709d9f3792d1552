/** More events than a small buffer holds, some while a volatile is written. */
final class ManyEvents {
  private int count;
  private volatile int last;
  private final int[] places = new int[1 << 12];

  synchronized void add(int i) {
    count++;
    places[i * 31 * (i >> 4) & places.length - 1]++;
  }

  void run() {
    for (int i = 0; i < 100_000; i++) {
      add(i);
      last = i;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ManyEvents program = new ManyEvents();
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(program::run);
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(program.count);
  }
}
