import java.util.Arrays;

/** Names and calls that other tools stumble over. */
final class MyBarrier {
  private int parties = 2;
  private final int[] data = {1, 2, 3, 4, 5, 6, 7, 8};
  private boolean stop;

  synchronized int await() {
    return parties--;
  }

  void start() {
    parties += 10;
  }

  int join(long millis) {
    return parties + (int) millis;
  }

  void overlap() {
    System.arraycopy(data, 0, data, 2, 5);
    System.arraycopy(data, 3, data, 1, 4);
    try {
      System.arraycopy(data, 5, data, 0, 5);
    } catch (ArrayIndexOutOfBoundsException e) {
      System.out.println("out of bounds");
    }
    try {
      System.arraycopy(data, 0, new long[8], 0, 1);
    } catch (ArrayStoreException e) {
      System.out.println("not the same type");
    }
    System.out.println(Arrays.toString(data));
  }

  synchronized void stop() {
    stop = true;
  }

  synchronized boolean stopped() {
    return stop;
  }

  public static void main(String[] args) throws InterruptedException {
    MyBarrier barrier = new MyBarrier();
    barrier.start();
    System.out.println(barrier.await() + " " + barrier.join(5));
    barrier.overlap();
    Thread busy =
        new Thread(
            () -> {
              while (!barrier.stopped()) {
                Thread.onSpinWait();
              }
            });
    busy.start();
    long start = System.nanoTime();
    busy.join(100);
    busy.join(1, 500_000);
    long millis = (System.nanoTime() - start) / 1_000_000;
    System.out.println(busy.isAlive() + " " + (millis >= 99 && millis < 20_000));
    barrier.stop();
    busy.join();
    System.out.println(busy.isAlive());
    try {
      busy.start();
    } catch (IllegalThreadStateException e) {
      System.out.println("started twice");
    }
  }
}
