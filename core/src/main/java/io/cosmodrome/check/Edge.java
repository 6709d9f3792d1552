package io.cosmodrome.check;

/** Two conflicting events of different threads, by their positions, the earlier one first. */
public record Edge(long source, long destination) {}
