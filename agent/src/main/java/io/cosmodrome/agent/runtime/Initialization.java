package io.cosmodrome.agent.runtime;

/**
 * The initialization of a class by a thread, apart from the thread's open blocks: these end before
 * it and begin anew after it. Instrumented code calls this.
 */
public final class Initialization {
  private final MonitoredThread thread;
  private final int[] open; // the blocks that ended because of it
  private final long first; // its first epoch
  private final boolean isInner; // whether it is part of another one

  private Initialization(MonitoredThread thread) {
    this.thread = thread;
    this.open = thread.suspend();
    thread.nextClock();
    this.first = thread.epoch();
    this.isInner = thread.initializes;
  }

  public static Initialization begin(MonitoredThread me) {
    Initialization begun = new Initialization(me);
    me.initializes = true;
    return begun;
  }

  /** It is over, one way or another. */
  public void end() {
    thread.initializes = isInner;
    if (!MonitoredThread.RECORDS) {
      InlineRuntime runtime = thread.runtime();
      try {
        synchronized (runtime.lock) {
          runtime.initializations.add(first, thread.epoch());
        }
      } catch (Throwable failure) {
        runtime.failed(failure);
      }
    }
    thread.nextClock();
    thread.resume(open);
  }
}
