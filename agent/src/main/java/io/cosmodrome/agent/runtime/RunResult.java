package io.cosmodrome.agent.runtime;

import io.cosmodrome.report.BlockCount;
import io.cosmodrome.report.Finding;
import io.cosmodrome.report.Text;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run has shown.
 *
 * @param counts how often each block ran, by label; empty for a part of a run
 * @param blocks how many blocks ran, on {@code threads} threads
 * @param conflicts accesses that met another thread's
 * @param failures of our own; what followed may be incomplete
 */
public record RunResult(
    List<Finding> findings,
    List<BlockCount> counts,
    long blocks,
    int threads,
    long conflicts,
    long failures,
    @Nullable Throwable firstFailure) {

  /**
   * The same run with what somebody else has found in it.
   *
   * @param violated how many blocks, by label
   */
  public RunResult withFindings(List<Finding> found, Map<String, Long> violated) {
    List<BlockCount> judged =
        counts.stream()
            .map(c -> new BlockCount(c.label(), c.runs(), violated.getOrDefault(c.label(), 0L)))
            .toList();
    return new RunResult(found, judged, blocks, threads, conflicts, failures, firstFailure);
  }

  /** How often the agent failed, and how the first time. */
  public String describeFailures() {
    if (firstFailure instanceof OutOfMemoryError) {
      return "the program ran out of memory, and the agent could not remember what happened ("
          + Text.count(failures, "time")
          + "); give it a larger heap (-Xmx)";
    }
    return Text.count(failures, "failure")
        + " of the agent, please report it; the first: "
        + first();
  }

  private String first() {
    if (firstFailure == null) {
      return "a volatile access that did not end";
    }
    StackTraceElement[] stack = firstFailure.getStackTrace();
    return stack.length == 0 ? firstFailure.toString() : firstFailure + " at " + stack[0];
  }
}
