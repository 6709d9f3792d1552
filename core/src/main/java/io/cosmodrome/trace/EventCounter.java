package io.cosmodrome.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts what a trace is made of. Hidden events are not counted.
 *
 * <p>O(1) per event; memory: some bytes for each thread, variable, lock and label.
 */
public final class EventCounter implements EventSink {
  private static final int NOBODY = 0;
  private static final int SEVERAL = -1;

  private final long[] events = new long[Op.COUNT]; // by kind
  private int[] depths = new int[16]; // by thread: open blocks
  private boolean[] acts = new boolean[16]; // by thread: whether it has events
  private int[] accessors = new int[64]; // by variable: thread + 1, NOBODY or SEVERAL
  private long[] accesses = new long[64]; // by variable
  private boolean[] locks = new boolean[16]; // by lock: whether it has events
  private long[] blocks = new long[16]; // by label + 1, so that blocks without a label come first
  private long eventsInBlocks;
  private int maxDepth;

  @Override
  public void event(int op, int thread, int target, int location) {
    if (op == Op.HIDDEN) {
      return;
    }
    if (thread >= acts.length) {
      acts = Arrays.copyOf(acts, 2 * thread);
      depths = Arrays.copyOf(depths, 2 * thread);
    }
    acts[thread] = true;
    events[op]++;
    if (depths[thread] > 0 || op == Op.BEGIN) {
      eventsInBlocks++;
    }
    switch (op) {
      case Op.READ, Op.WRITE, Op.VOLATILE_READ, Op.VOLATILE_WRITE -> access(thread, target);
      case Op.ACQUIRE, Op.RELEASE, Op.BARRIER -> lock(target);
      case Op.BEGIN -> begin(thread, target);
      case Op.END, Op.COMMIT, Op.ABORT -> depths[thread] = Math.max(0, depths[thread] - 1);
      default -> {}
    }
  }

  private void access(int thread, int variable) {
    if (variable >= accessors.length) {
      accessors = Arrays.copyOf(accessors, 2 * variable);
      accesses = Arrays.copyOf(accesses, 2 * variable);
    }
    accesses[variable]++;
    int accessor = accessors[variable];
    if (accessor != thread + 1) {
      accessors[variable] = accessor == NOBODY ? thread + 1 : SEVERAL;
    }
  }

  private void lock(int lock) {
    if (lock >= locks.length) {
      locks = Arrays.copyOf(locks, 2 * lock);
    }
    locks[lock] = true;
  }

  private void begin(int thread, int label) {
    int index = label + 1;
    if (index >= blocks.length) {
      blocks = Arrays.copyOf(blocks, 2 * index);
    }
    blocks[index]++;
    maxDepth = Math.max(maxDepth, ++depths[thread]);
  }

  /** What was counted so far. */
  public TraceStatistics statistics() {
    int variables = 0;
    int localVariables = 0;
    long localAccesses = 0;
    for (int variable = 0; variable < accessors.length; variable++) {
      variables += accessors[variable] == NOBODY ? 0 : 1;
      if (accessors[variable] > 0) {
        localVariables++;
        localAccesses += accesses[variable];
      }
    }
    return new TraceStatistics(
        Arrays.stream(events).sum(),
        eventsByKind(),
        count(acts),
        variables,
        count(locks),
        blocksByLabel(),
        maxDepth,
        eventsInBlocks,
        localVariables,
        localAccesses);
  }

  private Map<String, Long> eventsByKind() {
    Map<String, Long> byKind = new LinkedHashMap<>();
    for (int op = 0; op < events.length; op++) {
      byKind.put(Op.NAMES.get(op), events[op]);
    }
    return byKind;
  }

  private List<TraceStatistics.LabelCount> blocksByLabel() {
    List<TraceStatistics.LabelCount> byLabel = new ArrayList<>();
    for (int index = 0; index < blocks.length; index++) {
      if (blocks[index] > 0) {
        byLabel.add(new TraceStatistics.LabelCount(index - 1, blocks[index]));
      }
    }
    return byLabel;
  }

  private static int count(boolean[] flags) {
    int count = 0;
    for (boolean flag : flags) {
      count += flag ? 1 : 0;
    }
    return count;
  }
}
