package io.cosmodrome.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.agent.instrument.Blocks;
import io.cosmodrome.agent.instrument.ClassFilter;
import io.cosmodrome.agent.instrument.Coverage;
import io.cosmodrome.agent.instrument.Instrumenter;
import io.cosmodrome.agent.instrument.JdkEntryPoints;
import io.cosmodrome.agent.runtime.InlineRuntime;
import io.cosmodrome.agent.runtime.Recorder;
import io.cosmodrome.agent.runtime.RunResult;
import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.report.OutputFile;
import io.cosmodrome.report.ReportJson;
import io.cosmodrome.report.Style;
import io.cosmodrome.spec.AtomicitySpec;
import io.cosmodrome.spec.MalformedSpecificationException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.nio.charset.Charset;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The agent's life: options, instrumentation, and the report when the program is over.
 *
 * <p>Public because {@link Agent} is another loader's, so not of this package when it runs.
 */
public final class AgentRun {
  private static final int USAGE = 2;
  private static final String TEXT = "report.txt";
  private static final String JSON = "report.json";

  private final AgentOptions options;
  private final InlineRuntime runtime;
  private final Coverage coverage = new Coverage();
  private final PrintStream messages = System.err; // the program may replace it later

  private final AtomicBoolean ended = new AtomicBoolean();

  private AgentRun(AgentOptions options) {
    this.options = options;
    boolean wholeArrays = options.value(AgentOption.ARRAYS).equals("object");
    this.runtime =
        options.records()
            ? InlineRuntime.recording(wholeArrays, options.bufferKib())
            : new InlineRuntime(wholeArrays);
  }

  /** Starts the agent; a mistake in the options ends the JVM before the program starts. */
  public static void start(String arguments, Instrumentation instrumentation) {
    try {
      instrumentation.addTransformer(
          new InliningHints()); // before the runtime's classes are loaded
      AgentOptions options = AgentOptions.parse(arguments, properties(), System.getenv());
      options.warnings().forEach(warning -> System.err.println("cosmodrome: " + warning));
      new AgentRun(options).start(instrumentation);
    } catch (UsageException e) {
      System.err.println("cosmodrome: " + e.getMessage());
      System.exit(USAGE);
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
    instrumentation.addTransformer(
        new Instrumenter(
            filter,
            new Blocks(spec()),
            runtime.sites(),
            coverage,
            options.value(AgentOption.ARRAYS),
            options.isOn(AgentOption.STRICT),
            recorder == null ? null : recorder.fieldNames(),
            dump.isEmpty() ? null : Path.of(dump)));
    JdkEntryPoints.install(instrumentation, coverage);
    Warmup.run();
    runtime.forgetResults();
    if (recorder != null) {
      record(recorder);
    }
    runtime.beforeHalt(this::end);
    LastHook.add(instrumentation, this::end);
    Live.serve(this);
  }

  InlineRuntime runtime() {
    return runtime;
  }

  /** What a part of the run has shown; see {@link Live#end}. */
  Map<String, String> outcome(RunResult result) {
    Summary summary = new Summary(result, coverage);
    boolean isRecording = runtime.recorder() != null;
    return Map.of(
        "verdict", (isRecording ? Verdict.UNKNOWN : summary.verdict()).name(),
        "text", summary.findings(true, Style.PLAIN),
        "reason", isRecording ? "the agent records this run; check the trace" : summary.reason(),
        "report", options.output().toAbsolutePath().toString());
  }

  private AtomicitySpec spec() throws UsageException {
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

  /** Starts to record into a file that is not there yet: a trace is never overwritten. */
  private void record(Recorder recorder) throws UsageException {
    Path trace = options.trace().toAbsolutePath();
    try {
      Files.createDirectories(trace.getParent());
      Files.createFile(trace);
      recorder.start(new FileOutputStream(trace.toFile()));
    } catch (FileAlreadyExistsException e) {
      throw new UsageException(
          e.getMessage() + " exists; give another output, such as one with %p for the process id");
    } catch (IOException e) {
      throw new UsageException("cannot write " + trace + ": " + e);
    }
  }

  private void end() {
    if (ended.getAndSet(true)) {
      return;
    }
    try {
      Recorder recorder = runtime.recorder();
      if (recorder == null) {
        report(new Summary(runtime.result(), coverage));
      } else {
        Recorder.Result recorded = recorder.close();
        report(recorded, new Summary(runtime.result(), coverage));
      }
    } catch (RuntimeException | Error e) {
      messages.println("cosmodrome: UNKNOWN: the report failed: " + e);
    }
    messages.flush();
  }

  private boolean isQuiet() {
    return options.value(AgentOption.VERBOSE).equals("quiet");
  }

  private void report(Recorder.Result recorded, Summary summary) {
    messages.print(summary.recorded(recorded, options.trace()));
    if (!isQuiet()) {
      messages.print(summary.facts(options.isOn(AgentOption.VERBOSE)));
    }
  }

  private void report(Summary summary) {
    boolean isQuiet = isQuiet();
    boolean isVerbose = options.isOn(AgentOption.VERBOSE);
    if (!isQuiet) {
      messages.print(summary.findings(isVerbose, style()));
    }
    messages.print(summary.verdictLines());
    if (!isQuiet) {
      messages.print(summary.facts(isVerbose));
    }
    try {
      write(summary, options.output());
      if (!isQuiet) {
        messages.println("report: " + options.output().resolve(TEXT));
      }
    } catch (IOException | RuntimeException e) {
      messages.println("cosmodrome: cannot write the report to " + options.output() + ": " + e);
    }
    messages.flush();
    String exitCode = options.value(AgentOption.EXITCODE);
    if (!exitCode.isEmpty() && summary.verdict() == Verdict.VIOLATION) {
      Runtime.getRuntime().halt(Integer.parseInt(exitCode));
    }
  }

  private static void write(Summary summary, Path directory) throws IOException {
    Files.createDirectories(directory);
    try (OutputFile file = new OutputFile(directory.resolve(TEXT), true)) {
      String text =
          summary.findings(true, Style.PLAIN) + summary.verdictLines() + summary.facts(true);
      file.stream().write(text.getBytes(UTF_8));
      file.commit();
    }
    try (OutputFile file = new OutputFile(directory.resolve(JSON), true)) {
      ReportJson.write(summary.report(), file.stream());
      file.commit();
    }
  }

  /** What the standard error can show. */
  private static Style style() {
    String name =
        System.getProperty("stderr.encoding", System.getProperty("native.encoding", "US-ASCII"));
    return new Style(
        false, Charset.isSupported(name) && Charset.forName(name).newEncoder().canEncode('…'));
  }
}
