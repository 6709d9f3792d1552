package io.cosmodrome.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cosmodrome.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedReportsTest {
  @TempDir Path directory;

  private Path write(String name, String trace) throws IOException {
    Path file = directory.resolve(name).resolve("report.json");
    Path input = Traces.write(directory, "traces/" + name.replace('/', '-') + ".std", trace);
    Cli.run("check", "-q", input, "--report", "json=" + file);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1000));
    return file;
  }

  @Test
  void reportOfAnEarlierRun_isNone() throws IOException {
    write("out", Traces.CLEAN);

    assertThat(SavedReports.ofAgent(directory.resolve("out").toString(), 1000)).hasSize(1);
    assertThat(SavedReports.ofAgent(directory.resolve("out").toString(), 1001)).isEmpty();
  }

  @Test
  void outputWithProcessIds_hasReportsOfSeveralJvms() throws IOException {
    write("out/1", Traces.CLEAN);
    write("out/2", Traces.VIOLATION);

    assertThat(SavedReports.ofAgent(directory + "/out/%p", 0))
        .extracting(Report::verdict)
        .extracting(Enum::name)
        .containsExactly("OK", "VIOLATION");
    assertThat(SavedReports.ofAgent(directory + "/nowhere/%p", 0)).isEmpty();
    assertThat(SavedReports.in(directory.resolve("out"))).hasSize(2);
  }

  @Test
  void whatIsNoReport_isAnError() throws IOException {
    Path file = write("out", Traces.CLEAN);
    Files.writeString(file, "{}");

    assertThatThrownBy(() -> SavedReports.in(directory.resolve("out")))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(file + ": the report: expected the key \"format\", found none");
    assertThatThrownBy(() -> SavedReports.in(directory.resolve("nowhere")))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> SavedReports.in(directory.resolve("traces")))
        .hasMessage("no report in this directory: expected files named report.json");
  }
}
