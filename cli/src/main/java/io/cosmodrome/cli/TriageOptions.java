package io.cosmodrome.cli;

import io.cosmodrome.report.Baseline;
import io.cosmodrome.report.MalformedReportException;
import io.cosmodrome.report.Suppressions;
import io.cosmodrome.report.Triage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which findings count. */
final class TriageOptions {
  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description = "Findings that are known: only others count as violations.")
  private Optional<Path> baseline = Optional.empty();

  @Option(
      names = "--suppress",
      paramLabel = "FILE",
      description = "Findings that do not matter, each with the reason.")
  private Optional<Path> suppressions = Optional.empty();

  Optional<Path> baseline() {
    return baseline;
  }

  /**
   * What the files say; nothing if there are none.
   *
   * @param updatesBaseline whether the baseline may be missing, because it is about to be written
   */
  Optional<Triage> triage(boolean updatesBaseline) {
    if (baseline.isEmpty() && suppressions.isEmpty()) {
      return Optional.empty();
    }
    Suppressions suppressed =
        suppressions.isPresent()
            ? read("--suppress", suppressions.get(), Suppressions::read)
            : Suppressions.NONE;
    boolean isThere = baseline.isPresent() && !(updatesBaseline && !Files.exists(baseline.get()));
    Baseline known = isThere ? read("--baseline", baseline.get(), Baseline::read) : Baseline.EMPTY;
    return Optional.of(new Triage(suppressed, known));
  }

  private static <T> T read(String option, Path file, Reader<T> reader) {
    try {
      return reader.read(file);
    } catch (MalformedReportException e) {
      throw new BadUsageException(option + ": " + e.getMessage());
    } catch (IOException e) {
      throw new BadUsageException(option + " " + file + ": " + Problem.of(e).message());
    }
  }

  @FunctionalInterface
  private interface Reader<T> {
    T read(Path file) throws IOException;
  }
}
