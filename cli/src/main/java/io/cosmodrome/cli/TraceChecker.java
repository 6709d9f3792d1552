package io.cosmodrome.cli;

import io.cosmodrome.analysis.Analysis;
import io.cosmodrome.analysis.AnalysisOptions;
import io.cosmodrome.analysis.Disagreement;
import io.cosmodrome.analysis.EventLookup;
import io.cosmodrome.analysis.TraceVerdict;
import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.format.ReadOptions;
import io.cosmodrome.format.TraceFile;
import io.cosmodrome.report.Report;
import io.cosmodrome.report.Text;
import io.cosmodrome.report.Triage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Checks traces one by one; several threads may do so at once. Nothing is printed before its turn.
 */
final class TraceChecker {
  private final Console console;
  private final Settings settings;
  private final Progress progress;

  /**
   * @param json whether results are for programs
   * @param exitZero whether verdicts count as success, whatever they are
   * @param slices directory for traces on which our engines disagree
   * @param triage what is known or does not matter; not there if every finding counts
   * @param reports whether reports are wanted, whatever is printed
   */
  record Settings(
      AnalysisOptions analysis,
      ReadOptions reading,
      boolean json,
      boolean exitZero,
      Path slices,
      Optional<Triage> triage,
      boolean reports) {}

  TraceChecker(Console console, Settings settings, Progress progress) {
    this.console = console;
    this.settings = settings;
    this.progress = progress;
  }

  Outcome check(InputFile input) {
    try {
      long skipped;
      TraceVerdict verdict;
      try (TraceFile file = progress.watch(input.open(settings.reading()))) {
        verdict = Analysis.check(file, settings.analysis());
        skipped = file.skippedLines();
      }
      if (verdict.disagreement().isPresent()) {
        return disagreement(input, verdict, verdict.disagreement().get());
      }
      verdict =
          Analysis.explain(verdict, () -> input.open(settings.reading()), settings.analysis());
      Optional<Report> report = report(input, verdict);
      Verdict judged = report.map(Report::verdict).orElse(verdict.verdict());
      int exitCode = settings.exitZero() ? ExitCode.OK : ExitCode.of(judged);
      return new Outcome(
          Optional.of(judged), report, exitCode, result(input, verdict, report, skipped));
    } catch (IOException | RuntimeException | AssertionError | OutOfMemoryError e) {
      return problem(input.name(), Problem.of(e));
    }
  }

  /** The report, if anybody wants more than the verdict. */
  private Optional<Report> report(InputFile input, TraceVerdict verdict) throws IOException {
    boolean isPrinted = !settings.json() && console.verbosity() >= 0;
    if (!isPrinted && !settings.reports() && settings.triage().isEmpty()) {
      return Optional.empty();
    }
    Report report =
        TraceReport.of(
            input.name(),
            verdict,
            settings.analysis(),
            positions -> {
              try (TraceFile again = input.open(settings.reading())) {
                return EventLookup.findWithStarts(again, positions);
              }
            });
    return Optional.of(settings.triage().map(triage -> triage.apply(report)).orElse(report));
  }

  private Outcome.Printing result(
      InputFile input, TraceVerdict verdict, Optional<Report> report, long skipped) {
    if (settings.json()) {
      return () -> new JsonReport(console.rawOut()).write(input.name(), verdict);
    }
    String text = new TextReport(console).render(input.name(), verdict, report);
    return () -> {
      console.out().print(text);
      if (skipped > 0 && console.verbosity() > 0) {
        console.err().println(input.name() + ": skipped " + Text.count(skipped, "line"));
      }
    };
  }

  /** Something is wrong with the trace, with us or with the machine. */
  Outcome problem(String name, Problem problem) {
    return new Outcome(
        Optional.empty(),
        Optional.of(TraceReport.unreadable(name, settings.analysis(), problem.message())),
        problem.exitCode(),
        () -> {
          if (settings.json()) {
            new JsonReport(console.rawOut())
                .writeError(name, settings.analysis().engines(), problem.message());
          }
          problem.print(console, name);
        });
  }

  private Outcome disagreement(InputFile input, TraceVerdict verdict, Disagreement disagreement)
      throws IOException {
    Path slice =
        new TraceSlice(input, settings.reading(), disagreement.position() + 1)
            .writeTo(settings.slices());
    Optional<Report> report = report(input, verdict);
    Outcome.Printing result = result(input, verdict, report, 0);
    String message =
        input.name()
            + ": internal error: "
            + disagreement.first()
            + " and "
            + disagreement.second()
            + " disagree about "
            + disagreement.about()
            + "; please report it with "
            + slice;
    return new Outcome(
        Optional.of(verdict.verdict()),
        report,
        ExitCode.INTERNAL,
        () -> {
          result.print();
          console.err().println(message);
        });
  }
}
