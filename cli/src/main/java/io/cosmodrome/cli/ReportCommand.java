package io.cosmodrome.cli;

import io.cosmodrome.report.Report;
import io.cosmodrome.report.ReportMerge;
import io.cosmodrome.report.ReportText;
import io.cosmodrome.report.Triage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cosmodrome report}: saved reports once more, in other forms or as one. */
@Command(
    name = "report",
    description = {
      "Shows saved reports, merged into one, and writes it in other formats.",
      "  cosmodrome report target/cosmodrome --report html=all.html,sarif=all.sarif",
      "With --pid, has a running program write its report as it is now, and shows that, too."
    })
final class ReportCommand implements Callable<Integer> {
  private static final int SHOWN = 10;

  private final Console console;

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE|DIRECTORY",
      description = "Reports as JSON; directories are searched for report.json.")
  private List<Path> inputs = new ArrayList<>();

  @Option(
      names = "--pid",
      paramLabel = "PID",
      description = "Process with the agent in it that is to write its report, while it runs.")
  private List<String> pids = new ArrayList<>();

  @Mixin private ReportOptions reports = new ReportOptions();

  @Mixin private TriageOptions triage = new TriageOptions();

  @Option(names = "--exit-zero", description = "Report only: verdicts give exit code 0.")
  private boolean exitZero;

  ReportCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (inputs.isEmpty() && pids.isEmpty()) {
      throw new BadUsageException("expected FILE, DIRECTORY or --pid");
    }
    reports.check(triage.baseline());
    Optional<Triage> judging = triage.triage(reports.updatesBaseline());
    List<Report> saved = new ArrayList<>();
    for (String pid : pids) {
      try {
        saved.addAll(SavedReports.in(new RunningJvm(pid).writeReport()));
      } catch (IOException e) {
        Problem problem = Problem.of(e);
        problem.print(console, "cosmodrome");
        return problem.exitCode();
      }
    }
    for (Path input : inputs) {
      try {
        saved.addAll(SavedReports.in(input));
      } catch (IOException e) {
        Problem problem = Problem.of(e);
        problem.print(console, input.toString());
        return problem.exitCode();
      }
    }
    Report merged = ReportMerge.of(saved);
    Report report = judging.map(known -> known.apply(merged)).orElse(merged);
    print(report);
    reports.finish(report, ReportOptions.DIRECTORY, triage.baseline(), console);
    return exitZero ? ExitCode.OK : ExitCode.of(report, reports.updatesBaseline());
  }

  private void print(Report report) {
    ReportText text = new ReportText(report, console.style());
    boolean isVerbose = console.verbosity() > 0;
    if (console.verbosity() >= 0) {
      console
          .out()
          .print(isVerbose ? text.findings("") : text.newFindings(SHOWN, "", "; -v shows all"));
    }
    console.out().print(text.verdict());
    if (console.verbosity() >= 0) {
      console.out().print(text.facts(isVerbose));
    }
  }
}
