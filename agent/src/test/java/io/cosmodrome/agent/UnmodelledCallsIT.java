package io.cosmodrome.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program calls that synchronizes but is not modelled is told in the report. */
@Tag("jvm")
final class UnmodelledCallsIT {
  @TempDir static Path classes;
  @TempDir Path directory;

  @Test
  void report_ofProgramThatCallsWhatIsNotModelled_namesTheCallAndCountsPlaces()
      throws IOException, InterruptedException {
    Programs.compile(classes);
    Path jdk = Jdks.all().get(0);

    ProgramRun queues = ProgramRun.with(jdk, classes, directory, ",verbose=true", "QueuesLookedAt");
    ProgramRun locks = ProgramRun.with(jdk, classes, directory, ",verbose=true", "Locks");

    assertThat(queues.json())
        .contains("\"unmodelled\":[\"java.util.concurrent.BlockingQueue.clear: 1 place\"]");
    assertThat(queues.err())
        .contains("not modelled: java.util.concurrent.BlockingQueue.clear: 1 place");
    assertThat(locks.json()).contains("\"unmodelled\":[]");
    assertThat(locks.err()).doesNotContain("not modelled");
  }
}
