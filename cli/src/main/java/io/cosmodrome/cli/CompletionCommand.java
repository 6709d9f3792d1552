package io.cosmodrome.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code cosmodrome completion}: a script that teaches the shell our options. */
@Command(
    name = "completion",
    description = {
      "Prints a completion script for bash and zsh. To use it now:",
      "  source <(cosmodrome completion)"
    })
final class CompletionCommand implements Callable<Integer> {
  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();

  CompletionCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    CommandSpec root = spec.root();
    console.out().print(AutoComplete.bash(root.name(), root.commandLine()));
    return ExitCode.OK;
  }
}
