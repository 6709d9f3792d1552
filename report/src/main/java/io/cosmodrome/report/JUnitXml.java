package io.cosmodrome.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.analysis.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Test results as build servers read them: a test case for each finding, which fails if the finding
 * is new and is skipped if it is known or suppressed, and one for the check itself, which is in
 * error if the verdict is unknown.
 */
final class JUnitXml {
  private JUnitXml() {}

  static void write(Report report, OutputStream out) throws IOException {
    long failures = count(report, Status.NEW);
    long skipped = report.findings().size() - failures;
    int errors = report.verdict() == Verdict.UNKNOWN ? 1 : 0;
    String counts =
        attribute("tests", Integer.toString(report.findings().size() + 1))
            + attribute("failures", Long.toString(failures))
            + attribute("errors", Integer.toString(errors))
            + attribute("skipped", Long.toString(skipped))
            + attribute("time", "0");
    StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text.append("<testsuites").append(attribute("name", "Cosmodrome")).append(counts);
    text.append(">\n  <testsuite").append(attribute("name", "Cosmodrome: " + report.subject()));
    text.append(counts).append(">\n");
    appendCheck(text, report);
    report.findings().forEach(finding -> append(text, finding));
    text.append("  </testsuite>\n</testsuites>\n");
    out.write(text.toString().getBytes(UTF_8));
  }

  private static long count(Report report, Status status) {
    return report.findings().stream().filter(finding -> finding.status() == status).count();
  }

  /** Nothing was found is a result only if something was checked. */
  private static void appendCheck(StringBuilder text, Report report) {
    text.append("    <testcase")
        .append(attribute("classname", "cosmodrome"))
        .append(attribute("name", "the run was checked"))
        .append(attribute("time", "0"))
        .append(">\n");
    if (report.verdict() == Verdict.UNKNOWN) {
      List<String> reasons = report.reasons();
      text.append("      <error")
          .append(attribute("message", reasons.isEmpty() ? "not checked" : reasons.get(0)))
          .append(attribute("type", Verdict.UNKNOWN.name()))
          .append('>')
          .append(escape(String.join("\n", reasons)))
          .append("</error>\n");
    }
    ReportText words = new ReportText(report, Style.PLAIN);
    List<String> lines = new ArrayList<>(List.of(words.figures()));
    if (report.verdict() != Verdict.UNKNOWN) {
      report.reasons().forEach(reason -> lines.add("note: " + reason));
    }
    words.leftOut().forEach(part -> lines.add("note: " + part));
    text.append("      <system-out>")
        .append(escape(String.join("\n", lines)))
        .append("</system-out>\n    </testcase>\n");
  }

  private static void append(StringBuilder text, Finding finding) {
    String label = finding.block().orElse("");
    int parameters = label.indexOf('(');
    int method = label.lastIndexOf('.', parameters < 0 ? label.length() : parameters);
    String name = label.isEmpty() ? Sentence.subject(finding) : label.substring(method + 1);
    text.append("    <testcase")
        .append(attribute("classname", method < 0 ? "cosmodrome" : label.substring(0, method)))
        .append(attribute("name", name + " [" + finding.id() + "]"))
        .append(attribute("time", "0"))
        .append(">\n      ");
    String details = FindingText.of(finding, Style.PLAIN);
    switch (finding.status()) {
      case NEW ->
          text.append("<failure")
              .append(attribute("message", Sentence.of(finding)))
              .append(attribute("type", finding.rule()))
              .append('>')
              .append(escape(details))
              .append("</failure>");
      case KNOWN ->
          text.append("<skipped").append(attribute("message", "in the baseline")).append("/>");
      case SUPPRESSED ->
          text.append("<skipped")
              .append(attribute("message", "suppressed: " + finding.reason().orElse("")))
              .append("/>");
    }
    if (finding.status() != Status.NEW) {
      text.append("\n      <system-out>").append(escape(details)).append("</system-out>");
    }
    text.append("\n    </testcase>\n");
  }

  private static String attribute(String name, String value) {
    return " " + name + "=\"" + escape(value).replace("\n", "&#10;").replace("\t", "&#9;") + "\"";
  }

  /** Characters that no XML can have become question marks in a box. */
  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            letter -> {
              switch (letter) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\r' -> escaped.append("&#13;");
                default -> escaped.appendCodePoint(isXml(letter) ? letter : 0xFFFD);
              }
            });
    return escaped.toString();
  }

  private static boolean isXml(int letter) {
    return letter == '\t'
        || letter == '\n'
        || (letter >= 0x20 && letter <= 0xD7FF)
        || (letter >= 0xE000 && letter <= 0xFFFD)
        || letter >= 0x10000;
  }
}
