package io.cosmodrome.cli;

import io.cosmodrome.report.Text;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code cosmodrome} command: one main for everything. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(run(Console.ofProcess(), args));
  }

  /** Runs one command line and returns its exit code. */
  static int run(Console console, String... args) {
    return console.finish(commandLine(console).execute(args));
  }

  static CommandLine commandLine(Console console) {
    CommandLine line = withStandardOptions(console, new RootCommand());
    AgentFlags runFlags = new AgentFlags();
    AgentFlags recordFlags = new AgentFlags();
    addProgramCommand(
        line, console, new RunCommand(console, runFlags), runFlags.spec(RunCommand.OTHERS));
    addProgramCommand(
        line,
        console,
        new RecordCommand(console, recordFlags),
        recordFlags.spec(RecordCommand.OTHERS));
    for (Object command :
        List.of(
            new CheckCommand(console),
            new ReportCommand(console),
            new DiffCommand(console),
            new ConvertCommand(console),
            new StatsCommand(console),
            new GenerateCommand(console),
            new ValidateCommand(console),
            new EnginesCommand(console),
            new DemoCommand(console),
            new SelfTestCommand(console),
            new DoctorCommand(console),
            new CompletionCommand(console))) {
      line.addSubcommand(withStandardOptions(console, command));
    }
    line.addSubcommand(new HelpCommand());
    Choices.register(line);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpWidth(Text.WIDTH);
    line.setOut(console.outWriter());
    line.setErr(console.errWriter());
    line.setParameterExceptionHandler((e, args) -> badUsage(console, e.getCommandLine(), e));
    line.setExecutionExceptionHandler((e, command, result) -> failed(console, command, e));
    return line;
  }

  /** A command that starts a program with the agent. */
  private static void addProgramCommand(
      CommandLine parent, Console console, Object command, CommandSpec agentOptions) {
    CommandLine line = withStandardOptions(console, command);
    line.getCommandSpec().addMixin("agent", agentOptions);
    line.setStopAtPositional(true); // what follows is the program's
    parent.addSubcommand(line);
  }

  private static CommandLine withStandardOptions(Console console, Object command) {
    CommandLine line = new CommandLine(command);
    CommandSpec options = CommandSpec.forAnnotatedObject(new StandardOptions(console));
    line.getCommandSpec().addMixin("standard", options);
    return line;
  }

  private static int failed(Console console, CommandLine command, Exception e) {
    if (e instanceof BadUsageException) {
      return badUsage(console, command, e);
    }
    if (console.isOutputLost()) {
      return ExitCode.OK; // the console tells why
    }
    Problem problem =
        e instanceof OutputFailedException
            ? new Problem(String.valueOf(e.getMessage()), ExitCode.INTERNAL, e)
            : Problem.of(e);
    problem.print(console, "cosmodrome");
    return problem.exitCode();
  }

  private static int badUsage(Console console, CommandLine command, Exception e) {
    String name = command.getCommandSpec().qualifiedName();
    String hint = "";
    if (e instanceof UnmatchedArgumentException unmatched
        && !unmatched.getSuggestions().isEmpty()) {
      hint = "; did you mean " + unmatched.getSuggestions().get(0) + "?";
    }
    console.err().println(name + ": " + e.getMessage() + hint);
    console.err().println("Try `" + name + " --help`.");
    return ExitCode.USAGE;
  }

  /** What {@code --version} prints: ours, and the Java it runs on. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version =
          Optional.ofNullable(Main.class.getPackage().getImplementationVersion())
              .orElse("(not packaged)");
      return new String[] {"cosmodrome " + version + ", Java " + Runtime.version()};
    }
  }
}
