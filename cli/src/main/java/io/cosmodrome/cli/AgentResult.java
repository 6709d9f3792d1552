package io.cosmodrome.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.cosmodrome.analysis.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the agent wrote down at the end of a run.
 *
 * @param blocks labels of the blocks that were not atomic
 */
record AgentResult(Verdict verdict, List<String> blocks) {
  private static final String FILE = "report.json";
  private static final int DEPTH = 8;

  /**
   * The results in an output directory that are not older than {@code since}.
   *
   * @param output as the option of the agent; from a % on its name is the agent's business
   * @param since milliseconds since 1970
   */
  static List<AgentResult> in(String output, long since) throws IOException {
    List<AgentResult> results = new ArrayList<>();
    for (Path file : files(output)) {
      if (Files.getLastModifiedTime(file).toMillis() >= since) {
        results.add(read(file));
      }
    }
    return results;
  }

  private static List<Path> files(String output) throws IOException {
    int changing = output.indexOf('%');
    if (changing < 0) {
      Path file = Path.of(output, FILE);
      return Files.exists(file) ? List.of(file) : List.of();
    }
    int end = output.substring(0, changing).lastIndexOf('/');
    Path directory = Path.of(end < 0 ? "." : output.substring(0, end + 1));
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files =
        Files.find(
            directory, DEPTH, (file, facts) -> file.endsWith(FILE) && facts.isRegularFile())) {
      return files.sorted().toList();
    }
  }

  private static AgentResult read(Path file) throws IOException {
    @Nullable Verdict verdict = null;
    List<String> blocks = new ArrayList<>();
    try (JsonParser json = new JsonFactory().createParser(file.toFile())) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.FIELD_NAME && json.currentName().equals("verdict")) {
          verdict = Verdict.valueOf(json.nextTextValue());
        } else if (token == JsonToken.FIELD_NAME && json.currentName().equals("block")) {
          if (json.nextToken() == JsonToken.VALUE_STRING) {
            blocks.add(json.getText());
          }
        }
      }
    }
    if (verdict == null) {
      throw new IOException(file + " has no verdict");
    }
    return new AgentResult(verdict, blocks);
  }

  /** Of several JVMs: a violation in any, else whatever was checked. */
  static Verdict verdict(List<AgentResult> results) {
    for (Verdict verdict : List.of(Verdict.VIOLATION, Verdict.OK)) {
      if (results.stream().anyMatch(result -> result.verdict == verdict)) {
        return verdict;
      }
    }
    return Verdict.UNKNOWN;
  }
}
