package io.cosmodrome.cli;

import io.cosmodrome.agent.AgentOption;
import io.cosmodrome.agent.AgentOptions;
import io.cosmodrome.report.Report;
import io.cosmodrome.report.ReportMerge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cosmodrome run}: which blocks of a program are not atomic in this run? */
@Command(
    name = "run",
    description = {
      "Runs a Java program and tells at its end which blocks were not atomic.",
      "The program keeps its streams. An exit code of its own other than 0 stays; else the verdict"
          + " tells it.",
      "  cosmodrome run --include 'com.acme.**' -- java -jar app.jar"
    })
final class RunCommand implements Callable<Integer> {
  /** Those that the command has in another way. */
  static final Set<AgentOption> OTHERS =
      EnumSet.of(
          AgentOption.RUNTIME,
          AgentOption.BUFFER,
          AgentOption.EVERY,
          AgentOption.REPORT,
          AgentOption.SOURCES,
          AgentOption.VERBOSE,
          AgentOption.EXITCODE);

  private static final String OUTPUT_OF_MANY = "target/cosmodrome/%p";

  private final Console console;
  private final AgentFlags flags;

  @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "java and its arguments.")
  private List<String> command = new ArrayList<>();

  @Option(
      names = "--all-jvms",
      description =
          "Check every JVM that the command starts, whatever the command is; with --include.")
  private boolean allJvms;

  @Mixin private ReportOptions reports = new ReportOptions();

  @Option(names = "--exit-zero", description = "Report only: the exit code is the program's own.")
  private boolean exitZero;

  RunCommand(Console console, AgentFlags flags) {
    this.console = console;
    this.flags = flags;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    setVerbosity(console, flags);
    reports.sources().ifPresent(paths -> flags.set(AgentOption.SOURCES, paths));
    if (flags.changes(AgentOption.ENGINE)) {
      flags.set(AgentOption.RUNTIME, "async"); // the only one that has other engines
    }
    AgentOptions options = flags.resolve(command);
    if (allJvms && isDefault(options, AgentOption.INCLUDE)) {
      throw new BadUsageException(
          "--all-jvms needs --include: build tools are Java programs, too, and would be checked");
    }
    if (allJvms && isDefault(options, AgentOption.OUTPUT)) {
      flags.set(AgentOption.OUTPUT, OUTPUT_OF_MANY);
      options = flags.resolve(command);
    }
    Optional<Path> baseline =
        Optional.of(options.value(AgentOption.BASELINE)).filter(f -> !f.isEmpty()).map(Path::of);
    reports.check(baseline);
    if (reports.updatesBaseline() && !Files.exists(baseline.orElseThrow())) {
      flags.set(AgentOption.BASELINE, ""); // there will be one after this run
    }
    long start = System.currentTimeMillis();
    Program program =
        allJvms
            ? Program.anything(command, flags.argument())
            : Program.java(command, flags.argument());
    int exitCode = program.run();
    String output = options.value(AgentOption.OUTPUT);
    Optional<Report> report = report(output, start);
    if (report.isEmpty() && exitCode == 0) {
      console.err().println("cosmodrome: UNKNOWN: the agent has left no result in " + output);
    }
    if (report.isPresent()) {
      reports.finish(report.get(), SavedReports.directoryOf(output), baseline, console);
    }
    if (exitCode != 0 || exitZero) {
      return exitCode;
    }
    return report
        .map(found -> ExitCode.of(found, reports.updatesBaseline()))
        .orElse(ExitCode.UNKNOWN);
  }

  static void setVerbosity(Console console, AgentFlags flags) {
    if (console.verbosity() != 0) {
      flags.set(AgentOption.VERBOSE, console.verbosity() > 0 ? "true" : "quiet");
    }
  }

  private static boolean isDefault(AgentOptions options, AgentOption option) {
    return options.value(option).equals(option.defaultValue());
  }

  /** What the JVMs that were started have found, all together. */
  private Optional<Report> report(String output, long start) throws IOException {
    List<Report> found = SavedReports.ofAgent(output, start);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Report report = ReportMerge.of(found);
    if (found.size() > 1) {
      console.err().println("cosmodrome: " + found.size() + " JVMs: " + report.verdict());
    }
    return Optional.of(report);
  }
}
