package io.cosmodrome.check;

import java.util.List;

/**
 * Why a block or a trace is not serializable: a path of conflicts between threads that comes back
 * to where it started.
 *
 * <p>Of a violated block: the first edge leaves the block, each further one leaves the thread that
 * the previous one entered, at or after the event at which it was entered, and the last one comes
 * back into the block. Of a cycle: the same between transactions, where a transaction may be
 * entered late and left early, or left by a later transaction of the same thread.
 */
public record Witness(List<Edge> edges) {
  /** No witness: the engine has none of its own, and nobody has explained its verdict yet. */
  public static final Witness NONE = new Witness(List.of());

  public Witness {
    edges = List.copyOf(edges);
  }

  public boolean isPresent() {
    return !edges.isEmpty();
  }

  /** The number of edges, which is the number of threads that take part in a shortest witness. */
  public int length() {
    return edges.size();
  }
}
