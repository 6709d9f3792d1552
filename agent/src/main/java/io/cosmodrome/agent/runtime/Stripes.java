package io.cosmodrome.agent.runtime;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Locks that make an access and its instrumentation one step, for volatile variables and, if asked
 * for, for all. An object has one of {@value #COUNT} by its identity.
 *
 * <p>Held for a few instructions of the program, so waiting is spinning. A holder that never comes
 * back (its access threw a linkage error) is overrun after a while, and that is counted.
 */
final class Stripes {
  static final int COUNT = 1024;
  private static final int STRIDE = 16; // ints in a cache line
  private static final int SPINS_BEFORE_YIELD = 64;
  private static final int PATIENCE = 1 << 20;

  private final AtomicIntegerArray held = new AtomicIntegerArray(COUNT * STRIDE);
  private volatile long givenUp;

  @SuppressWarnings("ThreadPriorityCheck") // a holder without a processor should get one
  void hold(int hash, MonitoredThread me) {
    if (me.stripe >= 0) {
      release(me);
    }
    int stripe = (hash & (COUNT - 1)) * STRIDE;
    int spins = 0;
    while (!held.compareAndSet(stripe, 0, 1)) {
      if (++spins > PATIENCE) {
        synchronized (this) {
          givenUp++;
        }
        break;
      }
      if (spins % SPINS_BEFORE_YIELD == 0) {
        Thread.yield();
      } else {
        Thread.onSpinWait();
      }
    }
    me.stripe = stripe;
  }

  void release(MonitoredThread me) {
    if (me.stripe >= 0) {
      held.set(me.stripe, 0);
      me.stripe = -1;
    }
  }

  long givenUp() {
    return givenUp;
  }
}
