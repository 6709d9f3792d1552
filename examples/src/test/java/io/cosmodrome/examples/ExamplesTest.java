package io.cosmodrome.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs every example in a JVM of its own, without and with the agent; a JVM for each core. */
@Execution(ExecutionMode.CONCURRENT)
class ExamplesTest {
  private static final Path AGENT = Path.of(System.getProperty("examples.agent.jar"));
  private static final Path CLASSES = Path.of("target/classes");

  @TempDir private Path directory;

  private record Run(int exitCode, List<String> output, List<String> errors) {}

  static List<Arguments> runs() throws IOException {
    List<Arguments> runs = new ArrayList<>();
    for (Jdk jdk : Jdk.all()) {
      for (Example example : Example.all()) {
        if (example.minimumJava() <= jdk.version()) {
          runs.add(Arguments.of(example, jdk));
        }
      }
    }
    return runs;
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("runs")
  void example_alone_printsWhatItsHeaderSays(Example example, Jdk jdk) throws Exception {
    Run run = run(example, jdk, List.of());

    assertThat(run.output).isEqualTo(example.output());
    assertThat(run.errors).isEmpty();
    assertThat(run.exitCode).isZero();
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("runs")
  void example_underTheAgent_printsTheSameAndGivesTheFindingsInItsComments(Example example, Jdk jdk)
      throws Exception {
    assertThat(AGENT).as("the agent's jar, which mvn package builds").exists();
    Run run = run(example, jdk, List.of("-javaagent:" + AGENT + "=" + options()));
    Findings findings = Findings.in(directory);
    List<String> said = said(run);

    assertThat(run.exitCode).isZero();
    if (example.isPending()) {
      assertThat(findings.texts(example))
          .as("%s is not pending any more: remove the comment", example)
          .isNotEqualTo(example.findings());
      said = List.of();
    } else {
      assertThat(findings.texts(example)).as("%s", said).isEqualTo(example.findings());
      assertThat(findings.verdict())
          .as("%s", said)
          .isEqualTo(example.findings().isEmpty() ? "OK" : "VIOLATION");
    }
    assertThat(hints(run.errors)).as("%s", said).isEqualTo(example.hints());
    if (Boolean.getBoolean("golden.update")) {
      example.update(run.output, said);
    } else {
      assertThat(run.output).isEqualTo(example.output());
      assertThat(said).isEqualTo(example.report());
    }
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("runs")
  void example_recordedThenChecked_givesTheSameFindings(Example example, Jdk jdk) throws Exception {
    Path trace = directory.resolve("trace.cdt");
    String options = options().replace(directory.toString(), trace + ",runtime=record");
    Run run = run(example, jdk, List.of("-javaagent:" + AGENT + "=" + options));
    Findings findings = Findings.inTrace(trace);

    assertAsExpected(example, run, findings);
    List<String> check = List.of(jdk.java(), "-jar", AGENT.toString(), "check", "-v", "" + trace);
    List<String> said = run(check, example).output;
    assertThat(hints(said)).as("%s", said).isEqualTo(example.hints());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("examples")
  void example_checkedBesideTheProgram_givesTheSameFindings(Example example) throws Exception {
    checkBeside(example, Jdk.all().get(0), "frontier");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("examples")
  void example_checkedByAnEngineWithoutProofs_givesTheSameFindings(Example example)
      throws Exception {
    checkBeside(example, Jdk.all().get(0), "regiontrack");
  }

  static List<Example> examples() throws IOException {
    int version = Jdk.all().get(0).version();
    return Example.all().stream().filter(example -> example.minimumJava() <= version).toList();
  }

  private void checkBeside(Example example, Jdk jdk, String engine) throws Exception {
    String options = options() + ",runtime=async,engine=" + engine;
    Run run = run(example, jdk, List.of("-javaagent:" + AGENT + "=" + options));
    Findings findings = Findings.in(directory);

    assertAsExpected(example, run, findings);
    assertThat(hints(run.errors)).as("%s", said(run)).isEqualTo(example.hints());
  }

  private void assertAsExpected(Example example, Run run, Findings findings) {
    assertThat(run.exitCode).isZero();
    assertThat(run.output).isEqualTo(example.output());
    if (example.isPending()) {
      assertThat(findings.texts(example)).isNotEqualTo(example.findings());
    } else {
      assertThat(findings.texts(example)).as("%s", said(run)).isEqualTo(example.findings());
      assertThat(findings.verdict()).isEqualTo(example.findings().isEmpty() ? "OK" : "VIOLATION");
    }
  }

  /** The names of the hints among these lines. */
  private static Set<String> hints(List<String> lines) {
    String start = "  hint: ";
    return lines.stream()
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length(), line.indexOf(':', start.length())))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** What the agent said, without the figures that change from run to run. */
  private static List<String> said(Run run) {
    return run.errors.stream()
        .takeWhile(line -> !line.startsWith("instrumented ")) // what follows may be wrapped
        .map(line -> line.replaceAll(" in [0-9,]+ blocks? on .*", ""))
        .toList();
  }

  @Test
  void examples_areNumberedWithoutGaps() throws IOException {
    List<Example> examples = Example.all();
    for (int i = 0; i < examples.size(); i++) {
      assertThat(examples.get(i).name()).startsWith(String.format("E%02d_", i + 1));
    }
    assertThat(examples).hasSizeGreaterThan(20);
  }

  private String options() {
    return "include=io.cosmodrome.examples.*,exclude=io.cosmodrome.examples.schedule.*,output="
        + directory;
  }

  private static boolean changesTheRun(String variable) {
    return variable.startsWith("COSMODROME_")
        || List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS").contains(variable);
  }

  private Run run(Example example, Jdk jdk, List<String> jvmOptions) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(jdk.java());
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", CLASSES.toString(), example.className()));
    return run(command, example);
  }

  private Run run(List<String> command, Example example) throws Exception {
    Path output = directory.resolve("stdout");
    Path errors = directory.resolve("stderr");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
    builder.environment().keySet().removeIf(ExamplesTest::changesTheRun);
    Process process = builder.start();
    if (!process.waitFor(2, TimeUnit.MINUTES)) {
      process.destroyForcibly().waitFor();
      throw new AssertionError(example + " does not end; stderr: " + Files.readString(errors));
    }
    return new Run(process.exitValue(), Files.readAllLines(output), Files.readAllLines(errors));
  }
}
