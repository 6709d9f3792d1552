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
  private static final long PATIENCE_NANOS = 10_000_000_000L; // a holder may wait for a processor

  private final AtomicIntegerArray held = new AtomicIntegerArray(COUNT * STRIDE);
  private volatile long givenUp;

  void hold(int hash, MonitoredThread me) {
    if (me.stripe >= 0) {
      release(me);
    }
    int stripe = (hash & (COUNT - 1)) * STRIDE;
    if (!held.compareAndSet(stripe, 0, 1)) {
      await(stripe);
    }
    me.stripe = stripe;
  }

  @SuppressWarnings("ThreadPriorityCheck") // a holder without a processor should get one
  private void await(int stripe) {
    long start = System.nanoTime();
    for (int spins = 1; !held.compareAndSet(stripe, 0, 1); spins++) {
      if (spins % SPINS_BEFORE_YIELD != 0) {
        Thread.onSpinWait();
      } else if (System.nanoTime() - start < PATIENCE_NANOS) {
        Thread.yield();
      } else {
        synchronized (this) {
          givenUp++;
        }
        return;
      }
    }
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
