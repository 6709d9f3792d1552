package io.cosmodrome.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

/** Programs of which a part is watched. */
@Tag("jvm")
@Execution(ExecutionMode.CONCURRENT)
final class SampledIT {
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final long TIMEOUT_SECONDS = 120;
  private static final long POLL_MILLIS = 50;

  @TempDir static Path classes;
  @TempDir Path directory;

  @BeforeAll
  static void compilePrograms() throws IOException, InterruptedException {
    Programs.compile(classes);
  }

  static Stream<Arguments> programs() {
    List<Arguments> all = new ArrayList<>();
    for (String program :
        List.of(
            "Atomics",
            "Language",
            "Locks",
            "Queues",
            "Reflection",
            "StampedLocks",
            "Synchronizers",
            "VarHandles")) {
      for (Path jdk : Jdks.all()) {
        all.add(Arguments.of(program, jdk, ",sample=50%,seed=1"));
        all.add(Arguments.of(program, jdk, ",budget=5%"));
        all.add(Arguments.of(program, jdk, ",budget=99%")); // so that all classes have their turn
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void program_watchedInPart_runsAsWithoutAndHasNoOtherFindings(
      String program, Path jdk, String options) throws Exception {
    ProgramRun plain = Programs.plain(jdk, classes, directory, program);

    ProgramRun sampled = ProgramRun.with(jdk, classes, directory, options, program);

    assertThat(sampled.out()).as(sampled.err()).isEqualTo(plain.out());
    assertThat(sampled.exitCode()).isEqualTo(plain.exitCode());
    assertThat(Programs.expected(program).blocks()).containsAll(sampled.blocks());
    assertThat(sampled.json()).contains("\"name\":\"sampled\"").contains("\"failures\":0");
  }

  @Test
  void sample_thatHasTheVariable_findsTheViolation() throws Exception {
    ProgramRun run = ProgramRun.with(JDK, classes, directory, ",sample=50%,seed=1", "LostUpdate");

    assertThat(run.blocks()).containsExactly("LostUpdate.add");
    assertThat(run.err())
        .contains("cosmodrome: VIOLATION: 1 finding in 2 blocks on 2 threads (sampled)\n")
        .contains("note: sampled: 1 of 1 field and ");
  }

  @Test
  void sample_thatLeavesTheVariableOut_concludesNothing() throws Exception {
    ProgramRun run = ProgramRun.with(JDK, classes, directory, ",sample=50%,seed=2", "LostUpdate");

    assertThat(run.blocks()).isEmpty();
    assertThat(run.verdict()).isEqualTo("UNKNOWN");
  }

  @Test
  void sample_ofNothingOrOfATrace_endsTheJvmBeforeTheProgramStarts() throws Exception {
    assertThat(ProgramRun.with(JDK, classes, directory, ",sample=0%", "LostUpdate").err())
        .isEqualTo("cosmodrome: option sample: expected more than 0%\n");
    assertThat(ProgramRun.with(JDK, classes, directory, ",sample=half", "LostUpdate").err())
        .isEqualTo("cosmodrome: option sample: expected a percentage such as 5%, found \"half\"\n");
    String record = ",runtime=record,budget=5%";
    assertThat(ProgramRun.with(JDK, classes, directory, record, "LostUpdate").err())
        .startsWith("cosmodrome: option budget: a trace is of the whole run");
  }

  static Stream<Path> jdks() {
    return Jdks.all().stream();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void budget_givesClassesTheirTurnWhileTheProgramRuns(Path jdk) throws Exception {
    assertThat(runUntilFound(jdk, "wait"))
        .containsPattern("cosmodrome: VIOLATION: 1 finding in .* \\(sampled\\)\n")
        .contains("hint: lost update")
        .doesNotContain("hint: unlocked access") // locks of other classes were not seen
        .containsPattern("note: sampled: [12] of 2 classes \\(with those nested\\) had a turn");
  }

  /** The newest; with {@code -Pslow} all. */
  static Stream<Path> someJdks() {
    return Jdks.all().stream().skip(Programs.IS_SLOW ? 0 : Jdks.all().size() - 1);
  }

  @ParameterizedTest
  @MethodSource("someJdks")
  void budget_givesWhatIsBusyATurnOnceItCanBePaid(Path jdk) throws Exception {
    assertThat(runUntilFound(jdk, "busy"))
        .containsPattern("cosmodrome: VIOLATION: .* \\(sampled\\)\n")
        .containsPattern("note: sampled: [12] of [12] class.* had a turn");
  }

  /** What is said about the program if it ends when its violation has been announced. */
  private String runUntilFound(Path jdk, String how) throws Exception {
    // a small budget would take minutes to save for a class that is always on a stack
    Process program = ProgramRun.start(jdk, classes, directory, ",budget=45%", "Turns", how);
    try {
      Path messages = directory.resolve("err.txt");
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
      while (!Files.readString(messages).contains("ATOM001 Turns.add is not atomic")) {
        assertThat(System.nanoTime()).as(Files.readString(messages)).isLessThan(end);
        Thread.sleep(POLL_MILLIS); // it needs the processor
      }
      program.getOutputStream().close();
      assertThat(program.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(program.exitValue()).isZero();
      return Files.readString(messages);
    } finally {
      program.destroyForcibly().waitFor();
    }
  }
}
