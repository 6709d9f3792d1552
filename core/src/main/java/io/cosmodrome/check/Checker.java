package io.cosmodrome.check;

import io.cosmodrome.trace.EventSink;
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
 * io.cosmodrome.trace.WellFormedTrace#hidingReentrance}). This class counts events and keeps what
 * is reported; most engines extend {@link StreamChecker}, which also hands out the operations.
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
  private boolean ending; // the event in hand is to be the last one
  private boolean done;

  protected Checker(CheckOptions options) {
    this.options = options;
  }

  /** What every event ends with. */
  protected final void endEvent() {
    countEvent();
    if (ending) {
      done = true;
    }
  }

  /** Moves on to the next event without asking whether that was the last one. */
  protected final void countEvent() {
    position++;
  }

  /** Looks back from later events: nothing after this one is to count. */
  protected final void endAfter(long event) {
    position = event + 1;
    done = true;
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
    ending = options.firstOnly();
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
      ending = options.firstOnly();
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

  /** Whether there is a cycle or a violated block by now. */
  protected final boolean hasReported() {
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
