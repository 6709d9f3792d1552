package io.cosmodrome.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code run}, with the packaged jar and programs in JVMs of their own. */
@Tag("jvm")
@Execution(ExecutionMode.CONCURRENT)
class RunCommandIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path classes;
  @TempDir Path directory;

  @BeforeAll
  static void compileSubject() {
    int result =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                System.out, System.err, "-d", classes.toString(), "src/test/programs/Subject.java");
    assertThat(result).isZero();
  }

  private Cli.Result run(List<String> options, String... words) throws Exception {
    List<String> args = new ArrayList<>(List.of("run", "--exclude", "Subject$Pause"));
    args.addAll(options);
    args.addAll(List.of("--", Jar.java(), "-cp", classes.toString(), "Subject"));
    args.addAll(List.of(words));
    return new Jar(directory).run(args.toArray(String[]::new));
  }

  @Test
  void violation_isToldOnStderrAndExitCode1() throws Exception {
    Cli.Result result = run(List.of(), "broken");

    assertThat(result.exitCode()).as(result.err()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .startsWith("ATOM001 Subject.increment is not atomic  (Subject.java:")
        .contains("\ncosmodrome: VIOLATION: 1 finding in ")
        .containsPattern("\nreport: target/cosmodrome/index.html#ATOM-[0-9a-f]{4}\n$");
    assertThat(result.err().lines()).allMatch(line -> line.length() <= 100);
    assertThat(directory.resolve("target/cosmodrome/report.txt"))
        .content()
        .startsWith("ATOM001 Subject.increment is not atomic");
    assertThat(directory.resolve("target/cosmodrome/report.json")).exists();
  }

  @Test
  void otherEngine_checksBesideTheProgram() throws Exception {
    Cli.Result result = run(List.of("--engine", "velodrome"), "broken");

    assertThat(result.exitCode()).as(result.err()).isEqualTo(1);
    assertThat(result.err()).startsWith("ATOM001 Subject.increment is not atomic  (Subject.java:");
    assertThat(directory.resolve("target/cosmodrome/report.json"))
        .content()
        .contains("\"engine\":\"velodrome\"");
  }

  @Test
  void reports_areWhatTheSchemaSays() throws Exception {
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(JSON.readTree(Path.of("../docs/report-schema.json").toFile()));
    Path file = directory.resolve("target/cosmodrome/report.json");

    run(List.of("-q"), "broken");
    JsonNode violation = JSON.readTree(file.toFile());
    run(List.of("-q"), "sound");
    JsonNode ok = JSON.readTree(file.toFile());
    run(List.of("-q", "--include", "com.acme.**"), "sound");
    JsonNode unknown = JSON.readTree(file.toFile());

    assertThat(List.of(violation, ok, unknown))
        .allSatisfy(report -> assertThat(schema.validate(report)).isEmpty())
        .extracting(report -> report.get("verdict").asText())
        .containsExactly("VIOLATION", "OK", "UNKNOWN");
    assertThat(violation.get("blocks").findValuesAsText("label")).contains("Subject.increment()");
  }

  @Test
  void noViolation_isExitCode0() throws Exception {
    Cli.Result result = run(List.of("-q"), "sound");

    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.err())
        .matches("cosmodrome: OK: no violation observed in \\d+ blocks on .*\n");
  }

  @Test
  void sources_areShownInTheReport() throws Exception {
    String sources = Path.of("src/test/programs").toAbsolutePath().toString();

    Cli.Result result = run(List.of("--sources", sources), "broken");

    assertThat(result.exitCode()).as(result.err()).isEqualTo(1);
    assertThat(directory.resolve("target/cosmodrome/report.json"))
        .content()
        .contains("\"file\":\"Subject.java\"", "int read = value;");
  }

  @Test
  void recursionOf9000_stillFitsTheStack() throws Exception {
    Cli.Result result = run(List.of("-q"), "deep");

    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out()).isEqualTo("9000\n9000\n");
  }

  @Test
  void nothingChecked_isExitCode3WithTheCure() throws Exception {
    Cli.Result result = run(List.of("--include", "com.acme.**"), "broken");

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.err())
        .startsWith("cosmodrome: UNKNOWN: no class was instrumented; see the options include");
  }

  @Test
  void exitCodeOfTheProgram_staysIfItIsNot0() throws Exception {
    assertThat(run(List.of(), "exit", "7").exitCode()).isEqualTo(7);
  }

  @Test
  void exitZero_leavesTheExitCodeToTheProgram() throws Exception {
    assertThat(run(List.of("--exit-zero"), "broken").exitCode()).isZero();
  }

  @Test
  void stdinAndStdout_areTheProgramsOwn() throws Exception {
    Cli.Result result =
        new Jar(directory)
            .runWithInput(
                "a\nü\n", "run", "-q", Jar.java(), "-cp", classes.toString(), "Subject", "echo");

    assertThat(result.out()).isEqualTo("a\nü\n");
  }

  @Test
  void terminationSignal_reachesTheProgram() throws Exception {
    Process process =
        new Jar(directory)
            .builder("run", "-q", Jar.java(), "-cp", classes.toString(), "Subject", "wait")
            .redirectError(directory.resolve("stderr").toFile())
            .start();
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      assertThat(out.readLine()).isEqualTo("ready");
      process.toHandle().destroy(); // Process.destroy would close its streams
      assertThat(out.readLine()).isEqualTo("goodbye");
      assertThat(out.readLine()).isNull();
    }
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isEqualTo(143);
    assertThat(directory.resolve("stderr")).content().startsWith("cosmodrome: UNKNOWN");
  }

  @Test
  void jar_isCheckedToo() throws Exception {
    Path jar = directory.resolve("app.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Subject");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest);
        Stream<Path> files = Files.list(classes)) {
      for (Path path : files.toList()) {
        out.putNextEntry(new ZipEntry(path.getFileName().toString()));
        Files.copy(path, out);
      }
    }

    Cli.Result result =
        new Jar(directory)
            .run("run", "--exclude=*$Pause", "--", Jar.java(), "-jar", jar.toString(), "broken");

    assertThat(result.exitCode()).as(result.err()).isEqualTo(1);
  }

  @Test
  void otherCommand_needsToBeAskedFor() throws Exception {
    Cli.Result result = new Jar(directory).run("run", "--", "sh", "-c", "true");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains("expected a command that starts with java, found \"sh\"; --all-jvms adds");
  }

  @Test
  void allJvms_areCheckedThroughTheEnvironment() throws Exception {
    String java = "'" + Jar.java() + "' -cp '" + classes + "' Subject ";
    Cli.Result result =
        new Jar(directory)
            .run(
                "run",
                "--all-jvms",
                "--include=Subject*",
                "--exclude=*$Pause",
                "--",
                "sh",
                "-c",
                java + "sound; " + java + "broken");

    assertThat(result.err()).contains("cosmodrome: 2 JVMs: VIOLATION\n");
    assertThat(result.exitCode()).isEqualTo(1);
    try (Stream<Path> results = Files.list(directory.resolve("target/cosmodrome"))) {
      assertThat(results).hasSize(2);
    }
  }

  @Test
  void baseline_isMadeAndThenOnlyNewFindingsCount() throws Exception {
    Path sarif = directory.resolve("out/all.sarif");

    Cli.Result made =
        run(
            List.of("--baseline", "b", "--update-baseline", "--report", "sarif=" + sarif),
            "broken");

    assertThat(made.exitCode()).as(made.err()).isZero();
    assertThat(made.err()).contains("report: " + sarif, "baseline: b: 1 finding, 1 of them new");
    assertThat(sarif).isNotEmptyFile();
    Cli.Result known = run(List.of("--baseline", "b"), "broken");
    assertThat(known.exitCode()).as(known.err()).isZero();
    assertThat(known.err())
        .startsWith("1 known\ncosmodrome: OK: no new violation in ")
        .contains("; 1 known\n");
  }

  @Test
  void suppressedFinding_isNoViolation() throws Exception {
    Files.writeString(directory.resolve("s"), "Subject.increment  # a test\n");

    assertThat(run(List.of("--suppress", "s"), "broken").exitCode()).isZero();
    Cli.Result wrong = run(List.of("--suppress", "missing"), "broken");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).isEqualTo("cosmodrome: no such file: missing\n");
  }

  @Test
  void allJvms_withoutInclude_isAUsageError() throws Exception {
    Cli.Result result = new Jar(directory).run("run", "--all-jvms", "sh", "-c", "true");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--all-jvms needs --include");
  }

  @Test
  void wrongValue_isAUsageErrorBeforeTheProgramStarts() throws Exception {
    Cli.Result result = run(List.of("--arrays", "some"), "exit", "0");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains("option arrays: expected one of [element, object, off], found \"some\"");
  }

  @Test
  void unwritableOutput_isSaidAndTheVerdictIsUnknownToScripts() throws Exception {
    Path file = Files.createFile(directory.resolve("occupied"));

    Cli.Result result = run(List.of("--output", file.toString()), "sound");

    assertThat(result.err())
        .contains("cosmodrome: cannot write the report to " + file)
        .contains("cosmodrome: UNKNOWN: the agent has left no result in " + file);
    assertThat(result.exitCode()).isEqualTo(3);
  }

  @Test
  void record_writesATraceThatGivesTheSameFinding() throws Exception {
    Cli.Result live = run(List.of(), "broken");
    Path trace = directory.resolve("run.cdt");
    String[] record = {
      "record",
      "-o",
      "run.cdt",
      "--exclude=*$Pause",
      "--",
      Jar.java(),
      "-cp",
      classes.toString(),
      "Subject",
      "broken"
    };

    Cli.Result result = new Jar(directory).run(record);

    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.err())
        .startsWith("cosmodrome: recorded ")
        .contains("; to check them: cosmodrome check run.cdt\n");
    Cli.Result checked = Cli.run("check", trace);
    assertThat(checked.exitCode()).isEqualTo(1);
    assertThat(findings(checked.out())).isEqualTo(findings(live.err())).hasSize(1);

    Cli.Result again = new Jar(directory).run(record);
    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.err()).contains("run.cdt exists; --force overwrites it");
    record[1] = "-fo";
    assertThat(new Jar(directory).run(record).exitCode()).isZero();
  }

  /** The headlines: rule, block, place, fingerprint and count. */
  private static List<String> findings(String text) {
    return text.lines().filter(line -> line.startsWith("ATOM")).toList();
  }

  @Test
  void record_keepsTheExitCodeOfTheProgram() throws Exception {
    Cli.Result result =
        new Jar(directory)
            .run(
                "record",
                "-o",
                "a.cdt",
                Jar.java(),
                "-cp",
                classes.toString(),
                "Subject",
                "exit",
                "7");

    assertThat(result.exitCode()).isEqualTo(7);
    assertThat(directory.resolve("a.cdt")).exists();
  }

  @Test
  void record_intoAnotherFormat_isAUsageError() throws Exception {
    Cli.Result result =
        new Jar(directory).run("record", "-o", "a.std", "--", Jar.java(), "-version");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains("expected a name that ends in .cdt, found a.std; `cosmodrome convert` writes");
  }
}
