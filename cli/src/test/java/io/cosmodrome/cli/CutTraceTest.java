package io.cosmodrome.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every command says about a file whose end is missing. */
class CutTraceTest {
  private static final int EVENTS = 200_000;

  @TempDir Path directory;

  private Path cut;

  @BeforeEach
  void cutATrace() throws IOException {
    Path whole = directory.resolve("whole.cdt");
    Cli.run("generate", "--family", "lock-disciplined", "--events", EVENTS, "-o", whole);
    byte[] bytes = Files.readAllBytes(whole);
    cut = Files.write(directory.resolve("cut.cdt"), Arrays.copyOf(bytes, bytes.length / 2));
  }

  @Test
  void check_isUnknown() {
    Cli.Result result = Cli.run("check", cut);

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.out()).startsWith(cut + ": UNKNOWN: the trace is not complete: ");
    assertThat(Cli.run("check", "--json", cut).out())
        .contains("\"verdict\":\"UNKNOWN\",\"reasons\":[\"the trace is not complete: ");
  }

  @Test
  void strictCheck_isRefused() {
    Cli.Result result = Cli.run("check", "--strict", cut);

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).startsWith(cut + ": byte ").hasLineCount(1);
  }

  @Test
  void convert_keepsWhatIsWholeAndSaysSo() {
    Path text = directory.resolve("out.std");

    Cli.Result result = Cli.run("convert", cut, text);

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.err()).startsWith(cut + ": not complete: ").hasLineCount(1);
    assertThat(Cli.run("check", "-q", text).out()).contains(": OK: ");
    assertThat(text.toFile().length()).isPositive();
  }

  @Test
  void convertToAFormatThatCanTell_staysCut() {
    Path again = directory.resolve("again.cdt");
    Cli.run("convert", cut, again);

    assertThat(Cli.run("check", again).out())
        .startsWith(again + ": UNKNOWN: the trace is not complete: ");
  }

  @Test
  void strictConvert_leavesNothingBehind() {
    Path out = directory.resolve("out.std");

    assertThat(Cli.run("convert", "--strict", cut, out).exitCode()).isEqualTo(3);
    assertThat(out).doesNotExist();
  }

  @Test
  void stats_countWhatIsWholeAndSaySo() {
    Cli.Result result = Cli.run("stats", cut);

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.out()).contains("events");
    assertThat(result.err()).startsWith(cut + ": not complete: ");
  }

  @Test
  void validate_isAnOffence() {
    assertThat(Cli.run("validate", cut).exitCode()).isEqualTo(3);
    assertThat(Cli.run("validate", directory.resolve("whole.cdt")).exitCode()).isZero();
  }
}
