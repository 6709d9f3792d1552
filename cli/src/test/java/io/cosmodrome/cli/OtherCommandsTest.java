package io.cosmodrome.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.generate.Family;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** stats, validate, generate and demo. */
class OtherCommandsTest {
  @TempDir Path directory;

  @Test
  void stats_countEverything() throws IOException {
    Path file = Traces.write(directory, "a.std", Traces.VIOLATION);

    Cli.Result result = Cli.run("stats", file);

    assertThat(result.exitCode()).isZero();
    Golden.check("stats.txt", result.out().replace(directory + "/", ""));
  }

  @Test
  void statsAsJson_areALineATrace() {
    Path file = Traces.write(directory, "a.std", Traces.CLEAN);

    Cli.Result result = Cli.run("stats", "--json", file, file);

    assertThat(result.out()).hasLineCount(2);
    assertThat(result.out())
        .startsWith(
            "{\"format\":1,\"trace\":\"" + file + "\",\"events\":6,\"eventsByKind\":{\"r\":0,")
        .endsWith(
            "\"threads\":2,\"variables\":1,\"localVariables\":0,\"localAccesses\":0,\"locks\":0,"
                + "\"blocks\":2,\"maxDepth\":1,\"labels\":[{\"label\":\"A\",\"blocks\":1},"
                + "{\"label\":\"B\",\"blocks\":1}]}\n");
  }

  @Test
  void statsOfAMalformedTrace_areExitCode3() {
    Path file = Traces.write(directory, "a.std", Traces.MALFORMED);

    Cli.Result result = Cli.run("stats", file);

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.err()).startsWith(file + ": line 2: expected").hasLineCount(1);
  }

  @Test
  void validate_tellsTheFirstOffence() {
    Path good = Traces.write(directory, "1.std", Traces.VIOLATION);
    Path bad = Traces.write(directory, "2.std", "T0|begin(A)\nT0|end(B)\nT0|end\n");

    Cli.Result result = Cli.run("validate", directory);

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.out()).isEqualTo(good + ": well-formed, 7 events\n");
    assertThat(result.err())
        .isEqualTo(bad + ": event 1: T0 ends block B, but its innermost block is block A\n");
    assertThat(Cli.run("validate", good).exitCode()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void everyFamily_canBeGeneratedAndIsWellFormed(Family family) {
    Path file = directory.resolve("a.std");

    Cli.Result result =
        Cli.run("generate", "--family", family.displayName(), "--events", 300, "-o", file);

    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    assertThat(Cli.run("validate", file).out()).isEqualTo(file + ": well-formed, 300 events\n");
  }

  @Test
  void generate_givesTheSameTraceForTheSameOptions() {
    Object[] options = {"generate", "--seed", 7, "--threads", 3, "-o", "-", "--to", "std"};

    Cli.Result result = Cli.run(options);

    assertThat(result.out()).hasLineCount(1000).isEqualTo(Cli.run(options).out());
    options[2] = 8;
    assertThat(result.out()).isNotEqualTo(Cli.run(options).out());
  }

  @Test
  void generate_explainsOptionsThatDoNotGoTogether() {
    Cli.Result result = Cli.run("generate", "--threads", 1, "-o", "-", "--to", "std");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("threads");
  }

  @Test
  void generateHelp_listsFamilies() {
    String help = Cli.run("generate", "--help").out().replaceAll("\\s+", " ");

    for (Family family : Family.values()) {
      assertThat(help).contains(" " + family.displayName() + " " + family.description());
    }
  }
}
