package io.cosmodrome.agent.runtime;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Locks that make an access and its instrumentation one step, for volatile variables and, if asked
 * for, for all. An object has one of {@value #COUNT} by its identity.
 *
 * <p>Held for a few instructions of the program, so a thread spins for a while before it waits, and
 * then looks again each millisecond: so whoever lets go need not ask whether others wait, and just
 * stores. It waits on a monitor: parking would eat a permit of the program's, and a virtual thread
 * that spins on and on can keep the holder from ever being mounted again. A holder that never comes
 * back (its access threw a linkage error) is overrun after a while, and that is counted.
 */
final class Stripes {
  static final int COUNT = 1024;
  private static final int STRIDE = 16; // ints in a cache line
  private static final int SPINS = 200;
  private static final long PAUSE_MILLIS = 1;
  private static final long PATIENCE_MILLIS = 2000;

  // what a stripe's int says
  private static final int FREE = 0;
  private static final int HELD = 1;

  private final AtomicIntegerArray states = new AtomicIntegerArray(COUNT * STRIDE);
  private final Object[] monitors = new Object[COUNT];
  private volatile long givenUp;

  Stripes() {
    Arrays.setAll(monitors, i -> new Object());
  }

  void hold(int hash, MonitoredThread me) {
    if (me.stripe >= 0) {
      release(me);
    }
    int stripe = (hash & (COUNT - 1)) * STRIDE;
    if (!states.compareAndSet(stripe, FREE, HELD)) {
      holdSlow(stripe);
    }
    me.stripe = stripe;
  }

  private boolean tryHold(int stripe) {
    return states.get(stripe) == FREE && states.compareAndSet(stripe, FREE, HELD);
  }

  private void holdSlow(int stripe) {
    for (int spins = 0; spins < SPINS; spins++) {
      if (tryHold(stripe)) {
        return;
      }
      Thread.onSpinWait();
    }
    boolean interrupted = false;
    long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
    Object monitor = monitors[stripe / STRIDE];
    while (!tryHold(stripe)) {
      if (System.currentTimeMillis() >= deadline) {
        giveUp();
        break;
      }
      try {
        synchronized (monitor) {
          monitor.wait(PAUSE_MILLIS);
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  void release(MonitoredThread me) {
    int stripe = me.stripe;
    if (stripe >= 0) {
      me.stripe = -1;
      states.setRelease(stripe, FREE);
    }
  }

  private synchronized void giveUp() {
    givenUp++;
  }

  long givenUp() {
    return givenUp;
  }
}
