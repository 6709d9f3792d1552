package io.cosmodrome.report;

import java.util.List;

/**
 * One run of a block that was not atomic, told by its conflicts.
 *
 * @param thread that ran the block, or that closed the cycle
 * @param conflicts the first one leaves the block, each further one leaves the thread that the one
 *     before it entered, the last one comes back; the events are in the order of their positions
 */
public record Proof(String thread, List<Conflict> conflicts) {
  public Proof {
    conflicts = List.copyOf(conflicts);
  }

  /** Threads that take part. */
  int threads() {
    return (int) conflicts.stream().map(conflict -> conflict.source().thread()).distinct().count();
  }
}
