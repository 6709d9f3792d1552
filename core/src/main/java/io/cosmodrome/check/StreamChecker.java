package io.cosmodrome.check;

import io.cosmodrome.trace.Op;

/** A checker that takes the operations of a trace one by one, as they come. */
abstract class StreamChecker extends Checker {
  protected StreamChecker(CheckOptions options) {
    super(options);
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    if (isDone()) {
      return;
    }
    switch (op) {
      case Op.READ, Op.VOLATILE_READ -> read(thread, target);
      case Op.WRITE, Op.VOLATILE_WRITE -> write(thread, target);
      case Op.ACQUIRE -> acquire(thread, target);
      case Op.RELEASE -> release(thread, target);
      case Op.FORK -> fork(thread, target);
      case Op.JOIN -> join(thread, target);
      case Op.BEGIN -> begin(thread, target);
      case Op.END, Op.COMMIT, Op.ABORT -> end(thread);
      case Op.BARRIER -> barrier(thread, target);
      default -> {}
    }
    endEvent();
  }

  protected abstract void read(int thread, int variable);

  protected abstract void write(int thread, int variable);

  protected abstract void acquire(int thread, int lock);

  protected abstract void release(int thread, int lock);

  protected abstract void fork(int thread, int child);

  protected abstract void join(int thread, int child);

  /** Opens a block with this label, which may be none. */
  protected abstract void begin(int thread, int label);

  protected abstract void end(int thread);

  /**
   * A barrier event conflicts with every earlier one of the same barrier, as a lock's events do.
   */
  protected void barrier(int thread, int lock) {
    acquire(thread, lock);
    release(thread, lock);
  }
}
