package io.cosmodrome.cli;

import io.cosmodrome.format.ReadOptions;
import io.cosmodrome.format.TraceFile;
import io.cosmodrome.format.TraceFormat;
import io.cosmodrome.report.Text;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cosmodrome convert}: the same trace in another format. */
@Command(
    name = "convert",
    description = {
      "Writes a trace in another format.",
      "The output appears when it is complete. If the input was cut or damaged, what is whole is"
          + " written and the exit code is 3."
    })
final class ConvertCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(index = "0", paramLabel = "IN", description = "A trace; - is the standard input.")
  private String input = "";

  @Parameters(
      index = "1",
      paramLabel = "OUT",
      description =
          "A file; its suffix tells the format, .gz and .zst compress; - is the standard output.")
  private String output = "";

  @Option(
      names = "--to",
      paramLabel = "NAME",
      completionCandidates = Choices.Formats.class,
      description = "The format of OUT.")
  private Optional<TraceFormat> to = Optional.empty();

  @Option(
      names = "--format",
      paramLabel = "NAME",
      completionCandidates = Choices.Formats.class,
      description = "The format of IN.")
  private Optional<TraceFormat> format = Optional.empty();

  @Option(
      names = {"-f", "--force"},
      description = "Overwrite OUT if it exists.")
  private boolean force;

  @Option(names = "--strict", description = "Refuse traces that are cut or damaged.")
  private boolean strict;

  @Option(
      names = "--progress",
      paramLabel = "MODE",
      description = "auto (on a terminal), plain (a line now and then) or none.")
  private Progress.Mode progressMode = Progress.Mode.AUTO;

  ConvertCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    TraceOutput target = TraceOutput.of(output, to, force, console);
    Progress progress = new Progress(progressMode, console);
    try (TraceFile file = progress.watch(open(progress))) {
      target.write(file, () -> file.loss().isEmpty());
      return end(file, progress);
    } catch (OutputFailedException e) {
      throw e;
    } catch (IOException e) {
      Problem problem = Problem.of(e);
      progress.aside(() -> problem.print(console, input));
      return problem.exitCode();
    }
  }

  private TraceFile open(Progress progress) throws IOException {
    ReadOptions reading = ReadOptions.DEFAULT.withStrict(strict);
    TraceFile file = InputFiles.open(input, format, console.in(), reading);
    progress.expect(Math.max(0, file.size()));
    return file;
  }

  private int end(TraceFile file, Progress progress) throws IOException {
    Optional<String> loss = file.loss();
    progress.aside(
        () -> {
          loss.ifPresent(lost -> console.err().println(input + ": not complete: " + lost));
          if (file.skippedLines() > 0 && console.verbosity() >= 0) {
            console.err().println(input + ": skipped " + Text.count(file.skippedLines(), "line"));
          }
        });
    return loss.isPresent() ? ExitCode.UNKNOWN : ExitCode.OK;
  }
}
