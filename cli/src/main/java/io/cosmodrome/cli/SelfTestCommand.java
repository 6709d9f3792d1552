package io.cosmodrome.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code cosmodrome selftest}: does the agent work here? */
@Command(
    name = "selftest",
    description = {
      "Runs a program that is not atomic and one that is, both under the agent, with this Java.",
      "If not both are judged right, the exit code is 4: then do not trust an OK on this machine."
    })
final class SelfTestCommand implements Callable<Integer> {
  private final Console console;

  SelfTestCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (SelfTest test = new SelfTest()) {
      SelfTest.Outcome broken = test.broken();
      SelfTest.Outcome sound = test.sound();
      boolean passed = broken.passed() && sound.passed();
      if (console.verbosity() >= 0 || !passed) {
        console.out().println("a program that is not atomic: " + broken.words());
        console.out().println("a program that is atomic: " + sound.words());
      }
      console.out().println(passed ? "selftest passed" : "selftest FAILED; please report it");
      return passed ? ExitCode.OK : ExitCode.INTERNAL;
    }
  }
}
