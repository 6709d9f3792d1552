package io.cosmodrome.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The second, precise phase of {@link DoubleChecker}: replays the logs of transactions that may
 * depend on each other in a cycle, in the order of the trace, with exact dependences.
 *
 * <p>A block is to blame if one of its events depends on a transaction that the block reaches: it
 * completes a cycle there. What the blocks reach is kept as in {@link TransactionalClocks}; the
 * cycle itself is searched for once, when it is asked for.
 */
final class PreciseReplay {
  private final List<Blame> blames = new ArrayList<>();
  private final List<OwnedCell> touched = new ArrayList<>();
  private final List<Arc> arcs = new ArrayList<>();
  private TransactionalClocks clocks = new TransactionalClocks();
  private int time;
  private boolean explain;
  private Witness cycle = Witness.NONE;

  /** A block that completed a cycle with its event at this position. */
  record Blame(DependenceNode node, long at) {}

  /** An access that was replayed; the time numbers the transactions, later ones higher. */
  private record Access(int slot, int time, long position) {}

  /** What was done to a variable or lock so far. */
  static final class Accesses {
    private @Nullable Access write;
    private final List<Access> reads = new ArrayList<>(); // the last of each thread since then

    private void addRead(Access read) {
      reads.removeIf(other -> other.slot == read.slot);
      reads.add(read);
    }
  }

  /**
   * Replays one component.
   *
   * @param findCycle whether {@link #cycle} has to give the first cycle
   * @return the blocks to blame that were not blamed before, in the order of their events
   */
  List<Blame> replay(List<DependenceNode> members, boolean findCycle) {
    explain = findCycle;
    cycle = Witness.NONE;
    blames.clear();
    clocks = new TransactionalClocks();
    PriorityQueue<DependenceNode> queue =
        new PriorityQueue<>(
            Comparator.<DependenceNode>comparingLong(node -> node.position(node.cursor))
                .thenComparingLong(node -> node.serial));
    Map<Integer, Integer> slots = new HashMap<>();
    for (DependenceNode node : members) {
      node.slot = slots.computeIfAbsent(node.thread, thread -> slots.size());
      node.cursor = 0;
      if (node.logged > 0) {
        queue.add(node);
      }
    }
    time = 0;
    while (!queue.isEmpty()) {
      DependenceNode node = queue.remove();
      if (node.cursor == 0 && node.isBlock()) {
        node.time = ++time;
        clocks.begin(node.slot, node.time);
      }
      do {
        replayNext(node);
      } while (node.cursor < node.logged && comesFirst(node, queue.peek()));
      if (node.cursor < node.logged) {
        queue.add(node);
      } else if (node.isBlock()) {
        clocks.end(node.slot);
      }
    }
    touched.forEach(cell -> cell.replayed = null);
    touched.clear();
    arcs.clear();
    return List.copyOf(blames);
  }

  /** The first cycle that the last replay found, or none if it was not asked for. */
  Witness cycle() {
    return cycle;
  }

  private static boolean comesFirst(DependenceNode node, @Nullable DependenceNode other) {
    return other == null || node.position(node.cursor) < other.position(other.cursor);
  }

  private void replayNext(DependenceNode node) {
    int entry = node.cursor++;
    OwnedCell cell = node.cell(entry);
    Accesses accesses = cell.replayed;
    if (accesses == null) {
      accesses = new Accesses();
      cell.replayed = accesses;
      touched.add(cell);
    }
    if (!node.isBlock()) {
      node.time = ++time; // each event outside blocks is a transaction of its own
    }
    Access access = new Access(node.slot, node.time, node.position(entry));
    if (accesses.write != null) {
      depend(accesses.write, access, node);
    }
    if (node.isWrite(entry)) {
      for (Access read : accesses.reads) {
        depend(read, access, node);
      }
      accesses.reads.clear();
      accesses.write = access;
    } else {
      accesses.addRead(access);
    }
  }

  private void depend(Access source, Access sink, DependenceNode node) {
    if (source.slot == sink.slot) {
      return;
    }
    boolean closes = clocks.edge(source.slot, source.time, sink.slot, sink.time);
    if (explain) {
      Arc arc = new Arc(source, sink);
      arcs.add(arc);
      if (closes) {
        cycle = cycleThrough(arc);
        explain = false;
      }
    }
    if (closes && !node.blamed) {
      node.blamed = true;
      blames.add(new Blame(node, sink.position));
    }
  }

  /**
   * The edges of a shortest cycle that {@code closing} closes: breadth first from its sink to its
   * source, where a transaction may be left by any later one of its thread.
   */
  private Witness cycleThrough(Arc closing) {
    Map<Integer, List<Arc>> leaving = new HashMap<>();
    for (Arc arc : arcs) {
      leaving.computeIfAbsent(arc.from.slot, slot -> new ArrayList<>()).add(arc);
    }
    Map<Integer, Integer> reached = new HashMap<>(); // by slot: the earliest time so far
    Deque<Arc> queue = new ArrayDeque<>();
    Arc last = closing;
    while (!last.leadsTo(closing.from)) {
      Access entered = last.to;
      int before = reached.getOrDefault(entered.slot, Integer.MAX_VALUE);
      for (Arc arc : leaving.getOrDefault(entered.slot, List.of())) {
        if (arc.from.time >= entered.time && arc.from.time < before) {
          arc.previous = last;
          queue.add(arc);
        }
      }
      reached.merge(entered.slot, entered.time, Math::min);
      last = queue.remove();
    }
    List<Edge> edges = new ArrayList<>();
    for (Arc arc = last; arc != null && arc != closing; arc = arc.previous) {
      edges.add(arc.edge());
    }
    Collections.reverse(edges);
    edges.add(closing.edge());
    return new Witness(edges);
  }

  /** A dependence, kept while a cycle is wanted. */
  private static final class Arc {
    final Access from;
    final Access to;
    @Nullable Arc previous; // on the way from where the search started

    Arc(Access from, Access to) {
      this.from = from;
      this.to = to;
    }

    Edge edge() {
      return new Edge(from.position, to.position);
    }

    /**
     * Whether the transaction that this leads to, or a later one of its thread, has that access.
     */
    boolean leadsTo(Access goal) {
      return to.slot == goal.slot && to.time <= goal.time;
    }
  }
}
