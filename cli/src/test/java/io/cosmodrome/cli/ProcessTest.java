package io.cosmodrome.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command as a process of its own: its exit code and its real streams. */
class ProcessTest {
  @TempDir Path directory;

  @Test
  void exitCode_isThatOfTheVerdict() throws Exception {
    Path trace = Traces.write(directory, "a.std", Traces.VIOLATION);
    Process process = start("check", "-q", trace.toString());

    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
        .isEqualTo(
            trace
                + ": VIOLATION: 2 of 2 blocks were not atomic, proved by 2 conflicts each"
                + " (2 threads, 7 events)\n");
    assertThat(end(process)).isEqualTo(1);
  }

  @Test
  void brokenPipe_endsQuietly() throws Exception {
    Process process = start("generate", "--events", "10000000", "-o", "-", "--to", "std");
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      assertThat(reader.readLine()).contains("|");
    }

    assertThat(new String(process.getErrorStream().readAllBytes(), UTF_8)).isEmpty();
    assertThat(end(process)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--json", "--verbose"})
  void brokenPipe_keepsTheExitCodeOfWhatWasChecked(String option) throws Exception {
    for (int i = 0; i < 200; i++) {
      Traces.write(directory, i + ".std", Traces.VIOLATION);
    }
    Process process = start("check", option, directory.toString());
    try (InputStream out = process.getInputStream()) {
      assertThat(out.read()).isPositive();
    }

    assertThat(new String(process.getErrorStream().readAllBytes(), UTF_8)).isEmpty();
    assertThat(end(process)).isEqualTo(1);
  }

  @Test
  void fullDisk_isNotSilent() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full));
    Path trace = Traces.write(directory, "a.std", Traces.CLEAN);
    Process process = builder("check", trace.toString()).redirectOutput(full.toFile()).start();

    assertThat(new String(process.getErrorStream().readAllBytes(), UTF_8))
        .startsWith("cosmodrome: cannot write the result: ");
    assertThat(end(process)).isEqualTo(4);
  }

  private static Process start(String... args) throws IOException {
    return builder(args).start();
  }

  private static ProcessBuilder builder(String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Main.class.getName());
    command.addAll(List.of(args));
    return new ProcessBuilder(command).redirectInput(new File("/dev/null"));
  }

  private static int end(Process process) throws InterruptedException {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("the process has ended").isTrue();
    return process.exitValue();
  }
}
