package io.cosmodrome.trace;

/** Checks that a trace obeys the rules of locks, blocks and threads. */
public final class WellFormedTrace {
  private WellFormedTrace() {}
}
