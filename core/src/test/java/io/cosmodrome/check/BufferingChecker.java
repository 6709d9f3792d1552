package io.cosmodrome.check;

import io.cosmodrome.trace.Trace;

/** A checker that looks at the whole trace in {@link #finish}, for tests. */
abstract class BufferingChecker extends Checker {
  protected final Trace trace = new Trace();

  BufferingChecker(CheckOptions options) {
    super(options);
  }

  @Override
  public final void event(int op, int thread, int target, int location) {
    trace.event(op, thread, target, location);
    endEvent();
  }
}
