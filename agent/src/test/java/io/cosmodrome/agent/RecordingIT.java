package io.cosmodrome.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.cosmodrome.analysis.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
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

/** Recorded runs: the program does not notice, and the trace says what a live check says. */
@Tag("jvm")
@Execution(ExecutionMode.CONCURRENT)
final class RecordingIT {
  private static final Path JDK = Jdks.all().get(0);

  @TempDir static Path classes;
  @TempDir Path directory;

  @BeforeAll
  static void compilePrograms() throws IOException, InterruptedException {
    Programs.compile(classes);
  }

  /** On the oldest JDK that has what they need; with {@code -Pslow} on all. */
  static Stream<Arguments> programs() throws IOException {
    Set<Object> seen = new HashSet<>();
    return Programs.quick().filter(program -> Programs.IS_SLOW || seen.add(program.get()[0]));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("programs")
  void program_recorded_runsAsWithoutAndItsTraceGivesItsFindings(String name, int version, Path jdk)
      throws IOException, InterruptedException {
    Programs.Expected expected = Programs.expected(name);

    ProgramRun plain = Programs.plain(jdk, classes, directory, name);
    ProgramRun recorded =
        ProgramRun.with(jdk, classes, directory, expected.options() + ",runtime=record", name);

    assertThat(recorded.out()).as("stdout; stderr: %s", recorded.err()).isEqualTo(plain.out());
    assertThat(recorded.exitCode()).isEqualTo(plain.exitCode());
    RecordedTrace trace = RecordedTrace.in(directory.resolve("output"));
    assertThat(trace.blocks()).as(recorded.err()).isEqualTo(expected.blocks());
    if (expected.isCertain()) {
      assertThat(recorded.err()).doesNotContain("not whole");
      assertThat(trace.isCut()).isFalse();
      assertThat(trace.verdict())
          .isEqualTo(expected.blocks().isEmpty() ? Verdict.OK : Verdict.VIOLATION);
    }
  }

  private ProgramRun record(String options, String program)
      throws IOException, InterruptedException {
    return ProgramRun.with(JDK, classes, directory, ",runtime=record" + options, program);
  }

  private RecordedTrace trace() throws IOException {
    return RecordedTrace.in(directory.resolve("output"));
  }

  @Test
  void trace_ofSmallProgram_hasReadableNames() throws IOException, InterruptedException {
    record(",every=true", "RecordedKinds");
    assertThat(trace().text().lines())
        .contains(
            "main|fork(child)",
            "child|begin(RecordedKinds.all())",
            "child|acq(RecordedKinds#1)",
            "child|w(RecordedKinds#1.plain)",
            "child|vw(RecordedKinds#1.flag)",
            "child|vr(RecordedKinds#1.flag)",
            "child|w(RecordedKinds.shared)",
            "child|w(int[]#1[3])",
            "child|rel(RecordedKinds#1)",
            "child|w(Derived#1.plain)",
            "child|w(Derived#1.Derived.plain)",
            "child|acq(Object#1)",
            "child|acq(RecordedKinds.class)",
            "child|end",
            "main|join(child)",
            "main|r(RecordedKinds#2.plain)",
            "main|r(RecordedKinds#3.plain)")
        .doesNotContain("cosmodrome-warmup");
  }

  @Test
  void trace_withEveryAccess_hasEveryElementOfACopiedArray()
      throws IOException, InterruptedException {
    record(",every=true", "RecordedKinds");
    assertThat(trace().text().lines())
        .containsSubsequence(
            "main|r(int[]#1[1])",
            "main|r(int[]#1[2])",
            "main|w(int[]#2[0])",
            "main|w(int[]#2[1])",
            "main|r(int[]#2[0])",
            "main|r(int[]#2[1])");
  }

  @Test
  void trace_byDefault_lacksWhatChangesNoVerdict() throws IOException, InterruptedException {
    record("", "RecordedKinds");
    assertThat(trace().text().lines())
        .contains("child|vw(RecordedKinds#1.flag)", "main|r(int[]#2[1])")
        .doesNotContain(
            "child|vr(RecordedKinds#1.flag)", // reads what the block has written
            "main|w(int[]#2[1])", // nobody else has that array yet
            "child|begin(RecordedKinds$Derived.<init>())"); // has no access
  }

  @ParameterizedTest
  @ValueSource(strings = {"exit", "halt", "throw"})
  void trace_ofProgramThatEndsItself_isWhole(String how) throws IOException, InterruptedException {
    ProgramRun plain = ProgramRun.without(JDK, classes, directory, "Ending " + how);
    ProgramRun run = record("", "Ending " + how);
    assertThat(run.exitCode()).isEqualTo(plain.exitCode());
    assertThat(run.out()).isEqualTo(plain.out());
    RecordedTrace trace = trace();
    assertThat(trace.isCut()).as(run.err()).isFalse();
    assertThat(trace.blocks()).containsExactly("Ending.lose");
  }

  @Test
  void trace_ofTerminatedProgram_isWhole() throws IOException, InterruptedException {
    Process process = startEndless();
    process.destroy(); // SIGTERM
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    RecordedTrace trace = trace();
    assertThat(trace.isCut()).isFalse();
    assertThat(trace.blocks()).containsExactly("Ending.lose");
  }

  @Test
  void trace_ofKilledProgram_isReadableAndSaysThatItIsCut()
      throws IOException, InterruptedException {
    Process process = startEndless();
    Path output = directory.resolve("output");
    long header = 16;
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    // until the recorder has flushed what has happened, which it does in a second
    while (size(output) <= header || trace().verdict() != Verdict.VIOLATION) {
      assertThat(process.isAlive()).isTrue();
      assertThat(System.nanoTime()).as("not flushed for a minute").isLessThan(deadline);
      Thread.sleep(20);
    }
    process.destroyForcibly().waitFor();
    RecordedTrace trace = trace();
    assertThat(trace.isCut()).isTrue();
    assertThat(trace.verdict()).isEqualTo(Verdict.VIOLATION);
    assertThat(trace.result().reasons()).isNotEmpty();
    assertThat(trace.blocks()).containsExactly("Ending.lose");
  }

  /** A program that has done what it does and waits for its end. */
  private Process startEndless() throws IOException {
    Process process =
        ProgramRun.start(JDK, classes, directory, ",runtime=record", "Ending", "never");
    assertThat(process.inputReader().readLine()).isEqualTo("lost");
    return process;
  }

  private static long size(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      long size = 0;
      for (Path file : files.toList()) {
        size += Files.size(file);
      }
      return size;
    }
  }

  @Test
  void trace_withTinyBuffer_hasEveryEvent() throws IOException, InterruptedException {
    ProgramRun run = record(",buffer=1", "ManyEvents");
    assertThat(run.out()).isEqualTo("400000\n");
    RecordedTrace trace = trace();
    assertThat(trace.isCut()).as(run.err()).isFalse();
    assertThat(trace.text().lines().filter(line -> line.contains("|w(ManyEvents#1.count)")))
        .hasSize(400_000);
  }

  @Test
  void recording_ontoExistingTrace_isRefusedBeforeTheProgramStarts()
      throws IOException, InterruptedException {
    Path trace = Files.writeString(directory.resolve("precious.cdt"), "precious");
    ProgramRun run = record(",output=" + trace, "LostUpdate");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("precious.cdt exists; give another output");
    assertThat(Files.readString(trace)).isEqualTo("precious");
  }

  @Test
  void recording_whoseFileCannotGrow_letsTheProgramGoOn() throws IOException, InterruptedException {
    assumeThat(Path.of("/bin/bash")).exists();
    ProgramRun run =
        ProgramRun.withSmallFiles(8, JDK, classes, directory, ",runtime=record", "ManyEvents");
    assertThat(run.out()).isEqualTo("400000\n");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).contains("the trace is not whole: java.io.IOException");
    assertThat(trace().isCut()).isTrue();
  }

  @Test
  void runs_oneAfterTheOther_giveTracesOfTheirOwn() throws IOException, InterruptedException {
    record("", "LostUpdate");
    record("", "LostUpdate");
    try (Stream<Path> files = Files.list(directory.resolve("output"))) {
      assertThat(files).hasSize(2);
    }
  }
}
