package io.cosmodrome.agent;

import io.cosmodrome.agent.instrument.Coverage;
import io.cosmodrome.agent.runtime.Recorder;
import io.cosmodrome.agent.runtime.RunResult;
import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.report.Checked;
import io.cosmodrome.report.Finding;
import io.cosmodrome.report.FindingText;
import io.cosmodrome.report.Report;
import io.cosmodrome.report.Style;
import io.cosmodrome.report.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** What is said at the end of a run: the findings, the verdict and what it rests on. */
final class Summary {
  private static final int SHOWN = 10;

  private final RunResult result;
  private final Coverage coverage;
  private final List<String> skipped;
  private final List<String> reasons;

  Summary(RunResult result, Coverage coverage) {
    this.result = result;
    this.coverage = coverage;
    this.skipped = coverage.skipped();
    this.reasons = reasons();
  }

  Verdict verdict() {
    if (!result.findings().isEmpty()) {
      return Verdict.VIOLATION;
    }
    return reasons.isEmpty() ? Verdict.OK : Verdict.UNKNOWN;
  }

  /** Why the verdict says less than it could, the gravest first, each with what to do about it. */
  private List<String> reasons() {
    List<String> list = new ArrayList<>();
    if (coverage.classes() == 0) {
      list.add("no class was instrumented; see the options include and exclude");
    } else if (result.threads() == 0) {
      list.add("no block that is meant to be atomic has run; see the option spec");
    } else if (result.threads() == 1) {
      list.add("blocks that are meant to be atomic ran on one thread only; try a run with more");
    }
    if (result.failures() > 0) {
      list.add(result.describeFailures());
    }
    if (!skipped.isEmpty()) {
      list.add(
          Text.number(skipped.size())
              + (skipped.size() == 1 ? " class or method" : " classes or methods")
              + " could not be instrumented; exclude what does not matter. The first: "
              + skipped.get(0));
    }
    if (coverage.unresolvedAccesses() > 0) {
      list.add(
          Text.number(coverage.unresolvedAccesses())
              + " places access fields of classes that cannot be found; put these on the class path");
    }
    return list;
  }

  /** The gravest of the reasons, or nothing. */
  String reason() {
    return reasons.isEmpty() ? "" : reasons.get(0);
  }

  // ---- for people ----

  /** The verdict and what it rests on. */
  String verdictLines() {
    String blocks =
        Text.count(result.blocks(), "block") + " on " + Text.count(result.threads(), "thread");
    String words =
        switch (verdict()) {
          case OK -> "no violation observed in " + blocks;
          case VIOLATION -> Text.count(result.findings().size(), "finding") + " in " + blocks;
          case UNKNOWN -> reasons.get(0);
        };
    return Text.wrap("cosmodrome: " + verdict() + ": " + words, "");
  }

  /** What is said after a recording; the verdict is left to whoever checks the trace. */
  String recorded(Recorder.Result recorded, Path trace) {
    String text =
        "cosmodrome: recorded "
            + Text.count(recorded.events(), "event")
            + " of "
            + Text.count(recorded.threads(), "thread")
            + "; to check them: cosmodrome check "
            + trace
            + "\n";
    return recorded.problem() == null
        ? text
        : text + "cosmodrome: the trace is not whole: " + recorded.problem() + "\n";
  }

  /**
   * Was it really checked?
   *
   * @param all whether to list everything that was skipped
   */
  String facts(boolean all) {
    StringBuilder text = new StringBuilder();
    int first = verdict() == Verdict.UNKNOWN ? 1 : 0;
    for (String reason : reasons.subList(Math.min(first, reasons.size()), reasons.size())) {
      text.append(Text.wrap("note: " + reason, ""));
    }
    if (all) {
      skipped.forEach(what -> text.append("skipped: ").append(what).append('\n'));
    }
    text.append("instrumented ")
        .append(Text.count(coverage.classes(), "class"))
        .append(" (")
        .append(Text.number(skipped.size()))
        .append(" skipped); ")
        .append(Text.count(result.blocks(), "block"))
        .append(" ran on ")
        .append(Text.count(result.threads(), "thread"))
        .append("; ")
        .append(Text.count(result.conflicts(), "access"))
        .append(" met another thread's\n");
    return text.toString();
  }

  /**
   * The findings.
   *
   * @param all whether to tell all of them
   */
  String findings(boolean all, Style style) {
    StringBuilder text = new StringBuilder();
    List<Finding> findings = result.findings();
    int shown = all ? findings.size() : Math.min(SHOWN, findings.size());
    findings.subList(0, shown).forEach(finding -> text.append(FindingText.of(finding, style)));
    if (shown < findings.size()) {
      text.append("... and ")
          .append(Text.count(findings.size() - shown, "more finding"))
          .append('\n');
    }
    return text.toString();
  }

  // ---- for programs ----

  Report report() {
    Checked checked =
        new Checked(
            OptionalLong.of(coverage.classes()),
            skipped,
            result.blocks(),
            result.threads(),
            OptionalLong.empty(),
            OptionalLong.of(result.conflicts()),
            result.failures());
    return new Report(
        subject(),
        "frontier",
        verdict(),
        reasons,
        checked,
        result.findings(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  /** The program's main class or jar with its arguments, where the JVM tells it. */
  private static String subject() {
    String command = System.getProperty("sun.java.command", "");
    return command.isEmpty() ? "a program" : command;
  }
}
