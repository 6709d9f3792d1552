package io.cosmodrome.check;

import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.Op;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides whether the blocks of one trace behaved atomically. One engine, one trace, one use.
 *
 * <p>A checker is a sink that expects a well-formed trace without re-entrant acquires ({@link
 * io.cosmodrome.trace.WellFormedTrace}, {@link io.cosmodrome.trace.ReentrantLocks}). An engine
 * implements the operations; this class hands them out, counts events and keeps what is reported.
 * Analysis goes on after a report unless {@link CheckOptions#firstOnly} is set.
 */
public abstract class Checker implements EventSink {
  private final CheckOptions options;
  private final List<Violation> violations = new ArrayList<>();
  private final Map<String, Long> statistics = new LinkedHashMap<>();
  private String name = getClass().getSimpleName();
  private long position;
  private long violationCount;
  private long cycleEvent = -1;
  private Witness cycle = Witness.NONE;
  private boolean done;

  protected Checker(CheckOptions options) {
    this.options = options;
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    if (done) {
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

  /** What every event ends with, for engines that take events in their own way. */
  protected final void endEvent() {
    position++;
    if (options.firstOnly() && hasReported()) {
      done = true;
    }
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

  /** Position of the event in hand. */
  protected final long position() {
    return position;
  }

  /** A block is violated by the event in hand. Call once a block. */
  protected final void reportViolation(
      long begin, int thread, int label, int depth, Witness witness) {
    reportViolation(new Violation(begin, position, thread, label, depth, witness));
  }

  protected final void reportViolation(Violation violation) {
    violationCount++;
    if (violations.size() < options.limit()) {
      violations.add(violation);
    }
  }

  /** Whether a witness for one more violation would be kept; spares engines the work if not. */
  protected final boolean keepsViolations() {
    return violations.size() < options.limit();
  }

  /** The event in hand makes the trace non-serializable. Calls after the first one do nothing. */
  protected final void reportCycle(Witness witness) {
    reportCycle(position, witness);
  }

  protected final void reportCycle(long event, Witness witness) {
    if (cycleEvent < 0) {
      cycleEvent = event;
      cycle = witness;
    }
  }

  /** Whether {@link #reportCycle} was called. */
  protected final boolean hasCycle() {
    return cycleEvent >= 0;
  }

  /** Publishes a figure of the engine's own. */
  protected final void statistic(String key, long value) {
    statistics.put(key, value);
  }

  final void setName(String newName) {
    name = newName;
  }

  private boolean hasReported() {
    return cycleEvent >= 0 || violationCount > 0;
  }

  @Override
  public boolean isDone() {
    return done;
  }

  /** What was found; to be called after {@link #finish}. */
  public final CheckResult result() {
    List<Violation> byBegin = new ArrayList<>(violations);
    byBegin.sort(Comparator.comparingLong(Violation::begin));
    return new CheckResult(
        name,
        position,
        cycleEvent >= 0,
        cycleEvent,
        cycle,
        List.copyOf(byBegin),
        violationCount,
        Collections.unmodifiableMap(new LinkedHashMap<>(statistics)));
  }
}
