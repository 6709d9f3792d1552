package io.cosmodrome.cli;

import static io.cosmodrome.check.Guarantee.TRANSACTIONS;
import static io.cosmodrome.check.Guarantee.WITNESS;

import io.cosmodrome.analysis.Coverage;
import io.cosmodrome.analysis.EngineVerdict;
import io.cosmodrome.analysis.TraceVerdict;
import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.check.CheckResult;
import io.cosmodrome.check.Violation;
import io.cosmodrome.check.Witness;
import io.cosmodrome.report.Report;
import io.cosmodrome.report.ReportText;
import io.cosmodrome.report.Style;
import io.cosmodrome.report.Text;
import java.util.IntSummaryStatistics;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is known about one trace, for people.
 *
 * <p>A line with the verdict; the figures of the engines when there are several; then up to {@value
 * #SHOWN} new findings, each with its shortest witness.
 */
final class TextReport {
  private static final int SHOWN = 3;

  private final Console console;
  private final Style style;

  TextReport(Console console) {
    this.console = console;
    this.style = console.style();
  }

  /**
   * Everything to print about one trace.
   *
   * @param report of the trace; not there if nobody wants more than the verdict
   */
  String render(String name, TraceVerdict verdict, Optional<Report> report) {
    StringBuilder text = new StringBuilder();
    Verdict judged = report.map(Report::verdict).orElse(verdict.verdict());
    Optional<ReportText> words = report.map(known -> new ReportText(known, style));
    text.append(name).append(": ").append(style.verdict(judged)).append(": ");
    text.append(headline(verdict, judged, report))
        .append(words.map(ReportText::judgedWords).orElse(""))
        .append(size(verdict.coverage()))
        .append('\n');
    if (console.verbosity() < 0) {
      return text.toString();
    }
    if (judged == Verdict.VIOLATION) {
      verdict.reasons().forEach(reason -> text.append("  note: ").append(reason).append('\n'));
    }
    if (verdict.engines().size() > 1) {
      appendEngines(text, verdict);
    }
    if (console.verbosity() > 0) {
      appendStatistics(text, verdict);
    }
    words.ifPresent(known -> text.append(known.triageNotes(console.verbosity() > 0)));
    if (verdict.verdict() == Verdict.VIOLATION) {
      words.ifPresent(known -> appendFindings(text, verdict, known));
      text.append('\n'); // sets it off from the next trace
    }
    return text.toString();
  }

  private static String size(Coverage coverage) {
    return " ("
        + Text.count(coverage.threads(), "thread")
        + ", "
        + Text.count(coverage.events(), "event")
        + ")";
  }

  private static String headline(TraceVerdict verdict, Verdict judged, Optional<Report> report) {
    Coverage coverage = verdict.coverage();
    boolean isViolated = verdict.verdict() == Verdict.VIOLATION;
    return switch (judged) {
      case OK ->
          (isViolated ? "no new violation in " : "no violation observed in ")
              + Text.count(coverage.blocks(), "block");
      case UNKNOWN ->
          String.join("; ", report.map(Report::reasons).orElse(verdict.reasons()))
              + (isViolated ? "; no new violation" : "");
      case VIOLATION -> violations(TraceReport.mostTelling(verdict), coverage);
    };
  }

  private static String violations(EngineVerdict engine, Coverage coverage) {
    CheckResult result = engine.result();
    long violated = result.violationCount();
    if (violated > 0) {
      return Text.number(violated)
          + " of "
          + Text.count(coverage.blocks(), "block")
          + (violated == 1 ? " was" : " were")
          + " not atomic"
          + proof(result.violations().stream().map(Violation::witness), violated == 1);
    }
    return "the run was not serializable"
        + proof(Stream.of(result.cycle()), true)
        + (engine.engine().guarantees(TRANSACTIONS)
            ? ", though no single block is to blame"
            : "; " + engine.engine().name() + " does not tell which blocks");
  }

  /** How long the proofs are, for those that have one. */
  private static String proof(Stream<Witness> witnesses, boolean isOne) {
    IntSummaryStatistics lengths =
        witnesses.filter(Witness::isPresent).mapToInt(Witness::length).summaryStatistics();
    if (lengths.getCount() == 0) {
      return "";
    }
    boolean isSame = lengths.getMin() == lengths.getMax();
    return ", proved by "
        + (isSame ? "" : Text.number(lengths.getMin()) + " to ")
        + Text.count(lengths.getMax(), "conflict")
        + (isOne ? "" : " each");
  }

  private static void appendEngines(StringBuilder text, TraceVerdict verdict) {
    Table table = new Table("engine", "verdict", "not serializable at", "violated blocks");
    for (EngineVerdict engine : verdict.engines()) {
      CheckResult result = engine.result();
      table.add(
          result.engine(),
          engine.verdict().name(),
          result.nonSerializable() ? "event " + result.cycleEvent() : "-",
          Text.number(result.violationCount()));
    }
    text.append(table.render("  "));
  }

  private static void appendStatistics(StringBuilder text, TraceVerdict verdict) {
    for (EngineVerdict engine : verdict.engines()) {
      engine
          .result()
          .statistics()
          .forEach(
              (key, value) ->
                  text.append("  ")
                      .append(engine.engine().name())
                      .append(": ")
                      .append(key)
                      .append(' ')
                      .append(Text.number(value))
                      .append('\n'));
    }
  }

  private void appendFindings(StringBuilder text, TraceVerdict verdict, ReportText words) {
    text.append(
        console.verbosity() > 0
            ? words.findings("\n")
            : words.newFindings(SHOWN, "\n", "; -v shows all"));
    EngineVerdict engine = TraceReport.mostTelling(verdict);
    CheckResult result = engine.result();
    if (!engine.engine().guarantees(WITNESS) && engine.isExplained()) {
      text.append("  the proof was found in a second look at the trace\n");
    }
    if (result.violationCount() > result.violations().size()) {
      text.append("\nof the violated blocks, ")
          .append(Text.number(result.violationCount() - result.violations().size()))
          .append(" were not looked at; see --limit\n");
    }
  }
}
