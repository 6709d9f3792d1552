package io.cosmodrome.cli.programs;

import java.util.concurrent.Semaphore;

/** Lets one thread run in the middle of another's work. The agent must not look at this class. */
final class Moment {
  private static final Semaphore COME = new Semaphore(0);
  private static final Semaphore GONE = new Semaphore(0);
  private static boolean isUsed;

  private Moment() {}

  /** The first caller waits here until the other thread has done its work. */
  static void between() {
    synchronized (COME) {
      if (isUsed) {
        return;
      }
      isUsed = true;
    }
    COME.release();
    GONE.acquireUninterruptibly();
  }

  static void inBetween(Runnable work) {
    COME.acquireUninterruptibly();
    work.run();
    GONE.release();
  }
}
