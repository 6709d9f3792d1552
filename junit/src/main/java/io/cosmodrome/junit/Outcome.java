package io.cosmodrome.junit;

import java.util.Map;

/**
 * What the agent has seen in a test, or in another part of a run.
 *
 * @param verdict of what ran in it
 * @param text the findings for people, empty if there are none
 * @param reason why the verdict says less than it could, empty if it does not
 * @param report the directory where the report of the whole JVM will be when it is over
 */
public record Outcome(Verdict verdict, String text, String reason, String report) {
  private static final String FAIL_ON_UNKNOWN = "cosmodrome.failOnUnknown";

  /** As the agent and the command have it. */
  public enum Verdict {
    /** No violation was observed. Another run may have one. */
    OK,
    /** Something was not atomic. */
    VIOLATION,
    /** Nothing can be concluded. */
    UNKNOWN
  }

  static Outcome of(Map<String, String> said) {
    return new Outcome(
        Verdict.valueOf(said.getOrDefault("verdict", "UNKNOWN")),
        said.getOrDefault("text", ""),
        said.getOrDefault("reason", ""),
        said.getOrDefault("report", ""));
  }

  /** Throws if there is a violation, and for UNKNOWN if that is asked for. */
  void demand() {
    if (verdict == Verdict.VIOLATION) {
      throw new AtomicityError("not atomic\n" + text + "report: " + report);
    }
    if (verdict == Verdict.UNKNOWN && Boolean.getBoolean(FAIL_ON_UNKNOWN)) {
      throw new AtomicityError("cosmodrome: UNKNOWN: " + reason);
    }
  }
}
