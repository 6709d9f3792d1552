package io.cosmodrome.trace;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a trace is made of, as {@link EventCounter} counts it.
 *
 * @param events how many events there are
 * @param eventsByKind how many of each kind, by the names and in the order of {@link Op#NAMES}
 * @param threads how many threads have events
 * @param variables how many variables are accessed
 * @param locks how many locks and barriers are used
 * @param blocksByLabel how many blocks there are of each label, nested ones too, by label id
 * @param maxDepth how many blocks of one thread are open at once, at the most
 * @param eventsInBlocks how many events belong to a block; begins and ends do
 * @param localVariables how many variables are accessed by one thread only
 * @param localAccesses how many accesses go to such variables
 */
public record TraceStatistics(
    long events,
    Map<String, Long> eventsByKind,
    int threads,
    int variables,
    int locks,
    List<LabelCount> blocksByLabel,
    int maxDepth,
    long eventsInBlocks,
    int localVariables,
    long localAccesses) {

  /**
   * The blocks of one label.
   *
   * @param label its id, or {@link Symbols#NONE} for blocks without a label
   * @param blocks how many there are
   */
  public record LabelCount(int label, long blocks) {}

  public TraceStatistics {
    eventsByKind = Collections.unmodifiableMap(new LinkedHashMap<>(eventsByKind));
    blocksByLabel = List.copyOf(blocksByLabel);
  }

  /** How many blocks there are, nested ones too. */
  public long blocks() {
    return events(Op.BEGIN);
  }

  /** How many events of this kind there are. */
  public long events(int op) {
    return eventsByKind.getOrDefault(Op.NAMES.get(op), 0L);
  }

  public long reads() {
    return events(Op.READ) + events(Op.VOLATILE_READ);
  }

  public long writes() {
    return events(Op.WRITE) + events(Op.VOLATILE_WRITE);
  }

  public long accesses() {
    return reads() + writes();
  }

  public long eventsOutsideBlocks() {
    return events - eventsInBlocks;
  }

  /** The share of variables that one thread has to itself, from 0 to 1; 0 if there are none. */
  public double localVariableShare() {
    return share(localVariables, variables);
  }

  /** The share of accesses that go to such variables, from 0 to 1; 0 if there are none. */
  public double localAccessShare() {
    return share(localAccesses, accesses());
  }

  /** The share of accesses that read, from 0 to 1; 0 if there are none. */
  public double readShare() {
    return share(reads(), accesses());
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }
}
