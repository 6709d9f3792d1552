package io.cosmodrome.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code demo}, {@code selftest} and {@code doctor}, with the packaged jar. */
@Tag("jvm")
@Execution(ExecutionMode.CONCURRENT)
class FirstStepsIT {
  @TempDir Path directory;

  @Test
  void demo_printsWhatTheReadmeShows() throws Exception {
    String readme = Files.readString(Path.of("../README.md"));
    int start = readme.indexOf("$ ./cosmodrome demo\n") + "$ ./cosmodrome demo\n".length();

    Cli.Result result = new Jar(directory).run("demo");

    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out()).isEqualTo(readme.substring(start, readme.indexOf("```", start)));
    assertThat(result.err()).isEmpty();
    assertThat(directory.resolve("cosmodrome-demo/Bank.java")).exists();
    assertThat(directory.resolve("cosmodrome-demo/target/cosmodrome/report.txt"))
        .content()
        .startsWith("ATOM001 Bank.transfer is not atomic");

    Path json = directory.resolve("cosmodrome-demo/target/cosmodrome/report.json");
    String page = Files.readString(Path.of("../docs/json.md"));
    assertThat(DocsTest.keysIn(page.substring(page.indexOf("## report.json"))))
        .isEqualTo(DocsTest.keys(Files.readString(json)));
  }

  @Test
  void demo_again_makesAnotherDirectory() throws Exception {
    Files.createDirectory(directory.resolve("cosmodrome-demo"));

    Cli.Result result = new Jar(directory).run("demo");

    assertThat(result.out()).contains("$ cd cosmodrome-demo-2\n");
    assertThat(directory.resolve("cosmodrome-demo")).isEmptyDirectory();
  }

  @Test
  void demo_withoutACompiler_saysSo() throws Exception {
    Cli.Result result = new Jar(directory).jvmOptions("--limit-modules", "java.base").run("demo");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains("the demo compiles a program, and ", " has no compiler; set JAVA_HOME to a JDK");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void selftest_judgesBothProgramsRight() throws Exception {
    Cli.Result result =
        new Jar(directory)
            .jvmOptions("--limit-modules", "java.base")
            .environment("COSMODROME_EXCLUDE", "**")
            .run("selftest");

    assertThat(result.exitCode()).as(result.out()).isZero();
    assertThat(result.out())
        .isEqualTo(
            """
            a program that is not atomic: judged VIOLATION, as it should be
            a program that is atomic: judged OK, as it should be
            selftest passed
            """);
  }

  @Test
  void selftest_withAnAgentThatDoesNotStart_fails() throws Exception {
    Cli.Result result =
        new Jar(directory)
            .environment("JAVA_TOOL_OPTIONS", "-Dcosmodrome.arrays=some")
            .run("selftest");

    assertThat(result.exitCode()).isEqualTo(4);
    assertThat(result.out()).contains("found no verdict", "selftest FAILED");
  }

  @Test
  void doctor_onAHealthyMachine_findsNothing() throws Exception {
    Cli.Result result =
        new Jar(directory).jvmOptions("-XX:ActiveProcessorCount=2", "-Xmx1g").run("doctor");

    assertThat(result.exitCode()).as(result.out()).isZero();
    assertThat(result.out())
        .contains("ok       Java: " + Runtime.version())
        .contains("ok       agent's jar: " + Jar.path())
        .contains("ok       agent: starts with a JVM and finds a known bug")
        .endsWith("no problem found\n");
  }

  @Test
  void doctor_tellsAboutTightLimits() throws Exception {
    Cli.Result result =
        new Jar(directory).jvmOptions("-XX:ActiveProcessorCount=1", "-Xmx64m").run("doctor", "-q");

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.out())
        .startsWith("PROBLEM  processors: 1")
        .contains("PROBLEM  memory: 6")
        .endsWith("2 problems found\n");
  }
}
