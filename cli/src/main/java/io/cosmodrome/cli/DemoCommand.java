package io.cosmodrome.cli;

import io.cosmodrome.analysis.AnalysisOptions;
import io.cosmodrome.format.ReadOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code cosmodrome demo}: the first five minutes, without reading anything. */
@Command(
    name = "demo",
    description = "Writes the trace of a small buggy bank into a new directory and checks it.")
final class DemoCommand implements Callable<Integer> {
  private static final String TRACE = "bank.std";

  private final Console console;

  @Option(
      names = "--output-dir",
      paramLabel = "DIRECTORY",
      description = "Where to make the new directory. Default: here.")
  private Path parent = Path.of("");

  DemoCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Path trace = writeTrace();
    console
        .out()
        .println("A small bank: transfer moves money between two accounts, audit adds them up.");
    console.out().println(trace + " is the trace of both at once. Is each of them atomic?");
    console.out().println();
    console.out().println("$ cosmodrome check " + trace);
    TraceChecker checker =
        new TraceChecker(
            console,
            new TraceChecker.Settings(
                AnalysisOptions.DEFAULT, ReadOptions.DEFAULT, false, true, parent),
            new Progress(Progress.Mode.NONE, console));
    Outcome outcome = checker.check(new InputFile(trace.toString(), trace, Optional.empty()));
    outcome.printing().print();
    console.out().println("Now try yours: cosmodrome check FILE...");
    return outcome.exitCode();
  }

  private Path writeTrace() throws IOException {
    Path directory = freshName();
    try (InputStream content = DemoCommand.class.getResourceAsStream(TRACE)) {
      if (content == null) {
        throw new IllegalStateException("the resource " + TRACE + " is missing");
      }
      Files.createDirectories(directory);
      Path trace = directory.resolve(TRACE);
      Files.copy(content, trace);
      return trace;
    } catch (IOException e) {
      throw new OutputFailedException(directory.toString(), e);
    }
  }

  private Path freshName() {
    Path name = parent.resolve("cosmodrome-demo");
    for (int number = 2; Files.exists(name); number++) {
      name = parent.resolve("cosmodrome-demo-" + number);
    }
    return name;
  }
}
