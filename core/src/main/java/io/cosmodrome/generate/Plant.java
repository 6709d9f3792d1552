package io.cosmodrome.generate;

/** What is planted, once, into a trace that is serializable otherwise. */
public enum Plant {
  NONE(0, 0),
  /** A block that is violated by one foreign access between two of its own. */
  VIOLATION(2, 7),
  /** Transactions that form a cycle, each entered late and left early: no block is violated. */
  CYCLE(2, 16);

  /** How many threads it takes at least. */
  final int threads;

  /** How many events it takes at most. */
  final int events;

  Plant(int threads, int events) {
    this.threads = threads;
    this.events = events;
  }
}
