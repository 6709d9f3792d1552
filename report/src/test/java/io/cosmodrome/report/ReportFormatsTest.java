package io.cosmodrome.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFormatsTest {
  private static final Path DIRECTORY = Path.of("out");
  private static final Report REPORT = Samples.report(List.of());

  private static List<String> parsed(String text) {
    return ReportFormats.parse(text, DIRECTORY).stream()
        .map(file -> file.format().name() + " " + file.path().toString().replace('\\', '/'))
        .toList();
  }

  @Test
  void names_andFileNames_differ() {
    assertThat(ReportFormats.ALL).extracting(ReportFormat::name).doesNotHaveDuplicates();
    assertThat(ReportFormats.ALL).extracting(ReportFormat::fileName).doesNotHaveDuplicates();
  }

  @Test
  void pairs_areFormatsAndFiles() {
    assertThat(parsed("json=a/b.json, text=c.txt")).containsExactly("json a/b.json", "text c.txt");
    assertThat(parsed("json=a.json:text=b.txt")).containsExactly("json a.json", "text b.txt");
    assertThat(parsed("json=C:/x/a.json:text"))
        .containsExactly("json C:/x/a.json", "text out/report.txt");
    assertThat(parsed("json,text")).containsExactly("json out/report.json", "text out/report.txt");
    assertThat(parsed("")).isEmpty();
  }

  @Test
  void mistakes_areToldWithWhatWasMeant() {
    assertThatThrownBy(() -> parsed("jsn=a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "unknown report format \"jsn\"; did you mean \"json\"? known: "
                + ReportFormats.names());
    assertThatThrownBy(() -> parsed("json="))
        .hasMessage("expected a file after \"json=\", found nothing");
    assertThatThrownBy(() -> parsed("json=a,text=./a"))
        .hasMessage("two reports go to the same file, ./a");
  }

  @Test
  void file_isWrittenWithItsDirectories(@TempDir Path directory) throws IOException {
    Path path = directory.resolve("a/b/report.txt");

    new ReportFile(ReportFormats.named("text"), path).write(REPORT);

    assertThat(path)
        .hasContent(
            "cosmodrome: OK: no violation observed in 20 blocks on 2 threads\n"
                + "20 blocks ran on 2 threads; 99 events");
  }

  @Test
  void failedReport_leavesTheOldOne(@TempDir Path directory) throws IOException {
    Path path = directory.resolve("report.txt");
    Files.writeString(path, "old");
    ReportFormat failing =
        new ReportFormat(
            "failing",
            "x",
            "",
            (report, out) -> {
              out.write(1);
              throw new IOException("no space left");
            });

    assertThatThrownBy(() -> new ReportFile(failing, path).write(REPORT))
        .hasMessage("no space left");

    assertThat(path).hasContent("old");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactly(path);
    }
  }

  @Test
  void directory_isNotReplaced(@TempDir Path directory) {
    assertThatThrownBy(() -> new ReportFile(ReportFormats.named("json"), directory).write(REPORT))
        .hasMessageEndingWith("is a directory; expected the name of a file");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void everyFormat_givesTheSameBytesAgain(@TempDir Path directory) throws IOException {
    for (ReportFormat format : ReportFormats.ALL) {
      Path one = directory.resolve(format.name() + "1");
      Path two = directory.resolve(format.name() + "2");
      new ReportFile(format, one).write(REPORT);
      new ReportFile(format, two).write(REPORT);

      assertThat(one).hasSameBinaryContentAs(two).isNotEmptyFile();
    }
  }
}
