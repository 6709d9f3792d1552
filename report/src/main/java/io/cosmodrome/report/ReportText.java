package io.cosmodrome.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.analysis.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A report for people: the findings, the verdict and what it rests on; at most {@value Text#WIDTH}
 * columns wide, but for words that are longer.
 */
public final class ReportText {
  private static final String PAGE = "html";

  private final Report report;
  private final Style style;

  public ReportText(Report report, Style style) {
    this.report = report;
    this.style = style;
  }

  /** The whole report, as a file has it. */
  static void write(Report report, OutputStream out) throws IOException {
    ReportText text = new ReportText(report, Style.PLAIN);
    out.write((text.findings("") + text.verdict() + text.facts(true)).getBytes(UTF_8));
  }

  /**
   * All findings, also those that are known or suppressed.
   *
   * @param between before each finding
   */
  public String findings(String between) {
    return report.findings().stream()
        .map(finding -> between + FindingText.of(finding, style))
        .collect(Collectors.joining());
  }

  /**
   * The new findings, so many at the most, and what else there is.
   *
   * @param between before each finding, and before what else there is
   * @param more how to see them all
   */
  public String newFindings(int most, String between, String more) {
    StringBuilder text = new StringBuilder();
    List<Finding> findings =
        report.findings().stream().filter(finding -> finding.status() == Status.NEW).toList();
    int shown = Math.min(most, findings.size());
    for (Finding finding : findings.subList(0, shown)) {
      text.append(between).append(FindingText.of(finding, style));
    }
    List<String> others = new ArrayList<>();
    if (shown < findings.size()) {
      others.add(Text.count(findings.size() - shown, "more finding"));
    }
    others.addAll(judged());
    if (!others.isEmpty()) {
      String start = shown > 0 ? "... and " : "";
      text.append(between).append(start).append(String.join(", ", others)).append(more);
      text.append('\n');
    }
    return text.toString();
  }

  /** {@code 3 known}, {@code 1 suppressed}. */
  private List<String> judged() {
    List<String> parts = new ArrayList<>();
    for (Status status : List.of(Status.KNOWN, Status.SUPPRESSED)) {
      if (report.count(status) > 0) {
        parts.add(Text.number(report.count(status)) + " " + status.key());
      }
    }
    return parts;
  }

  /** The verdict in words. */
  public String verdict() {
    Checked checked = report.checked();
    String blocks =
        Text.count(checked.blocks(), "block") + " on " + Text.count(checked.threads(), "thread");
    boolean areAllNew = report.count(Status.NEW) == report.findings().size();
    String words =
        switch (report.verdict()) {
          case OK -> (areAllNew ? "no violation observed in " : "no new violation in ") + blocks;
          case VIOLATION ->
              Text.count(report.count(Status.NEW), areAllNew ? "finding" : "new finding")
                  + " in "
                  + blocks;
          case UNKNOWN -> report.reasons().get(0) + (areAllNew ? "" : "; no new violation");
        };
    return Text.wrap(
        "cosmodrome: "
            + style.verdict(report.verdict())
            + ": "
            + words
            + judgedWords()
            + checked.limitNames(),
        "");
  }

  /** {@code ; 3 known, 1 suppressed}, or nothing. */
  public String judgedWords() {
    return judged().isEmpty() ? "" : "; " + String.join(", ", judged());
  }

  /**
   * Was it really checked?
   *
   * @param all whether to list everything that was skipped, and that is gone
   */
  public String facts(boolean all) {
    List<String> reasons = report.reasons();
    int told = report.verdict() == Verdict.UNKNOWN ? 1 : 0; // with the verdict
    StringBuilder text = new StringBuilder();
    for (String reason : reasons.subList(Math.min(told, reasons.size()), reasons.size())) {
      text.append(Text.wrap("note: " + reason, ""));
    }
    for (Limit limit : report.checked().limits()) {
      text.append(Text.wrap("note: " + limit.name() + ": " + limit.text(), ""));
    }
    text.append(triageNotes(all));
    List<String> skipped = report.checked().skipped();
    if (all) {
      skipped.forEach(what -> text.append(Text.wrap("skipped: " + what, "")));
      report
          .checked()
          .unmodelled()
          .forEach(what -> text.append(Text.wrap("not modelled: " + what, "")));
    } else if (!skipped.isEmpty() && reasons.stream().noneMatch(r -> r.contains(skipped.get(0)))) {
      String others = skipped.size() == 1 ? "" : ", and " + (skipped.size() - 1) + " more";
      text.append(Text.wrap("note: not looked at: " + skipped.get(0) + others, ""));
    }
    text.append(Text.wrap(figures(), ""));
    if (all && !report.command().isEmpty()) {
      text.append("to run it again: ")
          .append(report.command())
          .append('\n'); // in one line, to copy
    }
    return text.toString();
  }

  /**
   * What is left over in the files of known and suppressed findings.
   *
   * @param all whether to list what is gone
   */
  public String triageNotes(boolean all) {
    StringBuilder text = new StringBuilder();
    for (Suppression unused : report.unused()) {
      String line = "\"" + unused.pattern() + "\" (line " + unused.line() + ")";
      text.append(Text.wrap("note: the suppression " + line + " fits no finding", ""));
    }
    List<KnownFinding> gone = report.gone();
    if (all) {
      for (KnownFinding known : gone) {
        String what = (known.rule() + " " + known.block()).stripTrailing();
        text.append(Text.wrap("not seen: " + what + " [" + known.fingerprint() + "]", ""));
      }
    } else if (!gone.isEmpty()) {
      String were = gone.size() == 1 ? " was" : " were";
      String what = Text.count(gone.size(), "finding") + " of the baseline" + were + " not seen";
      text.append("note: ").append(what).append('\n');
    }
    return text.toString();
  }

  /** What was not looked at, on purpose or because it could not be, each in a sentence. */
  List<String> leftOut() {
    Checked checked = report.checked();
    List<String> parts = new ArrayList<>();
    checked.limits().forEach(limit -> parts.add(limit.name() + ": " + limit.text()));
    checked.skipped().forEach(what -> parts.add("skipped: " + what));
    checked.unmodelled().forEach(what -> parts.add("not modelled: " + what));
    return parts;
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
    if (!checked.unmodelled().isEmpty()) {
      text.append("; calls of ")
          .append(Text.count(checked.unmodelled().size(), "method"))
          .append(" are not modelled");
    }
    return text.toString();
  }

  /**
   * Where to read on, on a line: the page, at the first new finding, or else another of these
   * files.
   *
   * @param files at least one, that were written
   */
  public String link(List<ReportFile> files) {
    for (ReportFile file : files) {
      if (file.format().name().equals(PAGE)) {
        String anchor =
            report.findings().stream()
                .filter(finding -> finding.status() == Status.NEW)
                .findFirst()
                .map(finding -> "#ATOM-" + finding.id())
                .orElse("");
        return "report: " + file.path() + anchor + "\n";
      }
    }
    ReportFile last = files.get(files.size() - 1);
    return "report: " + last.path() + "\n";
  }
}
