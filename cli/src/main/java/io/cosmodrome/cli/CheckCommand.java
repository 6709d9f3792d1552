package io.cosmodrome.cli;

import io.cosmodrome.analysis.AnalysisOptions;
import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.check.CheckOptions;
import io.cosmodrome.check.CheckerSpec;
import io.cosmodrome.format.ReadOptions;
import io.cosmodrome.format.TraceFormat;
import io.cosmodrome.report.Report;
import io.cosmodrome.report.ReportMerge;
import io.cosmodrome.report.Text;
import io.cosmodrome.spec.AtomicitySpec;
import io.cosmodrome.spec.NamePattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cosmodrome check}: which blocks of recorded runs were not atomic? */
@Command(
    name = "check",
    description = {
      "Tells which blocks of recorded runs were not atomic, and proves it.",
      "Of several traces the gravest exit code counts: 4, then 3, then 1."
    })
final class CheckCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE|DIRECTORY|-",
      description =
          "Traces; directories are searched for files with known suffixes; - is the standard input.")
  private List<String> inputs = new ArrayList<>();

  @Option(
      names = {"-e", "--engine"},
      split = ",",
      paramLabel = "NAME",
      completionCandidates = Choices.Engines.class,
      description =
          "Engines to use, all in one pass; `cosmodrome engines` lists them. Default: frontier.")
  private List<CheckerSpec> engines = new ArrayList<>();

  @Option(
      names = "--spec",
      paramLabel = "FILE",
      description = "Which blocks are meant to be atomic; without it, all of them.")
  private Optional<Path> specification = Optional.empty();

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "PATTERN",
      description = "Look at the threads with these names only: * and ? are wildcards.")
  private List<NamePattern> threads = new ArrayList<>();

  @Option(
      names = "--variables",
      split = ",",
      paramLabel = "PATTERN",
      description = "Look at accesses to these variables only.")
  private List<NamePattern> variables = new ArrayList<>();

  @Option(names = "--first", description = "Stop at the first event that gives anything to report.")
  private boolean first;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description =
          "Keep at most N violated blocks a trace; all are counted. Default: 10000, with"
              + " --json all.")
  private Optional<Integer> limit = Optional.empty();

  @Option(names = "--json", description = "Print a JSON object a line, for each trace and engine.")
  private boolean json;

  @Mixin private ReportOptions reports = new ReportOptions();

  @Mixin private TriageOptions triage = new TriageOptions();

  @Option(names = "--exit-zero", description = "Report only: verdicts give exit code 0.")
  private boolean exitZero;

  @Option(
      names = "--strict",
      description = "Refuse traces that are cut or damaged, instead of checking what is whole.")
  private boolean strict;

  @Option(
      names = "--format",
      paramLabel = "NAME",
      completionCandidates = Choices.Formats.class,
      description = "The format of the traces; without it, known by suffix or content.")
  private Optional<TraceFormat> format = Optional.empty();

  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "N",
      description = "Check N traces at a time; results come in the order of the traces.")
  private int jobs = 1;

  @Option(
      names = "--progress",
      paramLabel = "MODE",
      description = "auto (on a terminal), plain (a line now and then) or none.")
  private Progress.Mode progressMode = Progress.Mode.AUTO;

  @Option(
      names = "--output-dir",
      paramLabel = "DIRECTORY",
      description = "Where a trace goes on which exact engines disagree. Default: here.")
  private Path outputDirectory = Path.of("");

  CheckCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (jobs < 1) {
      throw new BadUsageException("--jobs must be at least 1, found " + jobs);
    }
    if (limit.isPresent() && limit.get() < 0) {
      throw new BadUsageException("--limit must not be negative, found " + limit.get());
    }
    reports.check(triage.baseline());
    TraceChecker.Settings settings =
        new TraceChecker.Settings(
            analysisOptions(),
            ReadOptions.DEFAULT.withStrict(strict).withCores(coresForEachTrace()),
            json,
            exitZero,
            outputDirectory,
            triage.triage(reports.updatesBaseline()),
            reports.areWanted());
    Progress progress = new Progress(progressMode, console);
    TraceChecker checker = new TraceChecker(console, settings, progress);
    ExecutorService workers = Executors.newFixedThreadPool(jobs, CheckCommand::worker);
    try (InputFiles files = new InputFiles(format, console.in())) {
      return checkAll(files, checker, workers, progress);
    } finally {
      workers.shutdownNow();
    }
  }

  private int coresForEachTrace() {
    return Math.max(1, Runtime.getRuntime().availableProcessors() / jobs);
  }

  private static Thread worker(Runnable work) {
    Thread thread = new Thread(work, "check");
    thread.setDaemon(true);
    return thread;
  }

  private AnalysisOptions analysisOptions() {
    int kept = limit.orElse(json ? Integer.MAX_VALUE : CheckOptions.DEFAULT.limit());
    AnalysisOptions options =
        AnalysisOptions.DEFAULT
            .withCheck(CheckOptions.DEFAULT.withFirstOnly(first).withLimit(kept))
            .withThreads(threads)
            .withVariables(variables);
    if (!engines.isEmpty()) {
      options = options.withEngines(List.copyOf(new LinkedHashSet<>(engines)));
    }
    return specification.isPresent()
        ? options.withSpecification(readSpecification(specification.get()))
        : options;
  }

  private static AtomicitySpec readSpecification(Path file) {
    try {
      return AtomicitySpec.parse(Files.readString(file), true);
    } catch (IOException e) {
      throw new BadUsageException("--spec " + file + ": " + Problem.of(e).message());
    }
  }

  private int checkAll(
      InputFiles files, TraceChecker checker, ExecutorService workers, Progress progress)
      throws IOException, InterruptedException {
    List<Future<Outcome>> outcomes = new ArrayList<>();
    for (String input : inputs) {
      try {
        for (InputFile file : files.expand(input)) {
          progress.expect(file.size());
          outcomes.add(workers.submit(() -> checker.check(file)));
        }
      } catch (IOException e) {
        outcomes.add(CompletableFuture.completedFuture(checker.problem(input, Problem.of(e))));
      }
    }
    Summary summary = new Summary();
    List<Report> all = new ArrayList<>();
    boolean isHeard = true;
    for (Future<Outcome> future : outcomes) {
      Outcome outcome = await(future);
      summary.add(outcome);
      isHeard = isHeard && print(outcome, progress);
      if (reports.areWanted()) {
        outcome.report().ifPresent(all::add);
      } else if (!isHeard) {
        return summary.exitCode;
      }
    }
    if (isHeard && !json && outcomes.size() > 1) {
      console.out().println(summary);
    }
    if (reports.areWanted()) {
      reports.finish(ReportMerge.of(all), ReportOptions.DIRECTORY, triage.baseline(), console);
    }
    return summary.exitCode;
  }

  /** Returns whether somebody still takes the results. */
  private boolean print(Outcome outcome, Progress progress) throws IOException {
    try {
      progress.aside(outcome.printing());
      return !console.isOutputLost();
    } catch (IOException e) {
      if (console.isOutputLost()) {
        return false;
      }
      throw e;
    }
  }

  private static Outcome await(Future<Outcome> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /** All traces together. */
  private final class Summary {
    private final Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
    private int unreadable;
    private int exitCode = ExitCode.OK;

    void add(Outcome outcome) {
      boolean isAccepted = reports.updatesBaseline() && outcome.exitCode() == ExitCode.VIOLATION;
      exitCode = ExitCode.worst(exitCode, isAccepted ? ExitCode.OK : outcome.exitCode());
      if (outcome.verdict().isPresent()) {
        verdicts.merge(outcome.verdict().get(), 1, Integer::sum);
      } else {
        unreadable++;
      }
    }

    @Override
    public String toString() {
      List<String> parts = new ArrayList<>();
      verdicts.forEach((verdict, count) -> parts.add(count + " " + verdict));
      if (unreadable > 0) {
        parts.add(unreadable + " not checked");
      }
      int traces = verdicts.values().stream().mapToInt(Integer::intValue).sum() + unreadable;
      return Text.count(traces, "trace") + ": " + String.join(", ", parts);
    }
  }
}
