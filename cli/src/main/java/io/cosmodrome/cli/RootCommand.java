package io.cosmodrome.cli;

import picocli.CommandLine.Command;

/** {@code cosmodrome} itself; {@link Main} lists the commands. */
@Command(
    name = "cosmodrome",
    description = "Tells which blocks of a concurrent run were not atomic, and proves it.",
    footer = {"", "First steps: `cosmodrome demo`. Help for a command: `cosmodrome help COMMAND`."})
final class RootCommand implements Runnable {
  @Override
  public void run() {
    throw new BadUsageException("no command given");
  }
}
