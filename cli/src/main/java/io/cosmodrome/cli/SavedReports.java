package io.cosmodrome.cli;

import io.cosmodrome.report.MalformedReportException;
import io.cosmodrome.report.Report;
import io.cosmodrome.report.ReportFormats;
import io.cosmodrome.report.ReportJson;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reports that were written earlier, by the agent or by a command. */
final class SavedReports {
  private static final String FILE = ReportFormats.JSON.fileName();
  private static final int DEPTH = 8;

  private SavedReports() {}

  /**
   * The reports that an agent left in its output directory, and that are not older than {@code
   * since}.
   *
   * @param output as the option of the agent; from a % on its name is the agent's business
   * @param since milliseconds since 1970
   */
  static List<Report> ofAgent(String output, long since) throws IOException {
    List<Report> reports = new ArrayList<>();
    for (Path file : filesOfAgent(output)) {
      if (Files.getLastModifiedTime(file).toMillis() >= since) {
        reports.add(read(file));
      }
    }
    return reports;
  }

  private static List<Path> filesOfAgent(String output) throws IOException {
    if (output.indexOf('%') < 0) {
      Path file = Path.of(output, FILE);
      return Files.exists(file) ? List.of(file) : List.of();
    }
    Path directory = directoryOf(output);
    return Files.isDirectory(directory) ? search(directory) : List.of();
  }

  /** The part of an agent's output directory that all JVMs share. */
  static Path directoryOf(String output) {
    int changing = output.indexOf('%');
    if (changing < 0) {
      return Path.of(output);
    }
    int end = output.substring(0, changing).lastIndexOf('/');
    return Path.of(end < 0 ? "." : output.substring(0, end + 1));
  }

  /**
   * The reports in a file, or in a directory and below.
   *
   * @throws BadInputException if there is none
   */
  static List<Report> in(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new NoSuchFileException(path.toString());
    }
    if (!Files.isDirectory(path)) {
      return List.of(read(path));
    }
    List<Path> files = search(path);
    if (files.isEmpty()) {
      throw new BadInputException("no report in this directory: expected files named " + FILE);
    }
    List<Report> reports = new ArrayList<>();
    for (Path file : files) {
      reports.add(read(file));
    }
    return reports;
  }

  private static List<Path> search(Path directory) throws IOException {
    try (Stream<Path> files =
        Files.find(
            directory, DEPTH, (file, facts) -> file.endsWith(FILE) && facts.isRegularFile())) {
      return files.sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static Report read(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return ReportJson.read(in);
    } catch (MalformedReportException e) {
      throw new BadInputException(file + ": " + e.getMessage());
    }
  }
}
