package io.cosmodrome.bench.kernels;

/** Makes threads wait for each other, with a monitor as in the programs of the papers' time. */
final class Barrier {
  private final int threads;
  private int waiting;
  private long phase;

  Barrier(int threads) {
    this.threads = threads;
  }

  synchronized void await() throws InterruptedException {
    long current = phase;
    waiting++;
    if (waiting == threads) {
      waiting = 0;
      phase++;
      notifyAll();
    }
    while (phase == current) {
      wait();
    }
  }
}
