package io.cosmodrome.check;

import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Trace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * The definitions, nothing else: the judge of every other engine.
 *
 * <p>Keeps the whole trace and looks at all pairs of events. Two events conflict when they are of
 * one thread, access one variable and one of them writes, use one lock, or are a fork or join and
 * an event of that child. Happens-before is the transitive closure of "earlier and conflicting". A
 * transaction is an outermost block or a single event outside all blocks; the trace is
 * non-serializable as soon as the conflicts between transactions form a cycle. A block is violated
 * when its begin happens before an event of another thread that happens before an event of the
 * block. Time O(n^3 / 64), memory O(n^2); witnesses have as few edges as there can be.
 */
final class OracleChecker extends Checker {
  private final Trace trace = new Trace();

  OracleChecker(CheckOptions options) {
    super(options);
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    if (!isDone()) {
      trace.event(op, thread, target, location);
      endEvent();
    }
  }

  @Override
  public void finish() {
    Definitions facts = Definitions.of(trace);
    findCycle(facts);
    findViolations(facts);
  }

  /** Adds the transactions' conflicts event by event until two transactions reach each other. */
  private void findCycle(Definitions facts) {
    TransactionGraph graph = new TransactionGraph(facts.transactionCount());
    for (int event = 0; event < trace.size(); event++) {
      for (int earlier = 0; earlier < event; earlier++) {
        if (facts.conflict(earlier, event)
            && facts.transaction(earlier) != facts.transaction(event)) {
          graph.add(facts.transaction(earlier), facts.transaction(event), earlier, event);
        }
      }
      List<Edge> cycle = graph.cycleThrough(facts.transaction(event));
      if (!cycle.isEmpty()) {
        reportCycle(event, new Witness(facts.betweenThreads(cycle)));
        return;
      }
    }
  }

  private void findViolations(Definitions facts) {
    BitSet[] before = happensBefore(facts);
    for (int begin = 0; begin < trace.size(); begin++) {
      if (trace.op(begin) == Op.BEGIN) {
        findViolation(facts, before, begin);
      }
    }
  }

  /** {@code before[f]} are the events that happen before f. */
  private BitSet[] happensBefore(Definitions facts) {
    BitSet[] before = new BitSet[trace.size()];
    for (int event = 0; event < before.length; event++) {
      before[event] = new BitSet(event);
      for (int earlier = 0; earlier < event; earlier++) {
        if (facts.conflict(earlier, event)) {
          before[event].set(earlier);
          before[event].or(before[earlier]);
        }
      }
    }
    return before;
  }

  private void findViolation(Definitions facts, BitSet[] before, int begin) {
    int thread = trace.thread(begin);
    for (int event = begin; event <= facts.lastEventOfBlock(begin); event++) {
      if (trace.thread(event) != thread) {
        continue;
      }
      for (int between = begin + 1; between < event; between++) {
        if (trace.thread(between) != thread
            && before[event].get(between)
            && before[between].get(begin)) {
          reportViolation(
              new Violation(
                  begin,
                  event,
                  thread,
                  trace.target(begin),
                  facts.depth(begin),
                  new Witness(shortestPath(facts, begin, event))));
          return;
        }
      }
    }
  }

  /**
   * The fewest conflicts between threads that lead from {@code begin} out of its thread and back to
   * {@code end}: a shortest path where program order costs nothing.
   */
  private List<Edge> shortestPath(Definitions facts, int begin, int end) {
    int[] cost = new int[trace.size()];
    int[] previous = new int[trace.size()];
    Arrays.fill(cost, Integer.MAX_VALUE);
    cost[begin] = 0;
    for (int event = begin + 1; event <= end; event++) {
      for (int earlier = begin; earlier < event; earlier++) {
        if (cost[earlier] == Integer.MAX_VALUE || !facts.conflict(earlier, event)) {
          continue;
        }
        boolean sameThread = trace.thread(earlier) == trace.thread(event);
        // the path has to leave the thread, so program order does not lead to its end for free
        boolean stays = event == end && cost[earlier] == 0;
        int total = cost[earlier] + (sameThread ? 0 : 1);
        if (!stays && total < cost[event]) {
          cost[event] = total;
          previous[event] = earlier;
        }
      }
    }
    List<Edge> path = new ArrayList<>();
    for (int event = end; event != begin; event = previous[event]) {
      path.add(new Edge(previous[event], event));
    }
    Collections.reverse(path);
    return facts.betweenThreads(path);
  }

  /** Transactions and the first conflict from one to another. */
  private static final class TransactionGraph {
    private final List<List<Arc>> arcs = new ArrayList<>();

    private record Arc(int to, Edge because) {}

    TransactionGraph(int transactions) {
      for (int i = 0; i < transactions; i++) {
        arcs.add(new ArrayList<>());
      }
    }

    void add(int from, int to, int source, int destination) {
      if (arcs.get(from).stream().noneMatch(arc -> arc.to() == to)) {
        arcs.get(from).add(new Arc(to, new Edge(source, destination)));
      }
    }

    /** The arcs of a shortest cycle through {@code start}, or none. */
    List<Edge> cycleThrough(int start) {
      Arc[] into = new Arc[arcs.size()];
      int[] from = new int[arcs.size()];
      Deque<Integer> queue = new ArrayDeque<>(List.of(start));
      while (!queue.isEmpty() && into[start] == null) {
        int transaction = queue.remove();
        for (Arc arc : arcs.get(transaction)) {
          if (into[arc.to()] == null) {
            into[arc.to()] = arc;
            from[arc.to()] = transaction;
            queue.add(arc.to());
          }
        }
      }
      List<Edge> cycle = new ArrayList<>();
      for (int at = start; into[start] != null && (at != start || cycle.isEmpty()); at = from[at]) {
        cycle.add(into[at].because());
      }
      Collections.reverse(cycle);
      return cycle;
    }
  }
}
