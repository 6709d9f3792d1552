package io.cosmodrome.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Each option of the agent does in a real JVM what it says. */
@Tag("jvm")
@Execution(ExecutionMode.CONCURRENT)
final class OptionsIT {
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final String VIOLATED = "LostUpdate.add";

  @TempDir static Path classes;
  @TempDir Path directory;

  @BeforeAll
  static void compilePrograms() throws IOException, InterruptedException {
    Programs.compile(classes);
  }

  private ProgramRun run(String options) throws IOException, InterruptedException {
    return ProgramRun.with(JDK, classes, directory, options, "LostUpdate");
  }

  @Test
  void noOptions_findTheViolationAndKeepTheExitCode() throws Exception {
    ProgramRun run = run("");

    assertThat(run.blocks()).containsExactly(VIOLATED);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .containsPattern(
            "\nreport: " + directory.resolve("output/index.html#ATOM-") + "[0-9a-f]{4}\n$");
    assertThat(directory.resolve("output/index.html")).isNotEmptyFile();
    assertThat(directory.resolve("output/report.txt"))
        .content()
        .startsWith("ATOM001 LostUpdate.add is not atomic");
  }

  @Test
  void exitcode_isTheJvmsIfThereAreViolations() throws Exception {
    assertThat(run(",exitcode=66").exitCode()).isEqualTo(66);
    assertThat(run(",exitcode=66,include=none").exitCode()).isZero();
  }

  @Test
  void exitcode_leavesTimeForShutdownHooks() throws Exception {
    ProgramRun run = ProgramRun.with(JDK, classes, directory, ",exitcode=66", "LateViolation");

    assertThat(run.blocks()).containsExactly("LateViolation.increment");
    assertThat(run.out()).isEqualTo("hook done\n");
    assertThat(run.exitCode()).isEqualTo(66);
  }

  @Test
  void exitcode_isForNewViolationsOnly() throws Exception {
    Path suppressions = directory.resolve("s");
    Files.writeString(suppressions, "LostUpdate.add  # a test\n");
    ProgramRun run = run(",exitcode=66,suppress=" + suppressions);

    assertThat(run.exitCode()).isZero();
    assertThat(run.verdict()).isEqualTo("OK");
    assertThat(run.err()).startsWith("1 suppressed\ncosmodrome: OK: no new violation in ");

    Matcher fingerprint = Pattern.compile("\"fingerprint\":\"(.*?)\"").matcher(run.json());
    assertThat(fingerprint.find()).isTrue();
    Path baseline = directory.resolve("b");
    Files.writeString(baseline, fingerprint.group(1) + " ATOM001 LostUpdate.add\n");
    assertThat(run(",exitcode=66,baseline=" + baseline).exitCode()).isZero();
    Files.writeString(baseline, "0000000000000000 ATOM001 other\n");
    assertThat(run(",exitcode=66,baseline=" + baseline).exitCode()).isEqualTo(66);
  }

  @Test
  void suppress_withoutReason_endsTheJvmBeforeTheProgramStarts() throws Exception {
    Path suppressions = directory.resolve("s");
    Files.writeString(suppressions, "LostUpdate.add\n");

    ProgramRun run = run(",suppress=" + suppressions);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("cosmodrome: " + suppressions + ":1: expected \"# reason\"");
  }

  @Test
  void report_choosesFormatsAndFiles() throws Exception {
    Path sarif = directory.resolve("a/b.sarif");

    ProgramRun run = run(",report=markdown:sarif=" + sarif);

    assertThat(sarif).isNotEmptyFile();
    assertThat(directory.resolve("output")).isDirectoryContaining("glob:**/report.md");
    assertThat(directory.resolve("output")).isDirectoryNotContaining("glob:**/index.html");
    assertThat(run.verdict()).isEqualTo("VIOLATION");
    assertThat(run(",report=markdwn").err())
        .startsWith("cosmodrome: option report: unknown report format \"markdwn\"; did you mean");
  }

  @Test
  void include_leavesOtherClassesAlone() throws Exception {
    assertThat(run(",include=com.acme.**:Lost*").blocks()).containsExactly(VIOLATED);
    ProgramRun nothing = run(",include=com.acme.**");
    assertThat(nothing.verdict()).isEqualTo("UNKNOWN");
    assertThat(nothing.err()).contains("UNKNOWN: no class was instrumented; see the options");
  }

  @Test
  void exclude_overrulesInclude() throws Exception {
    ProgramRun run = ProgramRun.of(JDK, classes, directory, "exclude=Schedule:Lost*", "LostUpdate");

    assertThat(run.verdict()).isEqualTo("UNKNOWN");
  }

  @Test
  void spec_hasTheLastWordAboutWhatIsAtomic() throws Exception {
    Path spec = directory.resolve("spec.txt");
    Files.writeString(spec, "not-atomic LostUpdate.add(**)  # a test\n");

    ProgramRun run = run(",spec=" + spec);

    assertThat(run.blocks()).isEmpty();
  }

  @Test
  void spec_thatCannotBeRead_endsTheJvmBeforeTheProgramStarts() throws Exception {
    Path spec = directory.resolve("spec.txt");
    Files.writeString(spec, "atomic a.b\nsometimes a.c\n");

    ProgramRun run = run(",spec=" + spec);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo(
            "cosmodrome: "
                + spec
                + ": line 2: expected atomic or not-atomic, found \"sometimes\"\n");
  }

  @Test
  void unknownOption_endsTheJvmBeforeTheProgramStarts() throws Exception {
    ProgramRun run = run(",exlude=x");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .startsWith("cosmodrome: unknown option \"exlude\"; did you mean \"exclude\"?");
  }

  @Test
  void config_andTheProjectsFile_giveOptions() throws Exception {
    Path config = directory.resolve("my.properties");
    Files.writeString(config, "exitcode=66\n");
    assertThat(run(",config=" + config).exitCode()).isEqualTo(66);

    Files.writeString(directory.resolve("cosmodrome.properties"), "exitcode=67\nverbose=quiet\n");
    ProgramRun run = run("");
    assertThat(run.exitCode()).isEqualTo(67);
    assertThat(run.err()).matches("cosmodrome: VIOLATION: 1 finding in .*\n");
    assertThat(run(",config=" + config).exitCode()).isEqualTo(66);
  }

  @Test
  void propertiesAndEnvironment_giveOptions() throws Exception {
    ProgramRun run =
        ProgramRun.of(
            JDK,
            classes,
            directory,
            "exclude=Schedule",
            "LostUpdate",
            List.of("-Dcosmodrome.exitcode=66", "-Dcosmodrome.inclde=x"),
            Map.of("COSMODROME_EXITCODE", "67", "COSMODROME_VERBOSE", "quiet"));

    assertThat(run.exitCode()).isEqualTo(66);
    assertThat(run.err())
        .startsWith(
            "cosmodrome: unknown property cosmodrome.inclde is ignored; did you mean"
                + " cosmodrome.include?\ncosmodrome: VIOLATION: 1 finding in ")
        .hasLineCount(2);
  }

  @Test
  void output_withTheProcessId_isAnotherDirectoryForEachJvm() throws Exception {
    for (int i = 0; i < 2; i++) {
      ProgramRun.of(
          JDK,
          classes,
          directory,
          "exclude=Schedule,output=out/%{WHERE}-%p",
          "LostUpdate",
          List.of(),
          Map.of("WHERE", "here"));
    }

    try (Stream<Path> outputs = Files.list(directory.resolve("out"))) {
      assertThat(outputs)
          .hasSize(2)
          .allMatch(path -> path.getFileName().toString().startsWith("here-"))
          .allMatch(path -> Files.exists(path.resolve("report.json")));
    }
  }

  @Test
  void output_thatCannotBeWritten_isSaidAndHarmsNobody() throws Exception {
    Files.createFile(directory.resolve("occupied"));

    ProgramRun run =
        ProgramRun.of(JDK, classes, directory, "exclude=Schedule,output=occupied", "LostUpdate");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .contains("ATOM001 LostUpdate.add is not atomic")
        .contains("cosmodrome: cannot write the report to occupied/report.json: ");
  }

  @Test
  void dump_writesTheInstrumentedClasses() throws Exception {
    run(",dump=" + directory.resolve("dump"));

    try (Stream<Path> files = Files.walk(directory.resolve("dump"))) {
      assertThat(files).anyMatch(file -> file.endsWith("LostUpdate.class"));
    }
  }

  @Test
  void asciiOnly_whereTheTerminalCanShowNoMore() throws Exception {
    List<String> ascii = List.of("-Dstderr.encoding=US-ASCII", "-Dsun.stderr.encoding=US-ASCII");
    ProgramRun run =
        ProgramRun.of(JDK, classes, directory, "exclude=Schedule", "LongNames", ascii, Map.of());
    ProgramRun utf8 =
        ProgramRun.of(
            JDK,
            classes,
            directory,
            "exclude=Schedule",
            "LongNames",
            List.of("-Dstderr.encoding=UTF-8", "-Dsun.stderr.encoding=UTF-8"),
            Map.of());

    assertThat(run.err()).contains("...").matches("\\p{ASCII}*");
    assertThat(utf8.err()).contains("…");
    assertThat(run.err().lines()).allMatch(line -> line.length() <= 100);
  }
}
