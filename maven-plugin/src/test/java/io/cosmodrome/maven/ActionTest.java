package io.cosmodrome.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.report.Checked;
import io.cosmodrome.report.Report;
import io.cosmodrome.report.ReportFile;
import io.cosmodrome.report.ReportFormats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/**
 * Runs the scripts of the composite action as a runner would, in a project whose build has left
 * reports. Maven is a script that notes how it was called.
 */
@EnabledOnOs(OS.LINUX)
final class ActionTest {
  private static final Path ACTION = Path.of("../.github/actions/cosmodrome/action.yml");

  @TempDir Path directory;
  private Path project;

  private record Step(int exitCode, String output) {}

  @BeforeEach
  void makeProject() throws IOException {
    project = Files.createDirectories(directory.resolve("my project"));
    Files.createDirectories(directory.resolve("temp"));
  }

  /** Runs a step with what GitHub sets; inputs have their defaults. */
  private Step run(String name, String mavenScript) throws Exception {
    Map<String, Object> step = step(name);
    assertThat(step).containsEntry("shell", "bash");
    Path script = Files.writeString(directory.resolve("step.sh"), (String) step.get("run"));
    Path maven = Files.createDirectories(directory.resolve("bin")).resolve("mvn");
    Files.writeString(maven, "#!/bin/bash\n" + mavenScript + "\n");
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path output = directory.resolve("output.txt");
    ProcessBuilder builder =
        new ProcessBuilder(
                "bash", "--noprofile", "--norc", "-e", "-o", "pipefail", script.toString())
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("PATH", maven.getParent() + ":" + environment.get("PATH"));
    environment.put("GITHUB_OUTPUT", directory.resolve("github-output").toString());
    environment.put("GITHUB_STEP_SUMMARY", directory.resolve("summary.md").toString());
    environment.put("RUNNER_TEMP", directory.resolve("temp").toString());
    environment(step).forEach((key, value) -> environment.put(key, value));
    Process process = builder.start();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return new Step(process.exitValue(), Files.readString(output));
  }

  @SuppressWarnings("unchecked") // as the action's format has it
  private static Map<String, Object> step(String name) throws IOException {
    Map<String, Object> action = new Yaml().load(Files.readString(ACTION));
    Map<String, Object> runs = (Map<String, Object>) Objects.requireNonNull(action.get("runs"));
    return ((List<Map<String, Object>>) Objects.requireNonNull(runs.get("steps")))
        .stream().filter(step -> name.equals(step.get("name"))).findFirst().orElseThrow();
  }

  /** The step's own variables, with the defaults of the inputs that they name. */
  @SuppressWarnings("unchecked")
  private static Map<String, String> environment(Map<String, Object> step) throws IOException {
    Map<String, Object> action = new Yaml().load(Files.readString(ACTION));
    Map<String, Map<String, Object>> inputs =
        (Map<String, Map<String, Object>>) Objects.requireNonNull(action.get("inputs"));
    Map<String, String> filled = new HashMap<>();
    Map<String, String> own = (Map<String, String>) step.getOrDefault("env", Map.of());
    own.forEach(
        (key, value) -> {
          String text = value;
          for (Map.Entry<String, Map<String, Object>> input : inputs.entrySet()) {
            String place = "${{ inputs." + input.getKey() + " }}";
            text = text.replace(place, String.valueOf(input.getValue().get("default")));
          }
          filled.put(key, text);
        });
    return filled;
  }

  private void writeReports(String module) throws IOException {
    Checked checked =
        new Checked(
            OptionalLong.of(1), List.of(), 2, 2, OptionalLong.empty(), OptionalLong.of(1), 0);
    Report report = Report.of(module, "frontier", Verdict.OK, List.of(), checked, List.of());
    Path results = project.resolve(module).resolve("target/cosmodrome");
    Files.createDirectories(results);
    for (ReportFile file : ReportFormats.parse("markdown:sarif", results)) {
      file.write(report);
    }
  }

  @Test
  void build_callsMavenWithTheGoals_andFailsIfItDoes() throws Exception {
    Step passing = run("Build", "echo called with \"$@\"");
    Step failing = run("Build", "exit 1");

    assertThat(passing).isEqualTo(new Step(0, "called with -B --no-transfer-progress verify\n"));
    assertThat(failing.exitCode()).isEqualTo(1);
  }

  @Test
  void summary_hasThatOfEveryModule() throws Exception {
    writeReports("one");
    writeReports("two words");

    assertThat(run("Summary", "exit 1")).isEqualTo(new Step(0, ""));

    assertThat(Files.readString(directory.resolve("summary.md")))
        .contains("<code>one</code>", "<code>two words</code>")
        .containsOnlyOnce("<code>one</code>");
  }

  @Test
  void results_areCountedAndCopiedForCodeScanning() throws Exception {
    writeReports("one");
    writeReports("two words");

    assertThat(run("Find the results", "exit 1")).isEqualTo(new Step(0, ""));

    assertThat(Files.readString(directory.resolve("github-output"))).isEqualTo("found=2\n");
    Path copies = directory.resolve("temp/cosmodrome-sarif");
    assertThat(Files.readString(copies.resolve("1.sarif"))).contains("\"subject\":\"one\"");
    assertThat(Files.readString(copies.resolve("2.sarif"))).contains("\"subject\":\"two words\"");
  }

  @Test
  void buildWithoutResults_findsNone() throws Exception {
    assertThat(run("Summary", "exit 1").exitCode()).isZero();
    assertThat(run("Find the results", "exit 1").exitCode()).isZero();

    assertThat(Files.readString(directory.resolve("github-output"))).isEqualTo("found=0\n");
    assertThat(Files.readString(directory.resolve("summary.md"))).isEmpty();
  }
}
