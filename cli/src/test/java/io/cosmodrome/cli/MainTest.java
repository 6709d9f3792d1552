package io.cosmodrome.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.check.Checkers;
import io.cosmodrome.report.Text;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
  private static final String ESCAPE = "\u001b[";

  @TempDir Path directory;

  static Set<String> commands() {
    return Main.commandLine(Cli.silentConsole()).getSubcommands().keySet();
  }

  @Test
  void noCommand_isAUsageError() {
    Cli.Result result = Cli.run();

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).startsWith("cosmodrome: no command given\n");
  }

  @Test
  void help_listsCommandsAndExitCodes() {
    Cli.Result result = Cli.run("--help");

    assertThat(result.exitCode()).isZero();
    assertThat(result.err()).isEmpty();
    for (String command : commands()) {
      assertThat(result.out()).contains("\n  " + command + " ");
    }
    assertThat(result.out())
        .contains("Exit codes:\n  0   OK", "\n  1   VIOLATION", "\n  2   usage", "\n  3   UNKNOWN")
        .contains("\n  4   internal error");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void helpOfEachCommand_fitsTheWidthAndHasItsExitCodes(String command) {
    Cli.Result result = Cli.run("help", command);

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).contains("Usage: cosmodrome " + command);
    assertThat(result.out().lines()).allMatch(line -> line.length() <= Text.WIDTH);
    if (!command.equals("help")) {
      assertThat(result.out()).contains("Exit codes:");
      assertThat(Cli.run(command, "--help").out()).isEqualTo(result.out());
    }
  }

  @Test
  void version_isOneLine() {
    Cli.Result result = Cli.run("--version");

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).startsWith("cosmodrome ").contains("Java ").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"chek", "check --jsn x", "check --engine frontir x", "check", "stats"})
  void wrongWords_areUsageErrorsWithAWayOut(String line) {
    Cli.Result result = Cli.run((Object[]) line.split(" "));

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err().lines())
        .hasSize(2)
        .last()
        .asString()
        .matches("Try `cosmodrome.* --help`\\.");
  }

  @Test
  void misspelledWords_getASuggestion() {
    assertThat(Cli.run("chek").err()).contains("did you mean check?");
    assertThat(Cli.run("check", "--jsn", "x").err()).contains("did you mean --json?");
    assertThat(Cli.run("check", "--engine", "frontir", "x").err())
        .contains("unknown engine \"frontir\"; known: " + Checkers.names())
        .contains("did you mean frontier?");
    assertThat(Cli.run("check", "--engine", "xyz", "x").err())
        .contains("known: " + Checkers.names())
        .doesNotContain("did you mean");
  }

  @Test
  void numbersOutOfRange_areUsageErrors() {
    assertThat(Cli.run("check", "-j", 0, "x").err()).contains("--jobs must be at least 1, found 0");
    assertThat(Cli.run("check", "--limit", -1, "x").exitCode()).isEqualTo(2);
    assertThat(Cli.run("check", "--limit", "many", "x").exitCode()).isEqualTo(2);
  }

  @Test
  void colors_areForTerminalsOnly() {
    Path file = Traces.write(directory, "a.std", Traces.VIOLATION);

    assertThat(Cli.run("check", file).out()).doesNotContain(ESCAPE);
    assertThat(new Cli().terminal(UTF_8).with("check", file).out()).contains(ESCAPE);
    assertThat(new Cli().terminal(UTF_8).with("check", "--no-color", file).out())
        .doesNotContain(ESCAPE)
        .isEqualTo(Cli.run("check", file).out());
    assertThat(
            new Cli()
                .terminal(UTF_8)
                .environment(Map.of("NO_COLOR", "1"))
                .with("check", file)
                .out())
        .doesNotContain(ESCAPE);
    assertThat(
            new Cli().terminal(UTF_8).environment(Map.of("TERM", "dumb")).with("check", file).out())
        .doesNotContain(ESCAPE);
  }

  @Test
  void text_isUtf8UnlessTheTerminalCannotShowIt() {
    String trace = Traces.VIOLATION.replace("x", "größe.".repeat(20) + "x");
    Path file = Traces.write(directory, "a.std", trace);

    assertThat(Cli.run("check", file).out()).contains("…", "größe.x");
    assertThat(new Cli().terminal(US_ASCII).with("check", file).out())
        .contains("...", "gr??e.x")
        .doesNotContain("…");
  }

  @Test
  void completion_knowsCommandsOptionsAndEngines() {
    Cli.Result result = Cli.run("completion");

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).startsWith("#!").contains("complete -F", "--exit-zero", "frontier");
  }

  @Test
  void engines_areListedWithTheirGuarantees() {
    Cli.Result text = Cli.run("engines");
    Cli.Result json = Cli.run("engines", "--json");

    assertThat(text.out()).startsWith("frontier  (default)\n");
    assertThat(text.out()).contains(Checkers.names());
    assertThat(json.out().lines()).hasSameSizeAs(Checkers.ALL);
    assertThat(json.out())
        .startsWith("{\"format\":1,\"engine\":\"frontier\",")
        .contains("\"default\":true,\"guarantees\":[\"trace\",\"first-cycle-event\",");
  }
}
