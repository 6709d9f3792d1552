package io.cosmodrome.trace;

/** Hides acquires of locks that the thread already holds, and their releases. */
public final class ReentrantLocks {
  private ReentrantLocks() {}
}
