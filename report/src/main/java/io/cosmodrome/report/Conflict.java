package io.cosmodrome.report;

import io.cosmodrome.analysis.TracedEvent;

/** Two conflicting events of different threads, the earlier one first: a step of a proof. */
public record Conflict(TracedEvent source, TracedEvent destination) {}
