package io.cosmodrome.analysis;

import io.cosmodrome.trace.EventBatch;
import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.Op;
import java.util.BitSet;

/** Counts what reaches the engines, so that "nothing was checked" is never taken for "clean". */
final class CoverageCounter implements EventSink {
  private final EventSink next;
  private final BitSet threads = new BitSet();
  private int lastThread = -1;
  private long events;
  private long blocks;

  CoverageCounter(EventSink next) {
    this.next = next;
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    count(op, thread);
    next.event(op, thread, target, location);
  }

  @Override
  public void events(EventBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      count(batch.op(i), batch.thread(i));
    }
    next.events(batch);
  }

  private void count(int op, int thread) {
    events++;
    if (op == Op.BEGIN) {
      blocks++;
    }
    if (thread != lastThread && op != Op.HIDDEN) {
      threads.set(thread);
      lastThread = thread;
    }
  }

  @Override
  public void finish() {
    next.finish();
  }

  @Override
  public boolean isDone() {
    return next.isDone();
  }

  Coverage coverage() {
    return new Coverage(events, threads.cardinality(), blocks);
  }
}
