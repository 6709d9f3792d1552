package io.cosmodrome.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The trace's verdict in two phases, a cheap and imprecise one and a precise one for what is left.
 *
 * <p>DoubleChecker in its single-run mode. The first phase keeps for each variable and lock who
 * owns it ({@link OwnedCell}) and turns changes of ownership into edges between transactions
 * ({@link DependenceGraph}): at least the real dependences, some more. Each transaction logs its
 * accesses. When one ends, the strongly connected component it is part of, among the transactions
 * that have ended, has all the cycles it can complete; {@link PreciseReplay} replays the logs of
 * the component with exact dependences and says which cycles there are.
 *
 * <p>To blame is the block that completes a cycle. That is more than the violated blocks: a cycle
 * may enter a transaction late and leave it early, so that nothing need come between the events of
 * the blamed block. What holds on every trace:
 *
 * <ul>
 *   <li>the verdict is exact: a cycle is reported if and only if the trace is non-serializable;
 *   <li>each reported cycle is real, and each blamed block completes a real cycle at the event it
 *       is blamed for;
 *   <li>each violated outermost block is blamed; nested ones are not looked at.
 * </ul>
 *
 * Reports come when the last transaction of a component ends, or at the end of the trace, so the
 * first cycle reported need not be the first of the trace.
 *
 * <p>Octet asks the owning thread and so takes its current transaction for the source of an edge,
 * and one counter orders all read-shared objects, which ties transactions together that have
 * nothing to do with each other. Here the owner is the transaction itself, and a read-shared
 * variable knows its readers.
 *
 * <p>Time O(1) for an access in a block that owns what it accesses, else O(threads). A search for
 * components waits for as many events as the last one cost, so that searches and replays cost no
 * more than a constant per event, however large a component grows. Memory: the logs of all that a
 * running transaction reaches, so that a long-running one makes it grow with the trace. Once there
 * is a cycle, only violated blocks are left to be found; a path back to such a block leads forward
 * in time, and transactions too old for one are dropped as well.
 */
final class DoubleChecker extends StreamChecker {
  private final DependenceGraph graph = new DependenceGraph();
  private final PreciseReplay replay = new PreciseReplay();
  private final List<DependenceNode> unchecked = new ArrayList<>(); // ended since the last check
  private final List<DependenceNode> sources = new ArrayList<>(); // of the event in hand
  private @Nullable ThreadState[] threads = new ThreadState[16]; // by thread id
  private @Nullable OwnedCell[] variables = new OwnedCell[64];
  private @Nullable OwnedCell[] locks = new OwnedCell[16];
  private long lastCheck;
  private long lastCost;
  private long logged;
  private long components;
  private long replayed;

  private static final class ThreadState {
    final int id;
    @Nullable DependenceNode node; // its latest one; outside blocks null once it is collected
    int depth; // number of open blocks
    long last; // position of its latest event, -1 before its first
    final OwnedCell start = new OwnedCell(); // "written" by the fork, "read" by the first event
    final OwnedCell end = new OwnedCell(); // "written" by the last event, "read" by joins
    boolean joined;

    ThreadState(int id) {
      this.id = id;
      this.last = -1;
    }
  }

  DoubleChecker(CheckOptions options) {
    super(options);
  }

  @Override
  protected void read(int thread, int variable) {
    access(thread(thread), variable(variable), false);
  }

  @Override
  protected void write(int thread, int variable) {
    access(thread(thread), variable(variable), true);
  }

  /** Acquires and releases of a lock all conflict, as writes do. */
  @Override
  protected void acquire(int thread, int lock) {
    access(thread(thread), lock(lock), true);
  }

  @Override
  protected void release(int thread, int lock) {
    access(thread(thread), lock(lock), true);
  }

  @Override
  protected void fork(int thread, int child) {
    access(thread(thread), state(child).start, true);
  }

  @Override
  protected void join(int thread, int child) {
    ThreadState me = thread(thread);
    ThreadState other = state(child);
    DependenceNode node = nodeOf(other);
    if (!other.joined && node != null) {
      log(node, other.end, other.last, true);
      other.end.take(node, true);
    }
    other.joined = true;
    access(me, other.end, false);
  }

  @Override
  protected void begin(int thread, int label) {
    ThreadState me = thread(thread);
    if (me.depth++ == 0) {
      me.node = graph.add(thread, nodeOf(me), position(), label);
    }
  }

  @Override
  protected void end(int thread) {
    ThreadState me = thread(thread);
    if (--me.depth == 0) {
      endTransaction(me);
      if (position() - lastCheck >= lastCost) {
        check();
      }
      if (graph.isWorthSweeping()) {
        check();
        graph.sweep(hasCycle());
      }
    }
  }

  private void endTransaction(ThreadState me) {
    DependenceNode node = Objects.requireNonNull(me.node);
    node.last = position();
    graph.end(node);
    if (!node.collected) {
      node.unchecked = true;
      unchecked.add(node);
    }
  }

  @Override
  public void finish() {
    for (ThreadState thread : threads) {
      if (thread != null && thread.depth > 0) {
        endTransaction(thread);
      }
    }
    check();
    statistic("transactions", graph.created());
    statistic("maxTransactions", graph.mostLive());
    statistic("edges", graph.edges());
    statistic("logEntries", logged);
    statistic("components", components);
    statistic("replayedEntries", replayed);
  }

  // ---- the imprecise phase ----

  private void access(ThreadState me, OwnedCell cell, boolean write) {
    DependenceNode node = me.node;
    // outside blocks the order of the node's accesses matters, so each of them is logged
    if (node == null || !node.isBlock() || !cell.isOwnedBy(node, write)) {
      accessSlow(me, cell, write);
    }
  }

  private void accessSlow(ThreadState me, OwnedCell cell, boolean write) {
    sources.clear();
    cell.addSources(me.id, write, sources);
    DependenceNode node = place(me);
    if (node != null) {
      cell.take(node, write);
      log(node, cell, position(), write);
    } else if (write) {
      cell.free();
    }
  }

  /** The node of the event in hand, with edges from the sources; none if nobody reaches it. */
  private @Nullable DependenceNode place(ThreadState me) {
    DependenceNode node = nodeOf(me);
    if (me.depth == 0 && (isNews(me) || (node != null && node.isBlock()))) {
      node = graph.add(me.id, node, -1, -1);
      me.node = node;
    }
    if (node != null) {
      for (DependenceNode source : sources) {
        graph.addEdge(source, node);
      }
    }
    return node;
  }

  private boolean isNews(ThreadState me) {
    for (DependenceNode source : sources) {
      if (!source.leadsTo(me.id)) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable DependenceNode nodeOf(ThreadState thread) {
    if (thread.node != null && thread.node.collected) {
      thread.node = null;
    }
    return thread.node;
  }

  private void log(DependenceNode node, OwnedCell cell, long position, boolean write) {
    node.log(cell, position, write);
    logged++;
  }

  // ---- the way to the precise phase ----

  private void check() {
    List<List<DependenceNode>> found = graph.uncheckedComponents(unchecked);
    lastCheck = position();
    lastCost = graph.visited();
    for (List<DependenceNode> component : found) {
      components++;
      long entries = component.stream().mapToLong(node -> node.logged).sum();
      replayed += entries;
      lastCost += entries;
      blame(replay.replay(component, !hasCycle()));
    }
    unchecked.forEach(node -> node.unchecked = false);
    unchecked.clear();
  }

  private void blame(List<PreciseReplay.Blame> blames) {
    if (!blames.isEmpty()) {
      reportCycle(blames.get(0).at(), replay.cycle());
    }
    for (PreciseReplay.Blame blame : blames) {
      DependenceNode node = blame.node();
      reportViolation(
          new Violation(node.begin, blame.at(), node.thread, node.label, 0, Witness.NONE));
    }
  }

  // ---- tables ----

  private ThreadState thread(int thread) {
    ThreadState me = state(thread);
    boolean first = me.last < 0;
    me.last = position();
    if (first) {
      access(me, me.start, false);
    }
    return me;
  }

  private ThreadState state(int thread) {
    if (thread >= threads.length) {
      threads = Arrays.copyOf(threads, Math.max(thread + 1, 2 * threads.length));
    }
    ThreadState state = threads[thread];
    if (state == null) {
      state = new ThreadState(thread);
      threads[thread] = state;
    }
    return state;
  }

  private OwnedCell variable(int variable) {
    if (variable >= variables.length) {
      variables = Arrays.copyOf(variables, Math.max(variable + 1, 2 * variables.length));
    }
    OwnedCell cell = variables[variable];
    if (cell == null) {
      cell = new OwnedCell();
      variables[variable] = cell;
    }
    return cell;
  }

  private OwnedCell lock(int lock) {
    if (lock >= locks.length) {
      locks = Arrays.copyOf(locks, Math.max(lock + 1, 2 * locks.length));
    }
    OwnedCell cell = locks[lock];
    if (cell == null) {
      cell = new OwnedCell();
      locks[lock] = cell;
    }
    return cell;
  }
}
