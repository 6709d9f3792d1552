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

  @Override
  protected void read(int thread, int variable) {}

  @Override
  protected void write(int thread, int variable) {}

  @Override
  protected void acquire(int thread, int lock) {}

  @Override
  protected void release(int thread, int lock) {}

  @Override
  protected void fork(int thread, int child) {}

  @Override
  protected void join(int thread, int child) {}

  @Override
  protected void begin(int thread, int label) {}

  @Override
  protected void end(int thread) {}
}
