package io.cosmodrome.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Looks for paths of edges that leave a running transaction and come back to it by one more edge,
 * the shortest first.
 *
 * <p>Goes backwards from that edge. An <em>increasing</em> path enters each node no later than it
 * leaves it, so its events are ordered by happens-before and prove a block violated. For each node
 * it is enough to remember the latest event at which it was left so far: a longer path that leaves
 * it earlier leads nowhere new. A path that need not be increasing within transactions proves a
 * cycle of transactions.
 *
 * <p>Time O(e log e) in the edges between the nodes that come after the transaction.
 */
final class VelodromeSearch {
  private final VelodromeGraph graph;
  private final VelodromeNode root;
  private final boolean increasing;
  private final PriorityQueue<Path> queue = new PriorityQueue<>();
  private final Map<VelodromeNode, Long> departures = new HashMap<>(); // the latest so far

  /**
   * A path from an event of {@code node} to the event in hand. Its first edge leaves at {@code
   * source} and arrives, in the node of {@code rest} or at the event in hand, at {@code arrival}.
   *
   * @param departure the event of the node's own thread from which guests lead to {@code source}
   * @param length how many edges between threads the path has
   */
  record Path(
      VelodromeNode node,
      int sourceThread,
      long source,
      long arrival,
      long departure,
      int length,
      @Nullable Path rest)
      implements Comparable<Path> {

    private static Path of(
        VelodromeNode node, int thread, long source, long arrival, @Nullable Path rest) {
      // program order within a thread is not an edge of a witness
      int length = rest == null ? 1 : rest.length + (thread == rest.node.thread ? 0 : 1);
      long departure = source;
      for (int from = thread; from != node.thread; length++) {
        VelodromeNode.Guest guest = node.guest(from);
        from = guest.sourceThread();
        departure = guest.source();
      }
      return new Path(node, thread, source, arrival, departure, length, rest);
    }

    /** The edges between threads, in order. */
    Witness witness() {
      List<Edge> edges = new ArrayList<>();
      for (Path path = this; path != null; path = path.rest) {
        int entered = edges.size();
        for (int from = path.sourceThread; from != path.node.thread; ) {
          VelodromeNode.Guest guest = path.node.guest(from);
          edges.add(entered, new Edge(guest.source() - 1, guest.arrival() - 1));
          from = guest.sourceThread();
        }
        if (path.rest == null || path.sourceThread != path.rest.node.thread) {
          edges.add(new Edge(path.source - 1, path.arrival - 1));
        }
      }
      return new Witness(edges);
    }

    /** Shorter ones first; of equal ones those that leave later, for more can come before them. */
    @Override
    public int compareTo(Path other) {
      return length != other.length
          ? Integer.compare(length, other.length)
          : Long.compare(other.source, source);
    }
  }

  /**
   * @param root the node in which the transaction, or the block of it that is of interest, began
   * @param increasing whether paths have to be increasing
   */
  VelodromeSearch(VelodromeGraph graph, VelodromeNode root, boolean increasing) {
    this.graph = graph;
    this.root = root;
    this.increasing = increasing;
  }

  /** Sets out from the edge that comes back: from a step of another thread to the event in hand. */
  void startFrom(long source, int sourceThread, long arrival) {
    queue.add(
        Path.of(graph.node(source), sourceThread, VelodromeGraph.stamp(source), arrival, null));
  }

  /**
   * The next path that leaves the transaction at or after {@code begin}, a stamp that must not
   * become smaller from one call to the next; null if there is none.
   */
  @Nullable Path next(long begin) {
    while (!queue.isEmpty()) {
      Path path = queue.remove();
      if (path.sourceThread == root.thread && path.source >= begin) {
        return path;
      }
      if (path.node.isAfter(root)) {
        expand(path, begin);
      }
    }
    return null;
  }

  private void expand(Path path, long begin) {
    // within its transaction a node may be entered late and left early, if that is all we need
    long ceiling = increasing ? path.departure : Math.max(path.departure, path.node.finished);
    // what arrived no later than the block began does not come after it
    long floor = Math.max(increasing ? begin : 0, departures.getOrDefault(path.node, 0L));
    if (ceiling <= floor) {
      return;
    }
    departures.put(path.node, ceiling);
    VelodromeEdges edges = path.node.incoming;
    for (int i = 0; i < edges.count(); i++) {
      long arrival = edges.arrival(i);
      long source = edges.source(i);
      if (arrival > floor && arrival <= ceiling && graph.isAlive(source)) {
        long left = VelodromeGraph.stamp(source);
        queue.add(Path.of(graph.node(source), edges.sourceThread(i), left, arrival, path));
      }
    }
  }
}
