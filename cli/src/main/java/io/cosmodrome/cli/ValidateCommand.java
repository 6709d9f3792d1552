package io.cosmodrome.cli;

import io.cosmodrome.format.ReadOptions;
import io.cosmodrome.format.TraceFile;
import io.cosmodrome.format.TraceFormat;
import io.cosmodrome.report.Text;
import io.cosmodrome.trace.EventCounter;
import io.cosmodrome.trace.WellFormedTrace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cosmodrome validate}: could a run have left this trace? */
@Command(
    name = "validate",
    description = {
      "Tells whether traces are well-formed: locks are held by one thread at a time, blocks nest,"
          + " threads have no events before their fork or after their join.",
      "The first offence of each is named, and the exit code is 3."
    })
final class ValidateCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE|DIRECTORY|-",
      description = "Traces; directories are searched for files with known suffixes.")
  private List<String> inputs = new ArrayList<>();

  @Option(
      names = "--format",
      paramLabel = "NAME",
      completionCandidates = Choices.Formats.class,
      description = "The format of the traces.")
  private Optional<TraceFormat> format = Optional.empty();

  ValidateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    int exitCode = ExitCode.OK;
    try (InputFiles files = new InputFiles(format, console.in())) {
      for (String input : inputs) {
        exitCode = ExitCode.worst(exitCode, validateAll(input, files));
      }
    }
    return exitCode;
  }

  private int validateAll(String input, InputFiles files) {
    int exitCode = ExitCode.OK;
    try {
      for (InputFile file : files.expand(input)) {
        exitCode = ExitCode.worst(exitCode, validate(file));
      }
      return exitCode;
    } catch (IOException e) {
      Problem problem = Problem.of(e);
      problem.print(console, input);
      return ExitCode.worst(exitCode, problem.exitCode());
    }
  }

  private int validate(InputFile input) {
    // a cut trace is not a whole one, so it is not read leniently here
    try (TraceFile file = input.open(ReadOptions.DEFAULT.withStrict(true))) {
      EventCounter counter = new EventCounter();
      WellFormedTrace wellFormed = new WellFormedTrace(file.symbols(), counter);
      file.replay(wellFormed);
      if (wellFormed.offence().isPresent()) {
        throw wellFormed.offence().get().toException();
      }
      if (console.verbosity() >= 0) {
        long events = counter.statistics().events();
        console.out().println(input.name() + ": well-formed, " + Text.count(events, "event"));
      }
      return ExitCode.OK;
    } catch (IOException e) {
      Problem problem = Problem.of(e);
      problem.print(console, input.name());
      return problem.exitCode();
    }
  }
}
