package io.cosmodrome.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.analysis.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A summary for the page of a CI step: the verdict, what it rests on, a table of the findings, and
 * their witnesses folded. Of more than {@value #SHOWN} findings the first are told: such pages have
 * a limit.
 */
final class MarkdownSummary {
  private static final int SHOWN = 100;
  private static final Pattern TICKS = Pattern.compile("`+");

  private MarkdownSummary() {}

  static void write(Report report, OutputStream out) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append("## Cosmodrome: ").append(report.verdict()).append("\n\n");
    text.append(code(report.subject())).append(": ").append(headline(report)).append("\n\n");
    text.append("Was it really checked? ")
        .append(escape(new ReportText(report, Style.PLAIN).figures()));
    text.append(".\n");
    int first = report.verdict() == Verdict.UNKNOWN ? 1 : 0; // the headline has told it
    for (int i = first; i < report.reasons().size(); i++) {
      text.append("\n> ").append(escape(report.reasons().get(i))).append('\n');
    }
    for (Limit limit : report.checked().limits()) {
      text.append("\n> ").append(escape(limit.name() + ": " + limit.text())).append('\n');
    }
    List<Finding> findings = report.findings();
    List<Finding> shown = findings.subList(0, Math.min(SHOWN, findings.size()));
    if (!shown.isEmpty()) {
      appendTable(text, shown);
      shown.forEach(finding -> append(text, finding));
    }
    if (findings.size() > SHOWN) {
      text.append("\n… and ")
          .append(Text.count(findings.size() - SHOWN, "more finding"))
          .append(".\n");
    }
    out.write(text.toString().getBytes(UTF_8));
  }

  private static String headline(Report report) {
    return switch (report.verdict()) {
      case OK ->
          "no "
              + (report.findings().isEmpty() ? "" : "new ")
              + "violation observed in "
              + Text.count(report.checked().blocks(), "block")
              + ".";
      case VIOLATION -> Text.count(report.findings().size(), "finding") + ".";
      case UNKNOWN -> escape(report.reasons().get(0)) + ".";
    };
  }

  private static void appendTable(StringBuilder text, List<Finding> findings) {
    text.append("\n| finding | not atomic | broken by | shared data | seen | status | hint |\n");
    text.append("| --- | --- | --- | --- | ---: | --- | --- |\n");
    for (Finding finding : findings) {
      text.append("| ").append(finding.rule()).append(' ').append(finding.id());
      text.append(" | ").append(code(Sentence.subject(finding)));
      finding.location().ifPresent(at -> text.append(" ").append(escape(Names.place(at))));
      text.append(" | ").append(codes(Sentence.others(finding)));
      text.append(" | ").append(codes(targets(finding)));
      text.append(" | ").append(Text.number(finding.count()));
      text.append(" | ").append(finding.status().key());
      text.append(" | ").append(Hints.of(finding).pattern().orElse("")).append(" |\n");
    }
  }

  private static Set<String> targets(Finding finding) {
    Set<String> targets = new LinkedHashSet<>();
    for (Conflict conflict : finding.proof().map(Proof::conflicts).orElse(List.of())) {
      targets.add(conflict.source().target());
    }
    targets.remove("");
    return targets;
  }

  private static void append(StringBuilder text, Finding finding) {
    String witness = FindingText.of(finding, Style.PLAIN);
    int ticks =
        TICKS
            .matcher(witness)
            .results()
            .map(MatchResult::group)
            .mapToInt(String::length)
            .max()
            .orElse(0);
    String fence = "`".repeat(Math.max(3, ticks + 1)); // nothing inside can end it
    text.append("\n<details><summary>").append(escape(Sentence.of(finding)));
    text.append("</summary>\n\n").append(fence).append("text\n").append(witness).append(fence);
    text.append("\n\n</details>\n");
  }

  private static String codes(Set<String> names) {
    return names.stream().map(MarkdownSummary::code).collect(Collectors.joining(", "));
  }

  private static String code(String name) {
    return "<code>" + escape(name) + "</code>";
  }

  /** Names come from the program: whatever could mean something to Markdown or HTML is spelled. */
  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if ("&<>\"'|`*_[]{}\\~#!@$^=/".indexOf(letter) >= 0) {
        escaped.append("&#").append((int) letter).append(';');
      } else {
        escaped.append(Character.isISOControl(letter) ? ' ' : letter);
      }
    }
    return escaped.toString();
  }
}
