package io.cosmodrome.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read optimistically and never validated counts when a run is checked live. */
@Tag("jvm")
final class OptimisticReadsIT {
  @TempDir static Path classes;
  @TempDir Path directory;

  @Test
  void block_thatDoesNotValidateWhatItRead_isViolation() throws IOException, InterruptedException {
    Programs.compile(classes);
    Path jdk = Jdks.all().get(0);

    ProgramRun run = ProgramRun.with(jdk, classes, directory, "", "StampedLocks unvalidated");

    assertThat(run.blocks()).as(run.err()).containsExactly("StampedLocks.sumWithoutValidation");
  }
}
