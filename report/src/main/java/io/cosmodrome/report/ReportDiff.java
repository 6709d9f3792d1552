package io.cosmodrome.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What has changed between two runs, by fingerprints. Findings that are suppressed are left out: as
 * if they were not there. Not to be seen in a run is not to be repaired: another schedule may show
 * it again.
 *
 * @param added findings of the new run only
 * @param fixed findings of the old run only
 * @param still findings of both, as they are in the new run
 */
public record ReportDiff(List<Finding> added, List<Finding> fixed, List<Finding> still) {
  private static final int FORMAT = 1;

  public static ReportDiff of(Report before, Report after) {
    List<Finding> old = relevant(before);
    List<Finding> present = relevant(after);
    return new ReportDiff(
        present.stream().filter(isAmong(old).negate()).toList(),
        old.stream().filter(isAmong(present).negate()).toList(),
        present.stream().filter(isAmong(old)).toList());
  }

  private static List<Finding> relevant(Report report) {
    return report.findings().stream()
        .filter(finding -> finding.status() != Status.SUPPRESSED)
        .toList();
  }

  private static Predicate<Finding> isAmong(List<Finding> findings) {
    Set<String> fingerprints =
        findings.stream().map(Finding::fingerprint).collect(Collectors.toSet());
    return finding -> fingerprints.contains(finding.fingerprint());
  }

  /** For people: new findings with their proofs, the others a line each. */
  public String text(Style style) {
    StringBuilder text = new StringBuilder();
    added.forEach(finding -> text.append(FindingText.of(finding, style)).append('\n'));
    appendLines(text, "fixed", fixed, style);
    appendLines(text, "still", still, style);
    return text.append(Text.number(added.size()))
        .append(" new, ")
        .append(Text.number(fixed.size()))
        .append(" fixed, ")
        .append(Text.number(still.size()))
        .append(" still there\n")
        .toString();
  }

  private static void appendLines(
      StringBuilder text, String word, List<Finding> findings, Style style) {
    String start = word + ": ";
    findings.forEach(
        finding ->
            text.append(start)
                .append(FindingText.line(finding, style, start.length()))
                .append('\n'));
  }

  /** For programs: one object on a line, in UTF-8; the stream stays open. */
  public void writeJson(OutputStream out) throws IOException {
    try (JsonLine line = new JsonLine(out)) {
      JsonGenerator json = line.json();
      json.writeNumberField("format", FORMAT);
      write(json, "new", added);
      write(json, "fixed", fixed);
      write(json, "still", still);
    }
  }

  private static void write(JsonGenerator json, String key, List<Finding> findings)
      throws IOException {
    json.writeArrayFieldStart(key);
    for (Finding finding : findings) {
      json.writeStartObject();
      json.writeStringField("fingerprint", finding.fingerprint());
      json.writeStringField("rule", finding.rule());
      json.writeStringField("block", finding.block().orElse(null));
      json.writeNumberField("count", finding.count());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
