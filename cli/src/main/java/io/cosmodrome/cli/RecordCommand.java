package io.cosmodrome.cli;

import io.cosmodrome.agent.AgentOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cosmodrome record}: a trace of a program's run, to be checked later. */
@Command(
    name = "record",
    description = {
      "Runs a Java program and writes a trace of the run, for `cosmodrome check` and others.",
      "The program keeps its streams and its exit code. If it is killed, the trace can be read up"
          + " to its last whole block.",
      "  cosmodrome record -o run.cdt -- java -jar app.jar"
    })
final class RecordCommand implements Callable<Integer> {
  /** Those that the command has in another way. */
  static final Set<AgentOption> OTHERS =
      EnumSet.of(
          AgentOption.RUNTIME,
          AgentOption.ENGINE,
          AgentOption.OUTPUT,
          AgentOption.REPORT,
          AgentOption.BASELINE,
          AgentOption.SUPPRESS,
          AgentOption.SOURCES,
          AgentOption.SAMPLE,
          AgentOption.BUDGET,
          AgentOption.SEED,
          AgentOption.VERBOSE,
          AgentOption.EXITCODE);

  private static final String SUFFIX = ".cdt";

  private final Console console;
  private final AgentFlags flags;

  @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "java and its arguments.")
  private List<String> command = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE",
      description = "The trace; its name ends in " + SUFFIX + ".")
  private Path output = Path.of("");

  @Option(
      names = {"-f", "--force"},
      description = "Overwrite the trace if it exists.")
  private boolean force;

  RecordCommand(Console console, AgentFlags flags) {
    this.console = console;
    this.flags = flags;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!output.toString().endsWith(SUFFIX)) {
      throw new BadUsageException(
          "--output: expected a name that ends in "
              + SUFFIX
              + ", found "
              + output
              + "; `cosmodrome convert` writes other formats");
    }
    RunCommand.setVerbosity(console, flags);
    flags.set(AgentOption.RUNTIME, "record");
    flags.set(AgentOption.OUTPUT, output.toString());
    flags.resolve(command);
    Program program = Program.java(command, flags.argument());
    if (force) {
      Files.deleteIfExists(output);
    } else if (Files.exists(output)) {
      throw new BadUsageException(output + " exists; --force overwrites it");
    }
    int exitCode = program.run();
    if (exitCode == 0 && !Files.exists(output)) {
      console.err().println("cosmodrome: the agent has left no trace in " + output);
      return ExitCode.UNKNOWN;
    }
    return exitCode;
  }
}
