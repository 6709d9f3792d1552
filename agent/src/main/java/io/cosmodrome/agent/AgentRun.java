package io.cosmodrome.agent;

import io.cosmodrome.agent.instrument.Blocks;
import io.cosmodrome.agent.instrument.ClassFilter;
import io.cosmodrome.agent.instrument.Coverage;
import io.cosmodrome.agent.instrument.Instrumenter;
import io.cosmodrome.agent.instrument.JdkEntryPoints;
import io.cosmodrome.agent.runtime.InlineRuntime;
import io.cosmodrome.agent.runtime.Recorder;
import io.cosmodrome.agent.runtime.RunResult;
import io.cosmodrome.spec.AtomicitySpec;
import io.cosmodrome.spec.MalformedSpecificationException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The agent's life: options, instrumentation, and the report when the program is over.
 *
 * <p>Public because {@link Agent} is another loader's, so not of this package when it runs.
 */
public final class AgentRun {
  private static final int USAGE = 2;

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
      AgentOptions options = AgentOptions.parse(arguments, System::getProperty, System::getenv);
      new AgentRun(options).start(instrumentation);
    } catch (UsageException e) {
      System.err.println("cosmodrome: " + e.getMessage());
      System.exit(USAGE);
    }
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
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "cosmodrome-report"));
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
    Recorder recorder = runtime.recorder();
    if (recorder == null) {
      report();
    } else {
      Recorder.Result recorded = recorder.close();
      Summary summary = new Summary(runtime.result(), coverage, options.isOn(AgentOption.VERBOSE));
      messages.print(summary.console(recorded, options.trace()));
      messages.flush();
    }
  }

  private void report() {
    RunResult result = runtime.result();
    Summary summary = new Summary(result, coverage, options.isOn(AgentOption.VERBOSE));
    messages.print(summary.console());
    messages.flush();
    try {
      Path output = options.output();
      Files.createDirectories(output);
      Files.writeString(output.resolve("findings.json"), summary.json());
    } catch (IOException | RuntimeException e) {
      messages.println("cosmodrome: cannot write the findings: " + e);
    }
    String exitCode = options.value(AgentOption.EXITCODE);
    if (!exitCode.isEmpty() && !result.findings().isEmpty()) {
      Runtime.getRuntime().halt(Integer.parseInt(exitCode));
    }
  }
}
