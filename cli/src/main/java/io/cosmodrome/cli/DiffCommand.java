package io.cosmodrome.cli;

import io.cosmodrome.report.Report;
import io.cosmodrome.report.ReportDiff;
import io.cosmodrome.report.ReportMerge;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cosmodrome diff}: what has changed between two runs? */
@Command(
    name = "diff",
    description = {
      "Compares two saved reports: which findings are new, fixed, or still there?",
      "The exit code is 1 if there is a new one. A finding that was not seen may only have been"
          + " lucky."
    })
final class DiffCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      index = "0",
      paramLabel = "OLD",
      description = "A report as JSON, or a directory with reports.")
  private Path before = Path.of("");

  @Parameters(index = "1", paramLabel = "NEW", description = "Likewise.")
  private Path after = Path.of("");

  @Option(names = "--json", description = "Print a JSON object.")
  private boolean json;

  @Option(names = "--exit-zero", description = "Report only: new findings give exit code 0.")
  private boolean exitZero;

  DiffCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    ReportDiff diff = ReportDiff.of(read(before), read(after));
    if (json) {
      diff.writeJson(console.rawOut());
    } else {
      console.out().print(diff.text(console.style()));
    }
    return diff.added().isEmpty() || exitZero ? ExitCode.OK : ExitCode.VIOLATION;
  }

  private static Report read(Path path) throws IOException {
    try {
      return ReportMerge.of(SavedReports.in(path));
    } catch (IOException e) {
      throw new BadInputException(path + ": " + Problem.of(e).message());
    }
  }
}
