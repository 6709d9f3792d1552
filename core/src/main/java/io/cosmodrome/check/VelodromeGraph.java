package io.cosmodrome.check;

import java.util.Arrays;

/**
 * The happens-before graph of Velodrome: transactions, edges between them, and what can be thrown
 * away.
 *
 * <p>Edges only ever enter nodes that are not finished (or come from a node that was before theirs
 * already), so a finished node without incoming edges can never be on a cycle: it is collected, and
 * its own edges with it. Nodes count the references to them; the graph has no cycles because its
 * users never ask for an edge that would close one, so what can be collected is collected at once.
 *
 * <p>Every node has the set of its ancestors, so that asking whether an edge would close a cycle is
 * one look at one bit. The id of a collected node waits, together with others, until a sweep has
 * taken it out of all ancestor sets, and is then used again.
 *
 * <p>A step is a node and a time stamp in one long; the stamp is the position of an event plus 1.
 * Memory: one bit for each pair of nodes alive.
 */
final class VelodromeGraph {
  /** The step of an event that nothing alive comes before. */
  static final long NO_STEP = 0;

  private static final int STAMP_BITS = 40;
  private static final long MAX_STAMP = (1L << STAMP_BITS) - 1;
  private static final int MAX_NODES = 1 << (Long.SIZE - 1 - STAMP_BITS);
  private static final int MIN_SWEEP = 64;

  private final boolean keepAllEdges;
  private VelodromeNode[] nodes = new VelodromeNode[MIN_SWEEP]; // by id
  private int nodeCount;
  private int[] free = new int[MIN_SWEEP]; // ids that no ancestor set names
  private int freeCount;
  private int[] gone = new int[MIN_SWEEP]; // ids of collected nodes that may still be named
  private int goneCount;
  private VelodromeNode[] work = new VelodromeNode[MIN_SWEEP];
  private long allocated;
  private long maxAlive;

  /**
   * @param keepAllEdges whether two nodes may have several edges between them, rather than the
   *     newest one only
   */
  VelodromeGraph(boolean keepAllEdges) {
    this.keepAllEdges = keepAllEdges;
  }

  static long step(VelodromeNode node, long stamp) {
    if (stamp > MAX_STAMP) {
      throw new IllegalStateException("more than " + MAX_STAMP + " events");
    }
    return ((long) node.id << STAMP_BITS) | stamp;
  }

  static int id(long step) {
    return (int) (step >>> STAMP_BITS);
  }

  static long stamp(long step) {
    return step & MAX_STAMP;
  }

  /** Whether a step is one, not {@link #NO_STEP}, and its node was not collected. */
  boolean isAlive(long step) {
    return step != NO_STEP && stamp(step) > nodes[id(step)].lastStamp;
  }

  /** The node of a step that is alive. */
  VelodromeNode node(long step) {
    return nodes[id(step)];
  }

  /** How many nodes were ever made. */
  long allocated() {
    return allocated;
  }

  /** How many nodes were alive at a time, at the most. */
  long maxAlive() {
    return maxAlive;
  }

  /** A new node, held by its caller until {@link #finish}. At most one call an event. */
  VelodromeNode open(int thread) {
    int id = takeId(); // may grow nodes
    VelodromeNode node = nodes[id];
    node.open(thread);
    allocated++;
    maxAlive = Math.max(maxAlive, nodeCount - freeCount - goneCount);
    return node;
  }

  /** Adds an edge, which must not close a cycle, from a step to the newest event of a node. */
  void connect(long source, int sourceThread, VelodromeNode to, long stamp) {
    VelodromeNode from = node(source);
    if (to.incoming.add(this, source, sourceThread, stamp, keepAllEdges)) {
      from.addSuccessor(to);
      to.references++;
    }
    inherit(from, to);
  }

  /** The node's transaction is over. */
  void finish(VelodromeNode node, long stamp) {
    node.finished = stamp;
    release(node, stamp);
  }

  /** Keeps a node alive until a call of {@link #release}. */
  void hold(VelodromeNode node) {
    node.references++;
  }

  /** Gives up one reference to a node, and collects what nothing refers to any more. */
  void release(VelodromeNode node, long stamp) {
    if (--node.references > 0) {
      return;
    }
    int size = push(0, node);
    while (size > 0) {
      VelodromeNode garbage = work[--size];
      for (int i = garbage.successorCount() - 1; i >= 0; i--) {
        VelodromeNode successor = garbage.successor(i);
        if (--successor.references == 0) {
          size = push(size, successor);
        }
      }
      garbage.close(stamp);
      if (goneCount == gone.length) {
        gone = Arrays.copyOf(gone, 2 * goneCount);
      }
      gone[goneCount++] = garbage.id;
    }
  }

  /** Puts {@code to}, and everything after it, after {@code from} and its ancestors. */
  private void inherit(VelodromeNode from, VelodromeNode to) {
    int size = push(0, to);
    while (size > 0) {
      VelodromeNode node = work[--size];
      if (!node.isAfter(from)) { // else it is after the ancestors of from, and so is all after it
        node.inherit(from);
        for (int i = node.successorCount() - 1; i >= 0; i--) {
          size = push(size, node.successor(i));
        }
      }
    }
  }

  private int push(int size, VelodromeNode node) {
    if (size == work.length) {
      work = Arrays.copyOf(work, 2 * size);
    }
    work[size] = node;
    return size + 1;
  }

  private int takeId() {
    // at least half of all nodes are swept at a time, so a node costs two looks at a set
    if (freeCount == 0 && 2 * goneCount >= Math.max(MIN_SWEEP, nodeCount)) {
      sweep();
    }
    if (freeCount > 0) {
      return free[--freeCount];
    }
    if (nodeCount == MAX_NODES) {
      throw new IllegalStateException("more than " + MAX_NODES + " transactions alive");
    }
    if (nodeCount == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * nodeCount);
    }
    nodes[nodeCount] = new VelodromeNode(nodeCount);
    return nodeCount++;
  }

  /** Takes the collected nodes out of the ancestor sets of the others and frees their ids. */
  private void sweep() {
    long[] bits = new long[(nodeCount + 63) >> 6];
    for (int i = 0; i < goneCount; i++) {
      bits[gone[i] >> 6] |= 1L << gone[i];
    }
    for (int id = 0; id < nodeCount; id++) {
      nodes[id].forget(bits);
    }
    if (free.length < nodeCount) {
      free = new int[nodes.length];
    }
    System.arraycopy(gone, 0, free, 0, goneCount);
    freeCount = goneCount;
    goneCount = 0;
  }
}
