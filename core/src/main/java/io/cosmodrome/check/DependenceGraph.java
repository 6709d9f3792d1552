package io.cosmodrome.check;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that may still be part of a cycle, and how they depend on each other.
 *
 * <p>A node that has ended gets no more edges in. So it may be dropped once no running transaction
 * reaches it: at once where nothing leads to it any more, and with the next {@link #sweep} where
 * only nodes that are themselves out of reach do.
 */
final class DependenceGraph {
  private static final int SMALL = 1024; // nodes below which sweeping is not worth while

  private final List<DependenceNode> nodes = new ArrayList<>(); // also some that are collected
  private final List<DependenceNode> work = new ArrayList<>();
  private long created;
  private long edges;
  private int live;
  private int mostLive;
  private int sweepAt = SMALL;

  // ---- Tarjan's search for components ----

  private final List<DependenceNode> path = new ArrayList<>();
  private final List<DependenceNode> stack = new ArrayList<>();
  private int visit;
  private int visited;

  /** A node after {@code previous}, the thread's latest one if it is still in the graph. */
  DependenceNode add(int thread, @Nullable DependenceNode previous, long begin, int label) {
    DependenceNode node = new DependenceNode(created++, thread, begin, label);
    nodes.add(node);
    live++;
    mostLive = Math.max(mostLive, live);
    if (previous != null) {
      previous.next = node;
      previous.addOut(node);
    }
    return node;
  }

  void addEdge(DependenceNode source, DependenceNode sink) {
    if (!source.leadsTo(sink.thread)) {
      source.addOut(sink);
      edges++;
    }
  }

  /** A block has ended: drops it if nothing leads to it, and then what only it leads to. */
  void end(DependenceNode node) {
    node.running = false;
    if (node.in > 0) {
      return;
    }
    work.add(node);
    while (!work.isEmpty()) {
      DependenceNode dropped = work.remove(work.size() - 1);
      for (int i = 0; i < dropped.outCount; i++) {
        DependenceNode sink = dropped.out[i];
        if (--sink.in == 0 && !sink.running) {
          work.add(sink);
        }
      }
      dropped.collect();
      live--;
    }
  }

  boolean isWorthSweeping() {
    return nodes.size() > sweepAt;
  }

  /**
   * Drops the nodes that no running transaction reaches.
   *
   * @param onlyForward whether only paths matter that lead forward in time, back to the block where
   *     they start: then also drops the nodes that are too old for that, and a thread's later nodes
   *     take their place
   */
  void sweep(boolean onlyForward) {
    long horizon = onlyForward ? horizon() : -1;
    visit++;
    for (DependenceNode node : nodes) {
      node.in = 0;
      if (node.running) {
        mark(node);
      }
    }
    while (!work.isEmpty()) {
      DependenceNode node = work.remove(work.size() - 1);
      int kept = 0;
      for (int i = 0; i < node.outCount; i++) {
        DependenceNode sink = node.out[i];
        while (sink != null && !sink.running && sink.last < horizon) {
          sink = sink.next;
        }
        if (sink != null) {
          node.out[kept++] = sink;
          sink.in++;
          mark(sink);
        }
      }
      node.outCount = kept;
    }
    nodes.removeIf(
        node -> {
          if (node.visit != visit && !node.collected) {
            node.collect();
          }
          return node.collected;
        });
    live = nodes.size();
    sweepAt = SMALL + 2 * live;
  }

  /**
   * The first event that may be on a path, back to the block where it starts, that was not looked
   * at yet. It is there that the path's transactions overlap with a running one.
   */
  private long horizon() {
    long oldestRunning = Long.MAX_VALUE;
    for (DependenceNode node : nodes) {
      if (node.running) {
        oldestRunning = Math.min(oldestRunning, node.begin);
      }
    }
    long horizon = oldestRunning;
    for (DependenceNode node : nodes) {
      if (!node.collected && node.isBlock() && node.last >= oldestRunning) {
        horizon = Math.min(horizon, node.begin);
      }
    }
    return horizon;
  }

  private void mark(DependenceNode node) {
    if (node.visit != visit) {
      node.visit = visit;
      work.add(node);
    }
  }

  /**
   * The sets of ended nodes that all reach each other, as far as these roots reach them and one of
   * them was not checked before.
   */
  List<List<DependenceNode>> uncheckedComponents(List<DependenceNode> roots) {
    List<List<DependenceNode>> components = new ArrayList<>();
    visit++;
    visited = 0;
    for (DependenceNode root : roots) {
      if (!root.collected && root.visit != visit) {
        search(root, components);
      }
    }
    return components;
  }

  private void search(DependenceNode root, List<List<DependenceNode>> components) {
    enter(root);
    while (!path.isEmpty()) {
      DependenceNode node = path.get(path.size() - 1);
      if (node.cursor < node.outCount) {
        DependenceNode sink = node.out[node.cursor++];
        if (sink.visit != visit) {
          if (!sink.running) {
            enter(sink);
          }
        } else if (sink.onStack) {
          node.low = Math.min(node.low, sink.index);
        }
      } else {
        path.remove(path.size() - 1);
        if (!path.isEmpty()) {
          DependenceNode parent = path.get(path.size() - 1);
          parent.low = Math.min(parent.low, node.low);
        }
        if (node.low == node.index) {
          leave(node, components);
        }
      }
    }
  }

  private void enter(DependenceNode node) {
    node.visit = visit;
    node.index = visited++;
    node.low = node.index;
    node.cursor = 0;
    node.onStack = true;
    path.add(node);
    stack.add(node);
  }

  private void leave(DependenceNode root, List<List<DependenceNode>> components) {
    int from = stack.size();
    boolean unchecked = false;
    DependenceNode member;
    do {
      member = stack.get(--from);
      member.onStack = false;
      unchecked |= member.unchecked;
    } while (member != root);
    List<DependenceNode> members = stack.subList(from, stack.size());
    if (unchecked && members.size() > 1) {
      components.add(new ArrayList<>(members));
    }
    members.clear();
  }

  /** How many nodes the last search for components looked at. */
  int visited() {
    return visited;
  }

  /** How many nodes there have been, how many edges between threads, how many nodes at once. */
  long created() {
    return created;
  }

  long edges() {
    return edges;
  }

  int mostLive() {
    return mostLive;
  }
}
