package io.cosmodrome.report;

import io.cosmodrome.analysis.TracedEvent;

/**
 * Two conflicting events of different threads, the earlier one first: a step of a proof.
 *
 * @param racing whether the two are accesses of which nothing that was seen puts one before the
 *     other, and that were not noted in one step with being done: then they may have happened the
 *     other way round. Never so in a trace, which is taken at its word.
 */
public record Conflict(TracedEvent source, TracedEvent destination, boolean racing) {
  /** A conflict whose order is certain. */
  public Conflict(TracedEvent source, TracedEvent destination) {
    this(source, destination, false);
  }
}
