package io.cosmodrome.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.agent.instrument.Blocks;
import io.cosmodrome.agent.instrument.ClassFilter;
import io.cosmodrome.agent.instrument.Coverage;
import io.cosmodrome.agent.instrument.Instrumenter;
import io.cosmodrome.agent.runtime.InlineRuntime;
import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.report.OutputFile;
import io.cosmodrome.report.Style;
import io.cosmodrome.spec.AtomicitySpec;
import io.cosmodrome.spec.MalformedSpecificationException;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The agent's life: options, instrumentation, and the report when the program is over.
 *
 * <p>Public because {@link Agent} is another loader's, so not of this package when it runs.
 */
public final class AgentRun {
  private static final int USAGE = 2;
  private static final String TEXT = "findings.txt";
  private static final String JSON = "findings.json";

  private final AgentOptions options;
  private final InlineRuntime runtime;
  private final Coverage coverage = new Coverage();
  private final PrintStream messages = System.err; // the program may replace it later

  private AgentRun(AgentOptions options) {
    this.options = options;
    this.runtime = new InlineRuntime(options.value(AgentOption.ARRAYS).equals("object"));
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
            dump.isEmpty() ? null : Path.of(dump)));
    Warmup.run();
    runtime.forgetResults();
    LastHook.add(instrumentation, this::end);
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

  private void end() {
    try {
      report(new Summary(runtime.result(), coverage));
    } catch (RuntimeException | Error e) {
      messages.println("cosmodrome: UNKNOWN: the report failed: " + e);
    }
    messages.flush();
  }

  private void report(Summary summary) {
    boolean isQuiet = options.value(AgentOption.VERBOSE).equals("quiet");
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
      summary.writeJson(file.stream());
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
