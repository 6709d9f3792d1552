package io.cosmodrome.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConvertCommandTest {
  @TempDir Path directory;

  @Test
  void trace_isTheSameInTheOtherFile() throws IOException {
    Path in = Traces.write(directory, "in.std", "# a comment\n" + Traces.VIOLATION);
    Path out = directory.resolve("out.std");

    Cli.Result result = Cli.run("convert", in, out);

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).isEmpty();
    assertThat(out).hasContent(Traces.VIOLATION);
    assertThat(filesIn(directory)).containsExactly("in.std", "out.std");
  }

  @Test
  void standardStreams_areFilesToo() {
    Cli.Result result =
        new Cli().stdin("\n" + Traces.CLEAN).with("convert", "-", "-", "--to", "std");

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).isEqualTo(Traces.CLEAN);
  }

  @Test
  void compressedOutput_isReadAgain() throws IOException {
    Path in = Traces.write(directory, "in.std", Traces.CLEAN);

    for (String suffix : List.of(".std.gz", ".std.zst")) {
      Path zipped = directory.resolve("out" + suffix);
      assertThat(Cli.run("convert", in, zipped).exitCode()).isZero();
      assertThat(Files.readString(zipped, ISO_8859_1)).doesNotContain("T0|w(x)");
      assertThat(Cli.run("convert", zipped, "-", "--to", "std").out()).isEqualTo(Traces.CLEAN);
    }
  }

  @Test
  void textToBinaryAndBack_losesNothing() throws IOException {
    Path in = Traces.write(directory, "in.std", Traces.VIOLATION);
    Path binary = directory.resolve("out.cdt");

    assertThat(Cli.run("convert", in, binary).exitCode()).isZero();

    assertThat(Cli.run("convert", binary, "-", "--to", "std").out()).isEqualTo(Traces.VIOLATION);
    assertThat(Cli.run("check", "--json", binary).out().replace("out.cdt", "in.std"))
        .isEqualTo(Cli.run("check", "--json", in).out());
  }

  @Test
  void existingOutput_isKeptUnlessForced() throws IOException {
    Path in = Traces.write(directory, "in.std", Traces.CLEAN);
    Path out = Traces.write(directory, "out.std", "precious");

    Cli.Result refused = Cli.run("convert", in, out);

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains(out + " exists; --force overwrites it");
    assertThat(out).hasContent("precious");
    assertThat(Cli.run("convert", "--force", in, out).exitCode()).isZero();
    assertThat(out).hasContent(Traces.CLEAN);
  }

  @Test
  void malformedInput_leavesNothingBehind() throws IOException {
    Path in = Traces.write(directory, "in.std", Traces.MALFORMED);

    Cli.Result result = Cli.run("convert", in, directory.resolve("out.std"));

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.err()).startsWith(in + ": line 2: expected").hasLineCount(1);
    assertThat(filesIn(directory)).containsExactly("in.std");
  }

  @Test
  void missingInput_isExitCode3() {
    Cli.Result result = Cli.run("convert", directory.resolve("no.std"), "-", "--to", "std");

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.err()).isEqualTo(directory.resolve("no.std") + ": no such file\n");
  }

  @Test
  void unknownOutputFormat_isAUsageError() {
    Path in = Traces.write(directory, "in.std", Traces.CLEAN);

    Cli.Result result = Cli.run("convert", in, directory.resolve("out.xyz"));

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("cannot tell the format of", "; give --to, one of [std");
  }

  @Test
  void outputIntoNowhere_isNotTheInputsFault() {
    Path in = Traces.write(directory, "in.std", Traces.CLEAN);
    Path out = directory.resolve("no/such/out.std");

    Cli.Result result = Cli.run("convert", in, out);

    assertThat(result.exitCode()).isEqualTo(4);
    assertThat(result.err())
        .isEqualTo("cosmodrome: " + out + ": cannot be written: no such directory\n");
  }

  private static List<String> filesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
