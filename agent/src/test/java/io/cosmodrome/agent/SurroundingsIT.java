package io.cosmodrome.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a program is started in: modules, little memory, the JVM's archive of classes. */
@Tag("jvm")
@Execution(ExecutionMode.CONCURRENT)
final class SurroundingsIT {
  private static final Path MODULES =
      Path.of(System.getProperty("cosmodrome.test.programs")).resolveSibling("modules");

  @TempDir static Path classes;
  @TempDir static Path modules;
  @TempDir Path directory;

  @BeforeAll
  static void compilePrograms() throws IOException, InterruptedException {
    Programs.compile(classes);
    List<String> arguments = new ArrayList<>(List.of("-d", modules.toString(), "--release", "17"));
    arguments.addAll(List.of("--module-source-path", MODULES.toString()));
    try (Stream<Path> sources = Files.walk(MODULES)) {
      sources
          .filter(path -> path.toString().endsWith(".java"))
          .forEach(source -> arguments.add(source.toString()));
    }
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(result).isZero();
  }

  static Stream<Arguments> jdks() {
    return Jdks.all().stream().map(jdk -> Arguments.of(Jdks.version(jdk), jdk));
  }

  @ParameterizedTest(name = "on {0}")
  @MethodSource("jdks")
  void namedModule_thatIsNotOpen_isChecked(int version, Path jdk) throws Exception {
    List<String> path = List.of("--module-path", modules.toString());
    String main = "-m app.bank/app.bank.Main";
    String turns = ":app.bank.Turns";

    ProgramRun run = ProgramRun.amid(path, List.of(), jdk, classes, directory, turns, main);

    assertThat(run.out()).as(run.err()).isEqualTo("3 module app.bank\n");
    assertThat(run.err()).doesNotContain("WARNING", "of the agent");
    assertThat(run.blocks()).as(run.err()).containsExactly("app.bank.Main.add");

    String record = turns + ",runtime=record";
    ProgramRun recorded = ProgramRun.amid(path, List.of(), jdk, classes, directory, record, main);

    assertThat(recorded.out()).as(recorded.err()).isEqualTo("3 module app.bank\n");
    assertThat(RecordedTrace.in(directory.resolve("output")).blocks())
        .containsExactly("app.bank.Main.add");
  }

  /** Before, a virtual thread that waits for a monitor has its carrier to itself anyway. */
  @ParameterizedTest(name = "on {0}")
  @MethodSource("jdks")
  void virtualThreads_sinceJdk24_canBePinned(int version, Path jdk) throws Exception {
    ProgramRun run = ProgramRun.with(jdk, classes, directory, "", "AskInternals Pins PIN");

    assertThat(run.out()).as(run.err()).isEqualTo((version >= 24) + "\n");
  }

  @ParameterizedTest(name = "on {0}")
  @MethodSource("jdks")
  void threadsThatAreNextAtLocks_canTellThatTheyAreWoken(int version, Path jdk) throws Exception {
    ProgramRun run = ProgramRun.with(jdk, classes, directory, "", "AskInternals Patience STATUS");

    assertThat(run.out()).as(run.err()).isEqualTo("true\n");
  }

  /** Containers are small: neither the runtime nor the report needs more than this. */
  @ParameterizedTest(name = "on {0}")
  @MethodSource("jdks")
  void heapOf32Megabytes_isEnough(int version, Path jdk) throws Exception {
    List<String> small = List.of("-Xmx32m", "-XX:+ExitOnOutOfMemoryError");

    for (String program : List.of("LostUpdate", "ManyEvents")) {
      ProgramRun plain = ProgramRun.without(jdk, classes, directory, program);
      ProgramRun run = ProgramRun.amid(List.of(), small, jdk, classes, directory, "", program);

      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.out()).isEqualTo(plain.out());
      assertThat(run.err()).doesNotContain("of the agent");
      assertThat(run.blocks()).isEqualTo(Programs.expected(program).blocks());
    }
  }

  @ParameterizedTest(name = "on {0}")
  @MethodSource("jdks")
  void jvm_keepsItsArchiveOfClasses(int version, Path jdk) throws Exception {
    ProgramRun run =
        ProgramRun.amid(
            List.of("-Xlog:class+load:file=load.log", "-Xshare:auto"),
            List.of(),
            jdk,
            classes,
            directory,
            "",
            "LostUpdate");

    assertThat(run.err()).doesNotContain("arning: Sharing", "CDS");
    assertThat(Files.readString(directory.resolve("load.log")))
        .contains("java.lang.Object source: shared objects file");
  }

  /** Interpreted, so that frames are as long in each run; without the agent it has room enough. */
  @ParameterizedTest(name = "on {0}")
  @MethodSource("jdks")
  void stackSize_thatTheJvmWasGiven_isNotChanged(int version, Path jdk) throws Exception {
    List<String> given = List.of("-Xint", "-Xss1m");
    String program = "UsualStacks";

    ProgramRun run = ProgramRun.amid(given, List.of(), jdk, classes, directory, "", program);
    ProgramRun other =
        ProgramRun.amid(List.of("-Xint"), List.of(), jdk, classes, directory, "", program);

    assertThat(run.err()).contains("java.lang.StackOverflowError");
    assertThat(other.err()).doesNotContain("java.lang.StackOverflowError");
    assertThat(other.exitCode()).isZero();
  }
}
