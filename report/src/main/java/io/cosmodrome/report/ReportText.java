package io.cosmodrome.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.analysis.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * A report for people: the findings, the verdict and what it rests on; at most {@value Text#WIDTH}
 * columns wide, but for names and reasons that are longer.
 */
public final class ReportText {
  private final Report report;
  private final Style style;

  public ReportText(Report report, Style style) {
    this.report = report;
    this.style = style;
  }

  /** The whole report, as a file has it. */
  static void write(Report report, OutputStream out) throws IOException {
    ReportText text = new ReportText(report, Style.PLAIN);
    String all = text.findings(Integer.MAX_VALUE) + text.verdict() + text.facts(true);
    out.write(all.getBytes(UTF_8));
  }

  /** The findings, so many at the most, and how many more there are. */
  public String findings(int most) {
    StringBuilder text = new StringBuilder();
    List<Finding> findings = report.findings();
    int shown = Math.min(most, findings.size());
    findings.subList(0, shown).forEach(finding -> text.append(FindingText.of(finding, style)));
    if (shown < findings.size()) {
      text.append("... and ")
          .append(Text.count(findings.size() - shown, "more finding"))
          .append('\n');
    }
    return text.toString();
  }

  /** The verdict in words. */
  public String verdict() {
    Checked checked = report.checked();
    String blocks =
        Text.count(checked.blocks(), "block") + " on " + Text.count(checked.threads(), "thread");
    String words =
        switch (report.verdict()) {
          case OK -> "no violation observed in " + blocks;
          case VIOLATION -> Text.count(report.findings().size(), "finding") + " in " + blocks;
          case UNKNOWN -> report.reasons().get(0);
        };
    return Text.wrap("cosmodrome: " + style.verdict(report.verdict()) + ": " + words, "");
  }

  /**
   * Was it really checked?
   *
   * @param all whether to list everything that was skipped
   */
  public String facts(boolean all) {
    StringBuilder text = new StringBuilder();
    List<String> reasons = report.reasons();
    int told = report.verdict() == Verdict.UNKNOWN ? 1 : 0;
    for (String reason : reasons.subList(Math.min(told, reasons.size()), reasons.size())) {
      text.append(Text.wrap("note: " + reason, ""));
    }
    if (all) {
      report
          .checked()
          .skipped()
          .forEach(what -> text.append("skipped: ").append(what).append('\n'));
    }
    return text.append(figures()).append('\n').toString();
  }

  /** What the verdict rests on, in a line. */
  String figures() {
    Checked checked = report.checked();
    StringBuilder text = new StringBuilder();
    checked
        .classes()
        .ifPresent(
            classes ->
                text.append("instrumented ")
                    .append(Text.count(classes, "class"))
                    .append(" (")
                    .append(Text.number(checked.skipped().size()))
                    .append(" skipped); "));
    text.append(Text.count(checked.blocks(), "block"))
        .append(" ran on ")
        .append(Text.count(checked.threads(), "thread"));
    checked.events().ifPresent(events -> text.append("; ").append(Text.count(events, "event")));
    checked
        .conflicts()
        .ifPresent(
            conflicts ->
                text.append("; ")
                    .append(Text.count(conflicts, "access"))
                    .append(" met another thread's"));
    return text.toString();
  }
}
