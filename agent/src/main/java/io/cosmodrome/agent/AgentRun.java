package io.cosmodrome.agent;

import io.cosmodrome.agent.instrument.Blocks;
import io.cosmodrome.agent.instrument.BootDelegation;
import io.cosmodrome.agent.instrument.ClassBytes;
import io.cosmodrome.agent.instrument.ClassFilter;
import io.cosmodrome.agent.instrument.Coverage;
import io.cosmodrome.agent.instrument.Inlining;
import io.cosmodrome.agent.instrument.Instrumenter;
import io.cosmodrome.agent.instrument.JdkCollectionHooks;
import io.cosmodrome.agent.instrument.JdkEntryPoints;
import io.cosmodrome.agent.instrument.JdkInternals;
import io.cosmodrome.agent.instrument.Sample;
import io.cosmodrome.agent.instrument.ThreadStacks;
import io.cosmodrome.agent.instrument.Turns;
import io.cosmodrome.agent.instrument.Watched;
import io.cosmodrome.agent.runtime.AsyncOutput;
import io.cosmodrome.agent.runtime.CdtOutput;
import io.cosmodrome.agent.runtime.InlineRuntime;
import io.cosmodrome.agent.runtime.Patience;
import io.cosmodrome.agent.runtime.Pins;
import io.cosmodrome.agent.runtime.Recorder;
import io.cosmodrome.agent.runtime.RunResult;
import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.report.Baseline;
import io.cosmodrome.report.Limit;
import io.cosmodrome.report.MalformedReportException;
import io.cosmodrome.report.Report;
import io.cosmodrome.report.ReportFile;
import io.cosmodrome.report.ReportText;
import io.cosmodrome.report.Sources;
import io.cosmodrome.report.Style;
import io.cosmodrome.report.Suppressions;
import io.cosmodrome.report.Text;
import io.cosmodrome.report.Triage;
import io.cosmodrome.spec.AtomicitySpec;
import io.cosmodrome.spec.MalformedSpecificationException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.nio.charset.Charset;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The agent's life: options, instrumentation, and the report when the program is over.
 *
 * <p>Public because {@link Agent} is another loader's, so not of this package when it runs.
 */
public final class AgentRun {
  private static final int USAGE = 2;
  private static final int SHOWN = 10; // findings, unless all are wanted

  private final AgentOptions options;
  private final AtomicitySpec spec;
  private final @Nullable Triage triage; // null if there is nothing to tell apart
  private final InlineRuntime runtime;
  private final @Nullable AsyncOutput async; // null if the run is not checked beside the program
  private final Coverage coverage = new Coverage();
  private final Inlining inlining = new Inlining();
  private final PrintStream messages = System.err; // the program may replace it later

  private final Sample sample;
  private final Announcements announcements;
  private @Nullable Budget budget; // null if there is none; set before the program starts
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Object writing = new Object(); // held while a report is written in between

  private AgentRun(AgentOptions options) throws UsageException {
    this.options = options;
    this.spec = spec(options);
    this.triage = triage(options);
    this.sample = new Sample(options.share(AgentOption.SAMPLE), options.seed());
    boolean wholeArrays = arrays() == Watched.Arrays.OBJECT;
    this.async = options.checksAsync() ? new AsyncOutput(options.engine()) : null;
    this.runtime =
        options.records() || options.checksAsync()
            ? InlineRuntime.recording(
                wholeArrays, options.bufferKib(), options.isOn(AgentOption.EVERY))
            : new InlineRuntime(wholeArrays);
    this.announcements =
        new Announcements(
            runtime, triage == null ? Triage.NONE : triage, messages, style(), isQuiet());
  }

  /** Starts the agent; a mistake in the options ends the JVM before the program starts. */
  public static void start(String arguments, Instrumentation instrumentation) {
    try {
      AgentOptions options = AgentOptions.parse(arguments, properties(), System.getenv());
      options.warnings().forEach(warning -> System.err.println("cosmodrome: " + warning));
      openJdk(instrumentation);
      new AgentRun(options).start(instrumentation);
    } catch (UsageException e) {
      System.err.println("cosmodrome: " + e.getMessage());
      System.exit(USAGE);
    }
  }

  /** What the runtime needs of the JDK; before anything of it is used. */
  private static void openJdk(Instrumentation instrumentation) {
    Module base = Object.class.getModule();
    JdkInternals.open(instrumentation, base, Patience.PACKAGE);
    if (Runtime.version().feature() >= Pins.FIRST_VERSION) {
      try {
        JdkInternals.open(instrumentation, base, Pins.PACKAGE);
      } catch (IllegalArgumentException e) {
        // a JDK that does not have it: virtual threads are not pinned there
      }
    }
  }

  private static Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>();
    System.getProperties()
        .stringPropertyNames()
        .forEach(name -> properties.put(name, System.getProperty(name)));
    return properties;
  }

  private void start(Instrumentation instrumentation) throws UsageException {
    runtime.install();
    Recorder recorder = runtime.recorder();
    ClassFilter filter =
        new ClassFilter(
            options.patterns(AgentOption.INCLUDE), options.patterns(AgentOption.EXCLUDE));
    String dump = options.value(AgentOption.DUMP);
    instrumentation.addTransformer(new BootDelegation(coverage));
    Turns turns = null;
    double share = options.share(AgentOption.BUDGET);
    if (share < 1) {
      turns = new Turns(instrumentation, runtime.costs(), coverage, Budget.isGenerous(share));
      budget =
          new Budget(
              share, turns, runtime.costs(), options.seed(), () -> watchOthers(instrumentation));
      instrumentation.addTransformer(turns, true);
      runtime.ignoreLocks(); // those of classes that are not watched just now
    }
    Instrumenter instrumenter =
        new Instrumenter(
            new Watched(filter, arrays(), sample, options.isOn(AgentOption.STRICT)),
            new Blocks(spec),
            runtime.sites(),
            coverage,
            inlining,
            ClassBytes.with(instrumentation),
            turns,
            recorder,
            dump.isEmpty() ? null : Path.of(dump));
    if (turns != null) {
      turns.use(instrumenter);
    }
    instrumentation.addTransformer(instrumenter);
    boolean collections = options.value(AgentOption.JDK).equals("collections");
    if (collections) {
      JdkCollectionHooks.install(instrumentation, filter, spec, runtime.sites(), coverage);
    }
    ThreadStacks.install(instrumentation); // also for turns that are yet to come
    boolean startsAtOnce = collections || Budget.isGenerous(share);
    if (budget == null) {
      watchOthers(instrumentation);
    } else if (startsAtOnce) {
      budget.begin();
    }
    if (recorder != null && async != null) {
      recorder.start(async);
    } else if (recorder != null) {
      record(recorder);
    } else {
      announcements.start();
      if (budget != null) {
        OwnThreads.start("cosmodrome-budget", budget);
      }
      instrumentation.addTransformer(new Management(this));
    }
    runtime.beforeHalt(this::end);
    LastHook.add(instrumentation, this::end);
    Live.serve(this);
  }

  /** Does what need not be done as long as nothing is watched. */
  private void watchOthers(Instrumentation instrumentation) {
    JdkEntryPoints.install(instrumentation, coverage); // before a thread of ours loads classes
    OwnThreads.start("cosmodrome-directives", new CompilerDirectives(instrumentation, inlining));
    if (!options.records()) {
      OwnThreads.start("cosmodrome-report", this::rehearse);
    }
    Warmup.run();
    runtime.forgetResults();
  }

  private Watched.Arrays arrays() {
    return Watched.Arrays.valueOf(options.value(AgentOption.ARRAYS).toUpperCase(Locale.ROOT));
  }

  InlineRuntime runtime() {
    return runtime;
  }

  /** What a part of the run has shown; see {@link Live#end}. */
  Map<String, String> outcome(RunResult result) {
    Report report = judged(RunReport.of(result, coverage, spec, sample, limits()));
    boolean isRecording = runtime.recorder() != null;
    String reason = report.reasons().stream().findFirst().orElse("");
    return Map.of(
        "verdict", (isRecording ? Verdict.UNKNOWN : report.verdict()).name(),
        "text", new ReportText(report, Style.PLAIN).newFindings(SHOWN, "", ""),
        "reason", isRecording ? notYet() : reason,
        "report", options.output().toAbsolutePath().toString());
  }

  private String notYet() {
    return async == null
        ? "the agent records this run; check the trace"
        : "the agent checks this run beside the program (runtime=async) and reports at its end";
  }

  private static AtomicitySpec spec(AgentOptions options) throws UsageException {
    String file = options.value(AgentOption.SPEC);
    if (file.isEmpty()) {
      return AtomicitySpec.EVERYTHING;
    }
    try {
      return AtomicitySpec.parse(Files.readString(Path.of(file)), true);
    } catch (MalformedSpecificationException e) {
      throw new UsageException(file + ": " + e.getMessage());
    } catch (IOException e) {
      throw new UsageException("cannot read the specification: " + e);
    }
  }

  private static @Nullable Triage triage(AgentOptions options) throws UsageException {
    String suppressions = options.value(AgentOption.SUPPRESS);
    String baseline = options.value(AgentOption.BASELINE);
    if (suppressions.isEmpty() && baseline.isEmpty()) {
      return null;
    }
    try {
      return new Triage(
          suppressions.isEmpty() ? Suppressions.NONE : Suppressions.read(Path.of(suppressions)),
          baseline.isEmpty() ? Baseline.EMPTY : Baseline.read(Path.of(baseline)));
    } catch (MalformedReportException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    } catch (NoSuchFileException e) {
      throw new UsageException("no such file: " + e.getMessage());
    } catch (IOException e) {
      throw new UsageException("cannot read suppressions or baseline: " + e);
    }
  }

  /** Starts to record into a file that is not there yet: a trace is never overwritten. */
  private void record(Recorder recorder) throws UsageException {
    Path trace = options.trace().toAbsolutePath();
    try {
      Files.createDirectories(trace.getParent());
      Files.createFile(trace);
      recorder.start(new CdtOutput(new FileOutputStream(trace.toFile())));
    } catch (FileAlreadyExistsException e) {
      throw new UsageException(
          e.getMessage() + " exists; give another output, such as one with %p for the process id");
    } catch (IOException e) {
      throw new UsageException("cannot write " + trace + ": " + e);
    }
  }

  private void end() {
    synchronized (writing) { // an earlier report must not come after the last one
      if (ended.getAndSet(true)) {
        return;
      }
    }
    announcements.stop();
    try {
      Recorder recorder = runtime.recorder();
      if (recorder == null) {
        report(report());
      } else {
        Recorder.Result recorded = recorder.close();
        if (async != null) {
          report(judged(checked(async, recorded)));
        } else {
          report(recorded, RunReport.of(runtime.result(), coverage, spec, sample, limits()));
        }
      }
    } catch (RuntimeException | Error e) {
      messages.println("cosmodrome: UNKNOWN: the report failed: " + e);
    }
    messages.flush();
  }

  /** The report of a run that was checked beside the program. */
  private Report checked(AsyncOutput output, Recorder.Result recorded) {
    List<Limit> limits = limits();
    limits.addAll(output.limits());
    List<String> doubts =
        recorded.problem() == null
            ? List.of()
            : List.of("the run was not checked to its end: " + recorded.problem());
    RunResult result = runtime.result().withFindings(output.findings(), output.violated());
    return RunReport.of(result, coverage, spec, sample, limits, options.engine().name(), doubts);
  }

  /** What is known so far. */
  Report report() {
    RunResult result = budget == null ? runtime.result() : budget.apart(runtime::result);
    return judged(RunReport.of(result, coverage, spec, sample, limits()));
  }

  /** What was left out on purpose so far. */
  private List<Limit> limits() {
    List<Limit> limits = new ArrayList<>();
    if (!sample.isAll()) {
      limits.add(sample.limit());
    }
    if (budget != null) {
      limits.add(budget.limit());
    }
    if (!ended.get()) {
      limits.add(new Limit("still running", "what came after this report is not in it"));
    }
    return limits;
  }

  /**
   * Writes the report of a run that goes on, in all formats that were asked for.
   *
   * @return the one for programs
   * @throws IllegalStateException if that cannot be
   */
  Path writeReport() {
    if (runtime.recorder() != null) {
      throw new IllegalStateException(
          "the agent records that run or checks it beside the program: there is nothing to report"
              + " before it is over");
    }
    synchronized (writing) {
      if (ended.get()) {
        throw new IllegalStateException("that program is over; its report is being written");
      }
      List<ReportFile> wanted = options.reports();
      List<ReportFile> written = write(report());
      for (ReportFile file : wanted) {
        if (!written.contains(file)) {
          throw new IllegalStateException(
              "cannot write " + file.path().toAbsolutePath() + "; that program's messages say why");
        }
      }
      return options.result().toAbsolutePath();
    }
  }

  /**
   * Writes a report of nothing to nowhere, beside the program: so that its end need not wait until
   * all classes are loaded that write the real one.
   */
  private void rehearse() {
    OutputStream nowhere = OutputStream.nullOutputStream();
    RunResult nothing = new RunResult(List.of(), List.of(), 0, 0, 0, 0, null);
    Report report = judged(RunReport.of(nothing, coverage, spec, sample, limits()));
    print(new ReportText(report, style()), new PrintStream(nowhere));
    Report withSources = new Sources(options.value(AgentOption.SOURCES)).addTo(report);
    for (ReportFile file : options.reports()) {
      try {
        file.format().write(withSources, nowhere);
      } catch (IOException e) {
        throw new UncheckedIOException(e); // nowhere takes everything
      }
    }
  }

  private Report judged(Report report) {
    Report whole = report.withCommand(Reproduction.command(options, System.getProperties()));
    return triage == null ? whole : triage.apply(whole);
  }

  private boolean isQuiet() {
    return options.value(AgentOption.VERBOSE).equals("quiet");
  }

  /** What is said after a recording; the verdict is left to whoever checks the trace. */
  private void report(Recorder.Result recorded, Report report) {
    messages.print(
        "cosmodrome: recorded "
            + Text.count(recorded.events(), "event")
            + " of "
            + Text.count(recorded.threads(), "thread")
            + "; to check them: cosmodrome check "
            + options.trace()
            + "\n");
    if (recorded.problem() != null) {
      messages.print("cosmodrome: the trace is not whole: " + recorded.problem() + "\n");
    }
    if (!isQuiet()) {
      messages.print(new ReportText(report, style()).facts(options.isOn(AgentOption.VERBOSE)));
    }
  }

  private void report(Report report) {
    ReportText text = new ReportText(report, style());
    print(text, messages);
    List<ReportFile> written = write(report);
    if (!isQuiet() && !written.isEmpty()) {
      messages.print(text.link(written));
    }
    messages.flush();
    String exitCode = options.value(AgentOption.EXITCODE);
    if (!exitCode.isEmpty() && report.verdict() == Verdict.VIOLATION) {
      Runtime.getRuntime().halt(Integer.parseInt(exitCode));
    }
  }

  private void print(ReportText text, PrintStream to) {
    boolean isVerbose = options.isOn(AgentOption.VERBOSE);
    if (!isQuiet()) {
      to.print(isVerbose ? text.findings("") : text.newFindings(SHOWN, "", ""));
    }
    to.print(text.verdict());
    if (!isQuiet()) {
      to.print(text.facts(isVerbose));
    }
  }

  /** Returns what could be written. */
  private List<ReportFile> write(Report report) {
    Report withSources = new Sources(options.value(AgentOption.SOURCES)).addTo(report);
    List<ReportFile> written = new ArrayList<>();
    for (ReportFile file : options.reports()) {
      try {
        file.write(withSources);
        written.add(file);
      } catch (IOException | RuntimeException e) {
        messages.println("cosmodrome: cannot write the report to " + file.path() + ": " + e);
      }
    }
    return written;
  }

  /** What the standard error can show. */
  private static Style style() {
    String name =
        System.getProperty("stderr.encoding", System.getProperty("native.encoding", "US-ASCII"));
    return new Style(
        false, Charset.isSupported(name) && Charset.forName(name).newEncoder().canEncode('…'));
  }
}
