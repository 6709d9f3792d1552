package io.cosmodrome.agent.instrument;

/** How much of a class is instrumented. */
enum Part {
  /** All of it, as it is loaded. */
  ALL,

  /**
   * With a budget, what a class has even if it has no turn, as it is loaded: calls that say that
   * what the thread has done was in vain ({@link Effect#isAlwaysHeard}), and those that must not
   * show or skip what is ours.
   */
  KEPT,

  /**
   * With a budget, what a class gets for its turn. Nothing is added but instructions, and only what
   * can be left out without harm: accesses, monitors, blocks, threads.
   */
  TURN
}
