package io.cosmodrome.junit;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sample tests under the agent, with the oldest and the newest JUnit. */
@Tag("jvm")
class SamplesIT {
  @TempDir static Path classes;
  @TempDir Path directory;

  @BeforeAll
  static void compileSamples() throws IOException {
    for (String launcher : List.of("oldest", "newest")) {
      SampleRun.compile(launcher, classes.resolve(launcher));
    }
  }

  private SampleRun run(String launcher, List<String> jvmOptions, String... tests)
      throws IOException, InterruptedException {
    return SampleRun.of(launcher, classes.resolve(launcher), directory, jvmOptions, tests);
  }

  private SampleRun runWithAgent(String launcher, String... tests)
      throws IOException, InterruptedException {
    return run(launcher, List.of(SampleRun.agent(directory)), tests);
  }

  @ParameterizedTest
  @ValueSource(strings = {"oldest", "newest"})
  void annotatedTest_failsAloneWithTheProof(String launcher) throws Exception {
    SampleRun run = runWithAgent(launcher, "AnnotatedTest");

    assertThat(run.passed())
        .as(run.output())
        .isEqualTo(Map.of("broken", false, "sound", true, "alone", true));
    assertThat(run.output())
        .contains("ATOM001 Counter.increment is not atomic")
        .contains("~ interrupted ~")
        .contains("report: " + directory.resolve("output"));
    assertThat(run.output()).contains("UNKNOWN: blocks that are meant to be atomic ran on one");
    assertThat(run.tests()).containsExactly("\"sample.AnnotatedTest.broken\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"oldest", "newest"})
  void findings_nameTheTests_whichPass(String launcher) throws Exception {
    SampleRun run = runWithAgent(launcher, "ListenedTest");

    assertThat(run.exitCode()).as(run.output()).isZero();
    assertThat(run.tests())
        .singleElement()
        .satisfies(
            tests ->
                assertThat(List.of(tests.split(",")))
                    .containsExactlyInAnyOrder(
                        "\"sample.ListenedTest.plain\"",
                        "\"sample.ListenedTest.repeated repetition 1 of 2\"",
                        "\"sample.ListenedTest.repeated repetition 2 of 2\"",
                        "\"sample.ListenedTest.factory dynamic\""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"oldest", "newest"})
  void parallelTests_areToldApart_alsoInSharedThreads(String launcher) throws Exception {
    SampleRun run =
        run(
            launcher,
            List.of(
                SampleRun.agent(directory),
                "-Djunit.jupiter.execution.parallel.enabled=true",
                "-Djunit.jupiter.execution.parallel.config.strategy=fixed",
                "-Djunit.jupiter.execution.parallel.config.fixed.parallelism=2"),
            "ParallelTest");

    assertThat(run.passed()).as(run.output()).isEqualTo(Map.of("broken", false, "sound", true));
    assertThat(run.tests()).containsExactly("\"sample.ParallelTest.broken\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"oldest", "newest"})
  void check_throwsOnViolationsOfItsActionOnly(String launcher) throws Exception {
    SampleRun run = runWithAgent(launcher, "ProgrammaticTest");

    assertThat(run.exitCode()).as(run.output()).isZero();
    assertThat(run.passed()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"oldest", "newest"})
  void annotatedTest_withoutAgent_failsAndSaysWhatToAdd(String launcher) throws Exception {
    SampleRun run = run(launcher, List.of(), "AnnotatedTest", "ListenedTest");

    assertThat(run.passed()).containsEntry("sound", false).containsEntry("plain", true);
    assertThat(run.output())
        .contains("-javaagent:cosmodrome.jar=include=sample.**")
        .contains("<artifactId>cosmodrome-maven-plugin</artifactId>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"oldest", "newest"})
  void positiveControl_leavesNoTrace(String launcher) throws Exception {
    SampleRun run =
        run(
            launcher,
            List.of(SampleRun.agent(directory), "-Dcosmodrome.failOnUnknown=true"),
            "UnknownTest");

    assertThat(run.passed()).as(run.output()).isEqualTo(Map.of("alone", false));
    assertThat(run.output())
        .contains("cosmodrome: UNKNOWN: blocks that are meant to be atomic ran");
    assertThat(run.json())
        .contains("\"verdict\":\"UNKNOWN\"")
        .contains("\"threads\":1,")
        .contains("\"findings\":[]")
        .doesNotContain("Control");
  }

  /** Each time it runs it defines its class anew. */
  @ParameterizedTest
  @ValueSource(strings = {"oldest", "newest"})
  void positiveControl_runsOnceForAllTests(String launcher) throws Exception {
    Path loaded = directory.resolve("loaded.txt");

    SampleRun run =
        run(
            launcher,
            List.of(SampleRun.agent(directory), "-Xlog:class+load:file=" + loaded),
            "AnnotatedTest",
            "UnknownTest");

    assertThat(run.passed()).as(run.output()).hasSizeGreaterThan(2);
    assertThat(Files.readAllLines(loaded))
        .filteredOn(line -> line.contains("io.cosmodrome.agent.ControlCounter "))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"oldest", "newest"})
  void annotatedTest_whoseRunIsRecorded_failsBecauseNothingIsChecked(String launcher)
      throws Exception {
    String agent = SampleRun.agent(directory) + "/run.cdt,runtime=record";

    SampleRun run = run(launcher, List.of(agent), "UnknownTest");

    assertThat(run.passed()).as(run.output()).isEqualTo(Map.of("alone", false));
    assertThat(run.output()).contains("nothing can be checked in this JVM: the agent records");
  }

  /** What the Gradle snippet does, but for Gradle. */
  @Test
  void gradleSnippet_worksWithTheJarAsRepositoriesNameIt() throws Exception {
    Path jar =
        directory.resolve(
            "cosmodrome-cli-" + System.getProperty("cosmodrome.test.version") + "-all.jar");
    Files.copy(SampleRun.JAR, jar);
    Matcher snippet =
        Pattern.compile("-javaagent:\\$\\{configurations.cosmodrome.singleFile\\}=([^\"]*)\"")
            .matcher(Files.readString(Path.of("../docs/ci.md")));
    assertThat(snippet.find()).isTrue();
    String options = snippet.group(1).replace("com.acme", "sample");

    SampleRun run = run("newest", List.of("-javaagent:" + jar + "=" + options), "AnnotatedTest");

    assertThat(run.passed()).as(run.output()).containsEntry("broken", false);
    assertThat(run.output()).doesNotContain("Sharing is only supported");
    try (Stream<Path> reports = Files.list(directory.resolve("build/cosmodrome"))) {
      assertThat(reports)
          .singleElement()
          .satisfies(jvm -> assertThat(jvm.resolve("report.json")).exists());
    }
  }
}
