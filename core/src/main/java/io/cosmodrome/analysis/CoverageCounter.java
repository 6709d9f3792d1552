package io.cosmodrome.analysis;

import io.cosmodrome.trace.EventBatch;
import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts what reaches the engines, so that "nothing was checked" is never taken for "clean". */
final class CoverageCounter implements EventSink {
  private final EventSink next;
  private final BitSet threads = new BitSet();
  private int lastThread = -1;
  private long events;
  private long blocks;
  private long[] runs = new long[64]; // by label, the first for blocks without one

  CoverageCounter(EventSink next) {
    this.next = next;
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    count(op, thread, target);
    next.event(op, thread, target, location);
  }

  @Override
  public void events(EventBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      count(batch.op(i), batch.thread(i), batch.target(i));
    }
    next.events(batch);
  }

  private void count(int op, int thread, int target) {
    events++;
    if (op == Op.BEGIN) {
      blocks++;
      int label = target - Symbols.NONE;
      if (label >= runs.length) {
        runs = Arrays.copyOf(runs, 2 * label);
      }
      runs[label]++;
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

  /** How many blocks there were, by the ids of their labels. */
  SortedMap<Integer, Long> runs() {
    SortedMap<Integer, Long> byLabel = new TreeMap<>();
    for (int label = 0; label < runs.length; label++) {
      if (runs[label] > 0) {
        byLabel.put(label + Symbols.NONE, runs[label]);
      }
    }
    return byLabel;
  }

  Coverage coverage() {
    return new Coverage(events, threads.cardinality(), blocks);
  }
}
