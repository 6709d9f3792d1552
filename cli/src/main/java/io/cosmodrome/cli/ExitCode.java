package io.cosmodrome.cli;

import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.report.Report;

/** What the process returns. Part of the public interface: scripts and CI depend on it. */
final class ExitCode {
  static final int OK = 0;
  static final int VIOLATION = 1;
  static final int USAGE = 2;
  static final int UNKNOWN = 3;
  static final int INTERNAL = 4;

  private ExitCode() {}

  static int of(Verdict verdict) {
    return switch (verdict) {
      case OK -> OK;
      case VIOLATION -> VIOLATION;
      case UNKNOWN -> UNKNOWN;
    };
  }

  /**
   * Of a report: a violation counts if it is new.
   *
   * @param accepted whether all findings are known from now on
   */
  static int of(Report report, boolean accepted) {
    int code = of(report.verdict());
    return code == VIOLATION && accepted ? OK : code;
  }

  /** The one that counts when several traces were looked at: the greater it is, the graver. */
  static int worst(int one, int other) {
    return Math.max(one, other);
  }
}
