package io.cosmodrome.examples;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.cosmodrome.analysis.Analysis;
import io.cosmodrome.analysis.AnalysisOptions;
import io.cosmodrome.analysis.TraceVerdict;
import io.cosmodrome.check.CheckOptions;
import io.cosmodrome.check.CheckResult;
import io.cosmodrome.check.Violation;
import io.cosmodrome.format.ReadOptions;
import io.cosmodrome.format.TraceFile;
import io.cosmodrome.format.TraceFormats;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * What the agent wrote down at the end of a run, or what its trace shows.
 *
 * @param found one for each finding
 */
record Findings(String verdict, List<Finding> found) {
  /** The text of a finding that blames nobody. */
  static final String NON_SERIALIZABLE = "NON-SERIALIZABLE";

  private static final String NO_CULPRIT = "ATOM003";

  private record Finding(String rule, String block, List<String> around) {}

  /** Reads the results in the agent's output directory. */
  static Findings in(Path directory) throws IOException {
    String verdict = "";
    List<Finding> findings = new ArrayList<>();
    try (JsonParser json =
        new JsonFactory().createParser(directory.resolve("report.json").toFile())) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        json.nextToken();
        if (field.equals("verdict")) {
          verdict = json.getText();
        } else if (field.equals("findings")) {
          while (json.nextToken() == JsonToken.START_OBJECT) {
            findings.add(finding(json));
          }
        } else {
          json.skipChildren();
        }
      }
    }
    return new Findings(verdict, findings);
  }

  /**
   * Checks a trace; the innermost of the blocks that one event violated is told with the others.
   */
  static Findings inTrace(Path file) throws IOException {
    try (TraceFile trace = TraceFormats.open(file, ReadOptions.DEFAULT.withStrict(true))) {
      AnalysisOptions all =
          AnalysisOptions.DEFAULT.withCheck(CheckOptions.DEFAULT.withLimit(Integer.MAX_VALUE));
      TraceVerdict verdict = Analysis.check(trace, all);
      CheckResult result = verdict.engines().get(0).result();
      List<Finding> findings = new ArrayList<>();
      for (Violation violation : result.violations()) {
        List<Violation> together =
            result.violations().stream()
                .filter(v -> v.thread() == violation.thread() && v.at() == violation.at())
                .sorted(Comparator.comparingInt(Violation::depth).reversed())
                .toList();
        if (together.get(0).equals(violation)) {
          List<String> labels =
              together.stream().map(v -> verdict.symbols().labels().name(v.label())).toList();
          findings.add(new Finding("", labels.get(0), labels.subList(1, labels.size())));
        }
      }
      if (result.nonSerializable() && findings.isEmpty()) {
        findings.add(new Finding(NO_CULPRIT, "", List.of()));
      }
      return new Findings(verdict.verdict().toString(), findings);
    }
  }

  private static Finding finding(JsonParser json) throws IOException {
    String rule = "";
    String block = "";
    List<String> around = new ArrayList<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      json.nextToken();
      switch (field) {
        case "rule" -> rule = json.getText();
        case "block" -> block = json.getText();
        case "around" -> {
          while (json.nextToken() == JsonToken.VALUE_STRING) {
            around.add(json.getText());
          }
        }
        default -> json.skipChildren();
      }
    }
    return new Finding(rule, block, around);
  }

  /** As in the comments of examples, with the line in the labels of synchronized blocks. */
  TreeSet<String> texts(Example example) {
    TreeSet<String> texts = new TreeSet<>();
    for (Finding finding : found) {
      if (finding.rule.equals(NO_CULPRIT)) {
        texts.add(NON_SERIALIZABLE);
      } else {
        String block = shorten(finding.block, example);
        texts.add(block);
        finding.around.forEach(outer -> texts.add(around(shorten(outer, example), block)));
      }
    }
    return texts;
  }

  static String around(String outer, String inner) {
    return outer + " around " + inner;
  }

  private static String shorten(String label, Example example) {
    return label.replace(example.className() + "$", "").replace(example.name() + "$", "");
  }
}
