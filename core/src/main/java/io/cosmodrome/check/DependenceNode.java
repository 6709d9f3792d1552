package io.cosmodrome.check;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A transaction in {@link DoubleChecker}'s graph: a block, or events outside all blocks of which
 * only the first depends on other threads, so that the rest adds nothing but what follows it.
 */
final class DependenceNode {
  private static final DependenceNode[] NO_NODES = {};
  private static final OwnedCell[] NO_CELLS = {};
  private static final long[] NO_ACCESSES = {};

  final long serial; // in the order of creation
  final int thread;
  final long begin; // position of the block's begin event, or -1 outside blocks
  final int label;

  boolean running; // a block that is still open: what comes in may close a cycle
  boolean collected; // no cycle will ever come here again
  boolean unchecked; // ended, and not yet looked at for cycles
  boolean blamed;
  long last; // position of the latest event that is known to be in it
  @Nullable DependenceNode next; // of the same thread

  // ---- edges: of all into one thread only the first, program order implies the others ----

  DependenceNode[] out = NO_NODES;
  int outCount;
  int in; // edges from nodes that are not collected

  // ---- log of accesses, in the order of the trace ----

  private OwnedCell[] cells = NO_CELLS;
  private long[] accesses = NO_ACCESSES; // position, and in the lowest bit whether it writes
  int logged;

  // ---- for the search for components and for the replay, while they last ----

  int visit;
  int index;
  int low;
  int cursor;
  boolean onStack;
  int slot;
  int time;

  DependenceNode(long serial, int thread, long begin, int label) {
    this.serial = serial;
    this.thread = thread;
    this.begin = begin;
    this.label = label;
    this.running = begin >= 0;
  }

  boolean isBlock() {
    return begin >= 0;
  }

  /** Whether an edge to that thread is there already. */
  boolean leadsTo(int otherThread) {
    for (int i = 0; i < outCount; i++) {
      if (out[i].thread == otherThread) {
        return true;
      }
    }
    return false;
  }

  void addOut(DependenceNode sink) {
    if (outCount == out.length) {
      out = Arrays.copyOf(out, Math.max(2, 2 * outCount));
    }
    out[outCount++] = sink;
    sink.in++;
  }

  void log(OwnedCell cell, long position, boolean write) {
    if (logged == accesses.length) {
      cells = Arrays.copyOf(cells, Math.max(4, 2 * logged));
      accesses = Arrays.copyOf(accesses, cells.length);
    }
    cells[logged] = cell;
    accesses[logged++] = position << 1 | (write ? 1 : 0);
    last = position;
  }

  OwnedCell cell(int entry) {
    return cells[entry];
  }

  long position(int entry) {
    return accesses[entry] >> 1;
  }

  boolean isWrite(int entry) {
    return (accesses[entry] & 1) != 0;
  }

  /** Gives up all that only matters for cycles; cells may still hold on to the node itself. */
  void collect() {
    collected = true;
    next = null;
    out = NO_NODES;
    outCount = 0;
    cells = NO_CELLS;
    accesses = NO_ACCESSES;
    logged = 0;
  }
}
