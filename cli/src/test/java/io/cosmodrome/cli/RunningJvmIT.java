package io.cosmodrome.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code report --pid}, with programs that go on. */
@Tag("jvm")
@Execution(ExecutionMode.CONCURRENT)
class RunningJvmIT {
  @TempDir static Path classes;
  @TempDir Path directory;

  @SuppressWarnings("NullAway.Init") // each test starts one
  private Process program;

  @BeforeAll
  static void compileSubject() {
    int result =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                System.out, System.err, "-d", classes.toString(), "src/test/programs/Subject.java");
    assertThat(result).isZero();
  }

  @AfterEach
  void endProgram() throws InterruptedException {
    program.destroyForcibly().waitFor();
  }

  /** Starts a program and waits until it has done what there is to be found. */
  private String start(String jvmOption) throws IOException {
    List<String> command =
        List.of(Jar.java(), jvmOption, "-cp", classes.toString(), "Subject", "serve");
    program =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectError(directory.resolve("err.txt").toFile())
            .start();
    BufferedReader out = new BufferedReader(new InputStreamReader(program.getInputStream(), UTF_8));
    assertThat(out.readLine()).isEqualTo("ready");
    return Long.toString(program.pid());
  }

  @Test
  void report_ofARunningProgram_isWrittenAndShown() throws Exception {
    String pid = start("-javaagent:" + Jar.path() + "=exclude=*$Pause,output=out,verbose=quiet");

    Cli.Result result = new Jar(directory).run("report", "--pid", pid);

    assertThat(result.exitCode()).as(result.err()).isEqualTo(1);
    assertThat(result.out())
        .startsWith("ATOM001 Subject.increment is not atomic")
        .contains("cosmodrome: VIOLATION: 1 finding in 2 blocks on 2 threads (still running)\n");
    assertThat(directory.resolve("out/index.html")).content().contains("still running");
    program.getOutputStream().close();
    assertThat(program.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(program.exitValue()).isZero();
    assertThat(directory.resolve("out/index.html")).content().doesNotContain("still running");
  }

  @Test
  void report_ofAProgramWithoutTheAgent_isRefusedAndHarmsNobody() throws Exception {
    String pid = start("-Xshare:auto");

    Cli.Result result = new Jar(directory).run("report", "--pid", pid);

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.err())
        .contains("cosmodrome: process " + pid + ": there is no agent at work in that JVM");
    program.getOutputStream().close();
    assertThat(program.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(program.exitValue()).isZero();
    assertThat(Files.readString(directory.resolve("err.txt"))).doesNotContain("Exception");
  }
}
