package io.cosmodrome.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.format.ReadOptions;
import io.cosmodrome.format.TraceFile;
import io.cosmodrome.trace.EventCounter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path directory;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private long now;
  private long step;

  @Test
  void onATerminal_oneLineIsRewritten() throws IOException {
    step = SECOND;
    read(new Progress(Progress.Mode.AUTO, true, 0, new PrintStream(err), this::clock));

    assertThat(printed())
        .startsWith("\r\u001b[K")
        .contains("%", " events/s", "ETA 0:0")
        .doesNotContain("\n");
    assertThat(printed().split("\r")).hasSizeGreaterThan(3);
  }

  @Test
  void withoutATerminal_autoIsSilent() throws IOException {
    step = SECOND;
    read(new Progress(Progress.Mode.AUTO, false, 0, new PrintStream(err), this::clock));

    assertThat(printed()).isEmpty();
  }

  @Test
  void none_isSilent() throws IOException {
    step = SECOND;
    read(new Progress(Progress.Mode.NONE, true, 0, new PrintStream(err), this::clock));

    assertThat(printed()).isEmpty();
  }

  @Test
  void quiet_isSilent() throws IOException {
    step = SECOND;
    read(new Progress(Progress.Mode.PLAIN, true, -1, new PrintStream(err), this::clock));

    assertThat(printed()).isEmpty();
  }

  @Test
  void plain_isALineEveryTenSeconds() throws IOException {
    step = 4 * SECOND;
    read(new Progress(Progress.Mode.PLAIN, false, 0, new PrintStream(err), this::clock));

    // 100,000 events are reported 7 times, every 16,384 events and at the end
    assertThat(printed().lines())
        .satisfiesExactly(
            line ->
                assertThat(line).matches(" \\d\\d %  49,152 events  4,096 events/s  ETA 0:1\\d"),
            line -> assertThat(line).matches(" \\d\\d %  98,304 events  4,096 events/s  ETA 0:00"));
    assertThat(printed()).doesNotContain("\r");
  }

  @Test
  void fastRun_showsNothing() throws IOException {
    step = 1;
    read(new Progress(Progress.Mode.AUTO, true, 0, new PrintStream(err), this::clock));

    assertThat(printed()).isEmpty();
  }

  @Test
  void otherOutput_doesNotEndUpInTheLine() throws IOException {
    step = SECOND;
    Progress progress =
        new Progress(Progress.Mode.AUTO, true, 0, new PrintStream(err), this::clock);
    read(progress);
    err.reset();

    progress.aside(() -> err.writeBytes("result\n".getBytes(UTF_8)));
    progress.aside(() -> err.writeBytes("result\n".getBytes(UTF_8)));

    assertThat(printed()).isEqualTo("\r\u001b[Kresult\nresult\n");
  }

  private void read(Progress progress) throws IOException {
    Path file = Traces.write(directory, "a.std", "T0|w(x)\n".repeat(100_000));
    InputFile input = new InputFile("a.std", file, Optional.empty());
    progress.expect(input.size());
    EventCounter counter = new EventCounter();
    try (TraceFile watched = progress.watch(input.open(ReadOptions.DEFAULT))) {
      watched.replay(counter);
      assertThat(counter.statistics().events()).isEqualTo(100_000);
      assertThat(watched.format().name()).isEqualTo("std");
      assertThat(watched.loss()).isEmpty();
    }
  }

  private long clock() {
    now += step;
    return now - step;
  }

  private String printed() {
    return err.toString(UTF_8);
  }
}
