package io.cosmodrome.junit;

import org.jspecify.annotations.Nullable;

/** Checks a piece of code, in whatever test framework. The JVM must run with the agent. */
public final class Cosmodrome {
  private static final StackWalker CALLERS =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private Cosmodrome() {}

  /** A piece of code. */
  @FunctionalInterface
  public interface Action {
    void run() throws Throwable;
  }

  /**
   * Runs the action and throws if something in it was not atomic, in this thread, in threads that
   * it creates, or in those that run its tasks. Wait in the action for what it starts.
   *
   * @return what was seen; {@code UNKNOWN} if nothing can be concluded, such as if all of it ran on
   *     one thread
   * @throws AtomicityError with the proof; or if there is no agent or it does not work; or, if the
   *     property {@code cosmodrome.failOnUnknown} is true, if nothing can be concluded
   * @throws Throwable what the action throws
   */
  public static Outcome check(Action action) throws Throwable {
    AgentLink agent = AgentLink.require(Advice.include(CALLERS.getCallerClass()));
    @Nullable Object begun = agent.begin(null);
    if (begun == null) {
      throw new IllegalStateException("the agent has gone");
    }
    Outcome outcome;
    try {
      action.run();
    } finally {
      outcome = agent.end(begun);
    }
    outcome.demand();
    return outcome;
  }
}
