package io.cosmodrome.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kernels and real libraries print under the agent what they print without it. Small runs: these
 * tests measure nothing.
 */
final class UnderTheAgentTest {
  private static final Path JARS = Path.of(System.getProperty("bench.directory"));
  private static final String AGENT = System.getProperty("bench.agent.jar");

  @TempDir Path directory;

  @Test
  void kernels_printTheSame() throws Exception {
    String table = java(List.of(), OverheadBench.class, "agent=" + AGENT, "size=1", "repeat=1");

    assertThat(Kernel.ALL)
        .extracting(Kernel::name)
        .allSatisfy(name -> assertThat(table).contains("| " + name + " |"));
  }

  @Test
  void workloads_printTheSame() throws Exception {
    String table =
        java(
            List.of(),
            WorkloadBench.class,
            "agent=" + AGENT,
            "modes=runtime=inline",
            "size=1",
            "repeat=1");

    assertThat(Kernel.WORKLOADS)
        .extracting(Kernel::name)
        .allSatisfy(name -> assertThat(table).contains("| " + name + " |"));
  }

  /** An hour, with {@code -Pslow}. */
  @Test
  void soak_growsNotAndSlowsNotDown() throws Exception {
    assumeTrue(Boolean.getBoolean("cosmodrome.slow"), "takes an hour: -Pslow");
    String options = "=include=**,exclude=io.cosmodrome.bench.Soak,output=" + directory;

    String rounds =
        java(List.of("-Xmx1g", "-javaagent:" + AGENT + options), Soak.class, "minutes=60");

    assertThat(rounds).contains("asked for the report: VIOLATION");
  }

  /** Runs a program of ours to its good end; what it printed. */
  private String java(List<String> options, Class<?> main, String... args)
      throws IOException, InterruptedException {
    Path out = directory.resolve("out.txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add("-cp");
    command.add(JARS.resolve("benchmarks.jar") + File.pathSeparator + JARS + "/workloads/*");
    command.add(main.getName());
    command.addAll(List.of(args));
    int exitCode =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start()
            .waitFor();
    String printed = Files.readString(out);
    assertThat(exitCode).as(printed).isZero();
    return printed;
  }
}
