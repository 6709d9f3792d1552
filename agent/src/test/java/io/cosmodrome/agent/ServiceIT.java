package io.cosmodrome.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the agent tells of a program while it runs. */
@Tag("jvm")
@Execution(ExecutionMode.CONCURRENT)
final class ServiceIT {
  private static final String FINDING = "ATOM001 Service.add is not atomic  (Service.java:12)  [";
  private static final long TIMEOUT_SECONDS = 60;

  @TempDir static Path classes;
  @TempDir Path directory;

  @SuppressWarnings("NullAway.Init") // each test starts one
  private Process service;

  @BeforeAll
  static void compilePrograms() throws IOException, InterruptedException {
    Programs.compile(classes);
  }

  static Stream<Path> jdks() {
    return Jdks.all().stream();
  }

  @AfterEach
  void endService() throws InterruptedException {
    service.destroyForcibly().waitFor();
  }

  private BufferedReader start(Path jdk, String options, String... arguments) throws IOException {
    service = ProgramRun.start(jdk, classes, directory, options, arguments);
    return new BufferedReader(new InputStreamReader(service.getInputStream(), UTF_8));
  }

  private String messages() throws IOException {
    return Files.readString(directory.resolve("err.txt"));
  }

  /** Waits for a message of a program that goes on. */
  private void awaitMessage(String text) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    while (!messages().contains(text)) {
      assertThat(System.nanoTime()).as("still no \"%s\" in: %s", text, messages()).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private void end() throws IOException, InterruptedException {
    service.getOutputStream().close();
    assertThat(service.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(service.exitValue()).isZero();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void newFinding_isToldOnALineWhileTheProgramRuns(Path jdk) throws Exception {
    start(jdk, "", "Service", "wait");

    awaitMessage("cosmodrome: " + FINDING);
    assertThat(messages()).hasLineCount(1).doesNotContain("VIOLATION:");
    end();
    assertThat(messages()).contains("cosmodrome: VIOLATION: 1 finding in 2 blocks on 2 threads\n");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void newFinding_isAnEventOfTheFlightRecorder(Path jdk) throws Exception {
    Path recording = directory.resolve("service.jfr");
    start(jdk, "", "-XX:StartFlightRecording:filename=" + recording, "Service", "wait");

    awaitMessage("cosmodrome: " + FINDING); // the event comes before the line
    end();

    List<RecordedEvent> events =
        RecordingFile.readAllEvents(recording).stream()
            .filter(event -> event.getEventType().getName().equals("io.cosmodrome.Violation"))
            .toList();
    assertThat(events).hasSize(1);
    RecordedEvent event = events.get(0);
    assertThat(event.getString("block")).isEqualTo("Service.add(boolean)");
    assertThat(event.getString("variable")).isEqualTo("Service#1.count");
    assertThat(event.getString("blockThread")).isEqualTo("outer");
    assertThat(event.getString("fingerprint")).hasSize(16);
    assertThat(event.getString("sentence")).startsWith("Service.add is not atomic: ");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void bean_tellsTheVerdictAndWritesTheReport(Path jdk) throws Exception {
    BufferedReader out = start(jdk, ",verbose=quiet", "Service", "manage");

    assertThat(out.readLine()).isEqualTo("ready");
    assertThat(out.readLine()).isEqualTo("VIOLATION");
    assertThat(out.readLine()).isEqualTo("1");
    assertThat(out.readLine()).startsWith("[" + FINDING);
    Path report = Path.of(out.readLine());
    assertThat(report).isEqualTo(directory.resolve("output/report.json"));
    assertThat(Files.readString(report))
        .contains("\"name\":\"still running\"")
        .contains("\"block\":\"Service.add(boolean)\"");
    assertThat(directory.resolve("output/index.html")).exists();
    assertThat(messages()).isEmpty();
    end();
    assertThat(Files.readString(report)).doesNotContain("still running");
  }
}
