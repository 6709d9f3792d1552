package io.cosmodrome.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.report.BlockCount;
import io.cosmodrome.report.Report;
import io.cosmodrome.report.ReportJson;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that an engine checks beside the program. */
@Tag("jvm")
@Execution(ExecutionMode.CONCURRENT)
final class AsyncIT {
  private static final Path JDK = Jdks.all().get(0);
  private static final String ASYNC = ",runtime=async";

  @TempDir static Path classes;
  @TempDir Path directory;

  @BeforeAll
  static void compilePrograms() throws IOException, InterruptedException {
    Programs.compile(classes);
  }

  /** On the newest JDK only: recordings have the same events, and are tested with the oldest. */
  static Stream<Arguments> programs() throws IOException {
    List<Path> jdks = Jdks.all();
    Path newest = jdks.get(jdks.size() - 1);
    return Programs.quick().filter(program -> program.get()[2].equals(newest));
  }

  static List<String> engines() {
    return AgentOption.ENGINE.allowed();
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("programs")
  void program_checkedBeside_runsAsWithoutAndGivesItsFindings(String name, int version, Path jdk)
      throws IOException, InterruptedException {
    Programs.Expected expected = Programs.expected(name);

    ProgramRun plain = Programs.plain(jdk, classes, directory, name);
    ProgramRun run = ProgramRun.with(jdk, classes, directory, expected.options() + ASYNC, name);

    assertThat(run.out()).as("stdout; stderr: %s", run.err()).isEqualTo(plain.out());
    assertThat(run.exitCode()).isEqualTo(plain.exitCode());
    assertThat(run.blocks()).as(run.err()).isEqualTo(expected.blocks());
    assertThat(expected.verdicts()).as(run.err()).contains(run.verdict());
  }

  private ProgramRun check(String options, String program)
      throws IOException, InterruptedException {
    return ProgramRun.with(JDK, classes, directory, ASYNC + options, program);
  }

  @ParameterizedTest
  @MethodSource("engines")
  void violation_isSeenByEveryEngine(String engine) throws IOException, InterruptedException {
    ProgramRun run = check(",engine=" + engine, "LostUpdate");
    assertThat(run.verdict()).as(run.err()).isEqualTo("VIOLATION");
    assertThat(run.json()).contains("\"engine\":\"" + engine + "\"");
  }

  private Report report(String program) throws IOException, InterruptedException {
    String options = Programs.expected(program).options();
    return ReportJson.read(
        new ByteArrayInputStream(check(options, program).json().getBytes(UTF_8)));
  }

  @Test
  void blocks_areCountedByLabel() throws IOException, InterruptedException {
    assertThat(report("LostUpdate").blocks())
        .containsExactly(new BlockCount("LostUpdate.add()", 2, 1));
  }

  /** With threads that end, and blocks that begin anew. */
  @ParameterizedTest
  @ValueSource(strings = {"Atomics", "Tasks"})
  void runsOfBlocks_addUpToAllThatRan(String program) throws IOException, InterruptedException {
    Report report = report(program);
    assertThat(report.blocks()).isNotEmpty();
    assertThat(report.blocks().stream().mapToLong(BlockCount::runs).sum())
        .isEqualTo(report.checked().blocks());
  }

  @ParameterizedTest
  @MethodSource("engines")
  void cleanProgram_isCleanToEveryEngine(String engine) throws IOException, InterruptedException {
    ProgramRun run = check(",engine=" + engine, "VolatileHandOff");
    assertThat(run.verdict()).as(run.err()).isEqualTo("OK");
  }

  @ParameterizedTest
  @ValueSource(strings = {"exit", "halt", "throw"})
  void program_thatEndsItself_isCheckedToItsEnd(String how)
      throws IOException, InterruptedException {
    ProgramRun plain = ProgramRun.without(JDK, classes, directory, "Ending " + how);
    ProgramRun run = check("", "Ending " + how);
    assertThat(run.exitCode()).isEqualTo(plain.exitCode());
    assertThat(run.out()).isEqualTo(plain.out());
    assertThat(run.blocks()).as(run.err()).containsExactly("Ending.lose");
  }

  @Test
  void program_thatIsTerminated_isCheckedToItsEnd() throws IOException, InterruptedException {
    Process process = ProgramRun.start(JDK, classes, directory, ASYNC, "Ending", "never");
    assertThat(process.inputReader().readLine()).isEqualTo("lost");
    process.destroy(); // SIGTERM
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(directory.resolve("output/report.json")))
        .contains("\"verdict\":\"VIOLATION\"");
  }

  @Test
  void program_withTinyBuffer_waitsForTheEngine() throws IOException, InterruptedException {
    ProgramRun run = check(",buffer=1", "ManyEvents");
    assertThat(run.out()).isEqualTo("400000\n");
    assertThat(run.verdict()).as(run.err()).isNotEqualTo("UNKNOWN");
  }

  @Test
  void engineWithoutAsync_isRefusedBeforeTheProgramStarts()
      throws IOException, InterruptedException {
    ProgramRun run = ProgramRun.with(JDK, classes, directory, ",engine=velodrome", "LostUpdate");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("velodrome needs runtime=async");
  }
}
