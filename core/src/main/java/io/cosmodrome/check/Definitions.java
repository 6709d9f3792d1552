package io.cosmodrome.check;

import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Trace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The words of the definitions, looked up in one trace: which events conflict, which transaction an
 * event belongs to, where a block ends. Shared by the oracle and the witness validator, by no
 * engine.
 */
final class Definitions {
  private final Trace trace;
  private final int[] transaction;
  private final int[] depth; // of begin events: how many blocks are open around the block
  private final int[] lastEvent; // of begin events: the end of the block, or of the trace
  private int transactions;

  private Definitions(Trace trace) {
    this.trace = trace;
    this.transaction = new int[trace.size()];
    this.depth = new int[trace.size()];
    this.lastEvent = new int[trace.size()];
  }

  static Definitions of(Trace trace) {
    Definitions facts = new Definitions(trace);
    Map<Integer, Deque<Integer>> open = new HashMap<>();
    for (int event = 0; event < trace.size(); event++) {
      facts.place(event, open.computeIfAbsent(trace.thread(event), t -> new ArrayDeque<>()));
    }
    return facts;
  }

  private void place(int event, Deque<Integer> open) {
    lastEvent[event] = trace.size() - 1;
    // an event outside all blocks, and one that opens an outermost block, starts a transaction
    transaction[event] = open.isEmpty() ? transactions++ : transaction[open.peekLast()];
    if (trace.op(event) == Op.BEGIN) {
      depth[event] = open.size();
      open.push(event);
    } else if (Op.isEnd(trace.op(event))) {
      lastEvent[open.pop()] = event;
    }
  }

  int transactionCount() {
    return transactions;
  }

  int transaction(int event) {
    return transaction[event];
  }

  int depth(int begin) {
    return depth[begin];
  }

  int lastEventOfBlock(int begin) {
    return lastEvent[begin];
  }

  /** Whether the order of two events, the earlier one given first, matters. */
  boolean conflict(int earlier, int later) {
    int op = trace.op(earlier);
    int laterOp = trace.op(later);
    if (op == Op.HIDDEN || laterOp == Op.HIDDEN) {
      return false;
    }
    if (trace.thread(earlier) == trace.thread(later)) {
      return true;
    }
    if (op == Op.FORK && trace.target(earlier) == trace.thread(later)) {
      return true;
    }
    if (laterOp == Op.JOIN && trace.target(later) == trace.thread(earlier)) {
      return true;
    }
    if (trace.target(earlier) != trace.target(later)) {
      return false;
    }
    if (Op.isAccess(op) && Op.isAccess(laterOp)) {
      return Op.isWrite(op) || Op.isWrite(laterOp);
    }
    return Op.isLock(op) && Op.isLock(laterOp);
  }

  /** Leaves out the steps that stay in a thread: program order needs no edge in a witness. */
  List<Edge> betweenThreads(List<Edge> path) {
    List<Edge> edges = new ArrayList<>(path);
    edges.removeIf(
        edge -> trace.thread((int) edge.source()) == trace.thread((int) edge.destination()));
    return edges;
  }
}
