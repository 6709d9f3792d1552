package io.cosmodrome.generate;

/** Where the threads of a generated trace come from. */
public enum ForkJoin {
  /** Every thread exists from the start; no forks, no joins. */
  OFF,
  /** Any thread forks, and joins any thread that has ended; some exist from the start. */
  ANY,
  /** One thread at the start; every other is forked, and joined by its parent before that ends. */
  TREE
}
