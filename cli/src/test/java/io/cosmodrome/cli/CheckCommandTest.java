package io.cosmodrome.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckCommandTest {
  @TempDir Path directory;

  @Test
  void violation_isExitCode1() {
    Cli.Result result = Cli.run("check", trace("a.std", Traces.VIOLATION));

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out()).contains("a.std: VIOLATION: 2 of 2 blocks were not atomic");
    assertThat(result.err()).isEmpty();
  }

  @Test
  void noViolation_isExitCode0() {
    Cli.Result result = Cli.run("check", trace("a.std", Traces.CLEAN));

    assertThat(result.exitCode()).isZero();
    assertThat(result.out())
        .endsWith("a.std: OK: no violation observed in 2 blocks (2 threads, 6 events)\n");
  }

  @Test
  void nothingChecked_isExitCode3() {
    Cli.Result result = Cli.run("check", trace("a.std", Traces.NO_BLOCKS));

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.out())
        .contains("a.std: UNKNOWN: nothing was checked: the trace has no block");
  }

  @Test
  void malformedTrace_isOneLineAndExitCode3() {
    Path file = trace("a.std", Traces.MALFORMED);

    Cli.Result result = Cli.run("check", file);

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).startsWith(file + ": line 2: expected ").hasLineCount(1);
  }

  @Test
  void malformedTraceWithMuchVerbosity_hasAStackTrace() {
    Path file = trace("a.std", Traces.MALFORMED);

    assertThat(Cli.run("check", "-v", file).err()).hasLineCount(1);
    assertThat(Cli.run("check", "-vv", file).err())
        .startsWith(file + ": line 2: expected ")
        .contains("MalformedTraceException", "\tat io.cosmodrome.format.");
  }

  @Test
  void traceThatNoRunHas_isOneLineAndExitCode3() {
    Path file = trace("a.std", "T0|acq(m)\nT1|acq(m)\n");

    Cli.Result result = Cli.run("check", file);

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.err()).isEqualTo(file + ": event 1: T1 acquires lock m, which T0 holds\n");
  }

  @Test
  void missingFile_isExitCode3AndTheOthersAreChecked() {
    Path clean = trace("a.std", Traces.CLEAN);

    Cli.Result result = Cli.run("check", directory.resolve("no.std"), clean);

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.err()).isEqualTo(directory.resolve("no.std") + ": no such file\n");
    assertThat(result.out()).startsWith(clean + ": OK").endsWith("2 traces: 1 OK, 1 not checked\n");
  }

  @ParameterizedTest
  @CsvSource({"CLEAN, VIOLATION, 1", "VIOLATION, NO_BLOCKS, 3", "VIOLATION, MALFORMED, 3"})
  void ofSeveralTraces_theGravestExitCodeCounts(String one, String other, int exitCode) {
    Path first = trace("1.std", named(one));
    Path second = trace("2.std", named(other));

    assertThat(Cli.run("check", first, second).exitCode()).isEqualTo(exitCode);
    assertThat(Cli.run("check", second, first).exitCode()).isEqualTo(exitCode);
  }

  @Test
  void exitZero_makesVerdictsSucceedButNotBadInput() {
    Path violation = trace("1.std", Traces.VIOLATION);
    Path unknown = trace("2.std", Traces.NO_BLOCKS);
    Path malformed = trace("3.std", Traces.MALFORMED);

    assertThat(Cli.run("check", "--exit-zero", violation, unknown).exitCode()).isZero();
    assertThat(Cli.run("check", "--exit-zero", malformed).exitCode()).isEqualTo(3);
  }

  @Test
  void directory_isSearchedInOrderForKnownSuffixes() throws IOException {
    trace("b/2.std", Traces.CLEAN);
    trace("b/1.std", Traces.VIOLATION);
    trace("notes.txt", "not a trace");
    Path zipped = directory.resolve("a.std.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
      out.write(Traces.CLEAN.getBytes(UTF_8));
    }

    Cli.Result result = Cli.run("check", "-q", directory);

    assertThat(result.out().lines().map(line -> line.substring(0, line.indexOf(": "))))
        .containsExactly(
            zipped.toString(),
            directory.resolve("b/1.std").toString(),
            directory.resolve("b/2.std").toString(),
            "3 traces");
  }

  @Test
  void directoryWithoutTraces_isNotClean() {
    trace("notes.txt", "not a trace");

    Cli.Result result = Cli.run("check", directory);

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.err()).startsWith(directory + ": no trace in this directory; known suffixes");
  }

  @Test
  void jobs_keepTheOrderOfTheInputs() {
    for (int i = 10; i < 60; i++) {
      trace(i + ".std", i % 2 == 0 ? Traces.CLEAN : Traces.VIOLATION);
    }

    Cli.Result parallel = Cli.run("check", "-j", 4, directory);

    assertThat(parallel).usingRecursiveComparison().isEqualTo(Cli.run("check", directory));
    assertThat(parallel.out()).endsWith("50 traces: 25 OK, 25 VIOLATION\n");
  }

  @Test
  void standardInput_isATraceToo() throws IOException {
    Cli.Result result = new Cli().stdin(Traces.VIOLATION).with("check", "-");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out()).startsWith("-: VIOLATION: 2 of 2 blocks").contains("r x");
    try (Stream<Path> temporary = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      assertThat(temporary.map(path -> path.getFileName().toString()))
          .noneMatch(name -> name.startsWith("cosmodrome-stdin"));
    }
  }

  @Test
  void format_canBeForced() {
    Path file = trace("trace.log", Traces.VIOLATION);

    assertThat(Cli.run("check", "--format", "std", file).exitCode()).isEqualTo(1);
  }

  @Test
  void specification_leavesBlocksOut() {
    Path file = trace("a.std", Traces.VIOLATION);
    Path spec = trace("spec.txt", "not-atomic Bank.*  # by design\n");

    Cli.Result result = Cli.run("check", file, "--spec", spec);

    assertThat(result.out()).contains("VIOLATION: 1 of 1 block was not atomic");
  }

  @Test
  void badSpecification_isAUsageError() {
    Path file = trace("a.std", Traces.VIOLATION);
    Path spec = trace("spec.txt", "atomc Bank.*\n");

    Cli.Result result = Cli.run("check", file, "--spec", spec);

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains("--spec " + spec + ": line 1: expected atomic or not-atomic, found \"atomc\"");
  }

  @Test
  void selection_looksAtSomeThreadsAndVariablesOnly() {
    Path file = trace("a.std", Traces.VIOLATION + "T1|w(y)\n");

    assertThat(Cli.run("check", "--variables", "y*", file).out()).contains("OK: no violation");
    assertThat(Cli.run("check", "--threads", "T0,T2", file).out())
        .contains("UNKNOWN: nothing was checked: the selection leaves one thread");
  }

  @Test
  void first_stopsAtTheFirstReport() {
    Path file = trace("a.std", Traces.VIOLATION + "T2|w(y)\n".repeat(1000));

    assertThat(Cli.run("check", "--first", "--json", file).out()).contains("\"events\":5,");
  }

  @Test
  void limit_keepsSomeAndCountsAll() {
    Path file = trace("a.std", Traces.VIOLATION);

    Cli.Result result = Cli.run("check", "--limit", 1, "--json", file);

    assertThat(result.out()).contains("\"violationCount\":2").containsOnlyOnce("\"begin\":");
  }

  @Test
  void quiet_isTheVerdictsOnly() {
    assertThat(Cli.run("check", "-q", trace("a.std", Traces.VIOLATION)).out()).hasLineCount(1);
  }

  @Test
  void verbose_tellsTheEnginesFigures() {
    assertThat(Cli.run("check", "-v", trace("a.std", Traces.VIOLATION)).out())
        .containsPattern("\n  frontier: \\w+ \\d+\n");
  }

  @Test
  void violation_isToldInLanesAndASentence() throws IOException {
    golden("violation.txt", Cli.run("check", trace("a.std", Traces.VIOLATION)));
  }

  @Test
  void cycleWithoutViolatedBlock_isToldAsSuch() throws IOException {
    golden("cycle.txt", Cli.run("check", trace("a.std", Traces.CYCLE)));
  }

  @Test
  void severalEngines_areComparedInATable() throws IOException {
    golden(
        "engines-side-by-side.txt",
        Cli.run("check", "--engine", "frontier,oracle", trace("a.std", Traces.VIOLATION)));
  }

  @Test
  void manyGroups_areCutShort() throws IOException {
    StringBuilder trace = new StringBuilder();
    for (int i = 0; i < 9; i++) {
      trace.append(
          Traces.VIOLATION.replace("Bank.transfer", "Bank.method" + i).replace("begin|", "r(y)|"));
    }
    String text = trace.toString().replace("T0|end\n", "");

    golden("many-groups.txt", Cli.run("check", trace("a.std", text)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"frontier", "oracle"})
  void corpus_hasTheVerdictsOfItsNames(String engine) {
    Cli.Result result =
        Cli.run("check", "--json", "--engine", engine, "-j", 2, Path.of("..", "corpus"));

    assertThat(result.out().lines())
        .hasSizeGreaterThan(100)
        .allSatisfy(
            line ->
                assertThat(line)
                    .contains("\"nonSerializable\":" + line.contains(".violating.std\"")));
  }

  @Test
  void sameEngineTwice_isUsedOnce() {
    Path file = trace("a.std", Traces.CLEAN);

    assertThat(Cli.run("check", "-e", "oracle,oracle", "--json", file).out()).hasLineCount(1);
  }

  private void golden(String name, Cli.Result result) throws IOException {
    Golden.check(name, result.out().replace(directory + "/", ""));
  }

  private Path trace(String name, String trace) {
    return Traces.write(directory, name, trace);
  }

  private static String named(String name) {
    return switch (name) {
      case "CLEAN" -> Traces.CLEAN;
      case "VIOLATION" -> Traces.VIOLATION;
      case "NO_BLOCKS" -> Traces.NO_BLOCKS;
      case "MALFORMED" -> Traces.MALFORMED;
      default -> throw new IllegalArgumentException(name);
    };
  }
}
