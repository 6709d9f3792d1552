package io.cosmodrome.agent;

import io.cosmodrome.agent.runtime.Scope;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What code of the program can ask the agent while it runs: found by its name in the boot class
 * loader, without the agent on the class path, so only types of the JDK cross.
 */
public final class Live {
  private static volatile @Nullable AgentRun served;

  private Live() {}

  static void serve(AgentRun run) {
    served = run;
  }

  /**
   * Looks at what follows on its own, as far as this thread does it, the threads that it creates,
   * or threads that run its tasks.
   *
   * @param test name of the test that begins; null if it is none
   * @return for {@link #end}; null if there is no agent at work
   */
  public static @Nullable Object begin(@Nullable String test) {
    AgentRun run = served;
    return run == null ? null : run.runtime().open(Optional.ofNullable(test));
  }

  /**
   * Ends what was begun.
   *
   * @return {@code verdict}; {@code text}, the findings for people; {@code reason}, why the verdict
   *     says less than it could; {@code report}, the directory where the report will be
   */
  public static Map<String, String> end(Object begun) {
    AgentRun run = served;
    if (run == null) {
      throw new IllegalStateException("there is no agent at work");
    }
    return run.outcome(run.runtime().close((Scope) begun));
  }

  /**
   * Runs a small program that is not atomic, and leaves no trace of it.
   *
   * @return nothing if the agent has noticed, else what went wrong
   */
  public static String control() throws InterruptedException {
    AgentRun run = served;
    return run == null ? "there is no agent at work" : new PositiveControl(run.runtime()).check();
  }

  /**
   * Writes the report of a run that goes on.
   *
   * @return where it is
   * @throws IllegalStateException if there is none to be written
   */
  static Path writeReport() {
    AgentRun run = served;
    if (run == null) {
      throw new IllegalStateException("there is no agent at work in that JVM");
    }
    return run.writeReport();
  }
}
