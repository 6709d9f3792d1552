package io.cosmodrome.cli;

import io.cosmodrome.agent.AgentOption;
import io.cosmodrome.report.Baseline;
import io.cosmodrome.report.Report;
import io.cosmodrome.report.ReportFile;
import io.cosmodrome.report.ReportFormats;
import io.cosmodrome.report.Sources;
import io.cosmodrome.report.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What becomes of a report besides that it is printed: files, and an updated baseline. */
final class ReportOptions {
  /** For reports without a file name. */
  static final Path DIRECTORY = Path.of(AgentOption.OUTPUT.defaultValue());

  @Option(
      names = "--report",
      paramLabel = "NAME[=FILE]",
      completionCandidates = Choices.Reports.class,
      description =
          "Write reports, with commas between: html=a.html,sarif=b.sarif. Known names:"
              + " ${COMPLETION-CANDIDATES}. Without a file: into target/cosmodrome.")
  private List<String> reports = new ArrayList<>();

  @Option(
      names = "--update-baseline",
      description = "Add the findings to the file of --baseline; then they are known.")
  private boolean updatesBaseline;

  @Option(
      names = "--sources",
      paramLabel = "PATH[:PATH]",
      description =
          "Source directories and jars; reports show their lines around the places they name.")
  private Optional<String> sources = Optional.empty();

  Optional<String> sources() {
    return sources;
  }

  boolean areWanted() {
    return !reports.isEmpty() || updatesBaseline;
  }

  boolean updatesBaseline() {
    return updatesBaseline;
  }

  /**
   * The files that were asked for.
   *
   * @param directory for those without a name
   */
  List<ReportFile> files(Path directory) {
    try {
      return ReportFormats.parse(String.join(",", reports), directory);
    } catch (IllegalArgumentException e) {
      throw new BadUsageException("--report: " + e.getMessage());
    }
  }

  /** Complains before anything is done. */
  void check(Optional<Path> baseline) {
    files(DIRECTORY);
    if (updatesBaseline && baseline.isEmpty()) {
      throw new BadUsageException("--update-baseline needs --baseline, the file to update");
    }
  }

  /** Writes what was asked for, and says so. */
  void finish(Report report, Path directory, Optional<Path> baseline, Console console)
      throws IOException {
    Report written = sources.map(paths -> new Sources(paths).addTo(report)).orElse(report);
    for (ReportFile file : files(directory)) {
      try {
        file.write(written);
      } catch (IOException e) {
        throw new OutputFailedException(file.path().toString(), e);
      }
      if (console.verbosity() >= 0) {
        console.err().println("report: " + file.path());
      }
    }
    if (updatesBaseline && baseline.isPresent()) {
      update(report, baseline.get(), console);
    }
  }

  private static void update(Report report, Path file, Console console) throws IOException {
    Baseline before = Files.exists(file) ? Baseline.read(file) : Baseline.EMPTY;
    Baseline after = before.with(report);
    try {
      after.write(file);
    } catch (IOException e) {
      throw new OutputFailedException(file.toString(), e);
    }
    if (console.verbosity() >= 0) {
      int added = after.size() - before.size();
      console
          .err()
          .println(
              "baseline: "
                  + file
                  + ": "
                  + Text.count(after.size(), "finding")
                  + ", "
                  + added
                  + " of them new");
    }
  }
}
