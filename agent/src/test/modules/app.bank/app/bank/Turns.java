package app.bank;

import java.util.concurrent.CountDownLatch;

/** Lets one thread work while another one pauses; the test excludes this class. */
final class Turns {
  private static final CountDownLatch PAUSED = new CountDownLatch(1);
  private static final CountDownLatch DONE = new CountDownLatch(1);

  private Turns() {}

  static void pause() {
    PAUSED.countDown();
    await(DONE);
  }

  static void inBetween(Runnable work) {
    await(PAUSED);
    work.run();
    DONE.countDown();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
