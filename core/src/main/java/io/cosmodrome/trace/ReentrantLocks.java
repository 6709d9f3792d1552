package io.cosmodrome.trace;

import java.util.Arrays;

/**
 * Hides acquires of locks that the thread already holds, and their releases: they order nothing.
 *
 * <p>Expects a well-formed trace. A thread that waits on a lock it acquired several times gives all
 * of them up, so a source has to give as many releases and, later, acquires. O(1) per event.
 */
public final class ReentrantLocks implements EventSink {
  private final EventSink next;
  private int[] holders = new int[16]; // by lock: thread + 1, or 0 if it is free
  private int[] holds = new int[16]; // by lock: acquires without their release

  public ReentrantLocks(EventSink next) {
    this.next = next;
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    boolean hide =
        switch (op) {
          case Op.ACQUIRE -> acquiresAgain(thread, target);
          case Op.RELEASE -> staysHeld(target);
          default -> false;
        };
    if (hide) {
      next.event(Op.HIDDEN, thread, Symbols.NONE, location);
    } else {
      next.event(op, thread, target, location);
    }
  }

  private boolean acquiresAgain(int thread, int lock) {
    if (lock >= holders.length) {
      holders = Arrays.copyOf(holders, 2 * lock);
      holds = Arrays.copyOf(holds, 2 * lock);
    }
    if (holders[lock] == thread + 1) {
      holds[lock]++;
      return true;
    }
    holders[lock] = thread + 1;
    holds[lock] = 1;
    return false;
  }

  private boolean staysHeld(int lock) {
    if (lock < holders.length && --holds[lock] > 0) {
      return true;
    }
    if (lock < holders.length) {
      holders[lock] = 0;
    }
    return false;
  }

  @Override
  public void finish() {
    next.finish();
  }

  @Override
  public boolean isDone() {
    return next.isDone();
  }
}
