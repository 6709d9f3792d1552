package io.cosmodrome.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options that every command has. */
@Command(
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    parameterListHeading = "%nArguments:%n",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:OK: done, and no violation observed",
      "1:VIOLATION: a run was not serializable, in a way that is neither known nor suppressed",
      "2:usage: an option or argument is wrong",
      "3:UNKNOWN: nothing could be concluded, or the input is not what it should be",
      "4:internal error, or the result could not be written"
    })
final class StandardOptions {
  private static final int LAST = 1000; // in the help, after a command's own options

  private final Console console;

  StandardOptions(Console console) {
    this.console = console;
  }

  @Option(
      names = {"-q", "--quiet"},
      order = LAST,
      description = "Print the verdicts only.")
  void setQuiet(boolean quiet) {
    if (quiet) {
      console.setVerbosity(-1);
    }
  }

  @Option(
      names = {"-v", "--verbose"},
      order = LAST + 1,
      description = "Say more; -vv adds stack traces to errors.")
  void setVerbose(boolean[] verbose) {
    if (verbose.length > 0) {
      console.setVerbosity(verbose.length);
    }
  }

  @Option(
      names = "--no-color",
      order = LAST + 2,
      description = "No colors. Also off with NO_COLOR, TERM=dumb, and when not on a terminal.")
  void setNoColor(boolean noColor) {
    console.setColorWanted(!noColor);
  }
}
