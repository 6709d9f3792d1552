package io.cosmodrome.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A node of {@link VelodromeGraph}: one transaction, or some unary events that nothing can come
 * between, or both.
 *
 * <p>Edges enter at events of one thread, the node's own. Unary events of other threads can be
 * merged into a finished node; for each such thread the node remembers the conflict by which it
 * came in, so that every event of the node has a path of conflicts from the node's own thread.
 *
 * <p>Objects are recycled. A step, a node's id and a time stamp in one long, is void if its stamp
 * is not above {@link #lastStamp}: it then speaks of an earlier use of the object.
 */
final class VelodromeNode {
  private static final long[] NO_BITS = {};
  private static final VelodromeNode[] NO_NODES = {};

  /** Arrays longer than this are not kept for the next use of the object. */
  private static final int KEPT_LENGTH = 64;

  final int id;

  /** The thread at whose events edges enter. */
  int thread;

  /** The stamp of the transaction's last event; {@link Long#MAX_VALUE} while it is running. */
  long finished;

  /** Nodes with an edge into this one, open blocks that began in it, and 1 until it is finished. */
  int references;

  /** The stamp at which the object was last given back. */
  long lastStamp;

  final VelodromeEdges incoming = new VelodromeEdges();

  private VelodromeNode[] successors = NO_NODES;
  private int successorCount;
  private long[] ancestors = NO_BITS; // bit = id; may name nodes that are gone, but not recycled
  private final List<Guest> guests = new ArrayList<>(0);

  /** How a thread other than the node's own came in: by a conflict with an event of the node. */
  record Guest(int thread, long arrival, int sourceThread, long source) {}

  VelodromeNode(int id) {
    this.id = id;
  }

  /** Only then may unary events be merged into the node. */
  boolean isFinished() {
    return finished != Long.MAX_VALUE;
  }

  void open(int newThread) {
    thread = newThread;
    finished = Long.MAX_VALUE;
    references = 1;
  }

  /** Gives the object back; the caller has no more use for its successors. */
  void close(long stamp) {
    lastStamp = stamp;
    incoming.clear();
    guests.clear();
    successors = keptOr(successors, successorCount);
    successorCount = 0;
    if (ancestors.length > KEPT_LENGTH) {
      ancestors = NO_BITS;
    } else {
      Arrays.fill(ancestors, 0);
    }
  }

  private static VelodromeNode[] keptOr(VelodromeNode[] nodes, int used) {
    if (nodes.length > KEPT_LENGTH) {
      return NO_NODES;
    }
    Arrays.fill(nodes, 0, used, null);
    return nodes;
  }

  int successorCount() {
    return successorCount;
  }

  VelodromeNode successor(int index) {
    return successors[index];
  }

  void addSuccessor(VelodromeNode node) {
    if (successorCount == successors.length) {
      successors = Arrays.copyOf(successors, Math.max(4, 2 * successorCount));
    }
    successors[successorCount++] = node;
  }

  /** Whether a path leads from {@code node}, which is alive, to this one. */
  boolean isAfter(VelodromeNode node) {
    int word = node.id >> 6;
    return word < ancestors.length && (ancestors[word] & (1L << node.id)) != 0;
  }

  /** Puts this node after {@code node} and its ancestors. */
  void inherit(VelodromeNode node) {
    long[] theirs = node.ancestors;
    int own = node.id >> 6;
    int words = Math.max(theirs.length, own + 1);
    if (words > ancestors.length) {
      ancestors = Arrays.copyOf(ancestors, words);
    }
    for (int i = 0; i < theirs.length; i++) {
      ancestors[i] |= theirs[i];
    }
    ancestors[own] |= 1L << node.id;
  }

  /** Takes the nodes of {@code gone} out of the ancestors. */
  void forget(long[] gone) {
    for (int i = Math.min(gone.length, ancestors.length) - 1; i >= 0; i--) {
      ancestors[i] &= ~gone[i];
    }
  }

  void admit(Guest guest) {
    guests.add(guest);
  }

  /** How {@code guestThread}, which has an event in this node and does not own it, came in. */
  Guest guest(int guestThread) {
    for (Guest guest : guests) {
      if (guest.thread() == guestThread) {
        return guest;
      }
    }
    throw new IllegalStateException("thread " + guestThread + " has no event in node " + id);
  }
}
