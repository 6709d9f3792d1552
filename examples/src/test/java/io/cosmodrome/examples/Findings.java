package io.cosmodrome.examples;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * What the agent wrote down at the end of a run.
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
        new JsonFactory().createParser(directory.resolve("findings.json").toFile())) {
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
