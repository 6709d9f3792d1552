package io.cosmodrome.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.cosmodrome.agent.AgentOption;
import io.cosmodrome.check.Checkers;
import io.cosmodrome.report.ReportFormat;
import io.cosmodrome.report.ReportFormats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What the pages say is so. */
class DocsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*");
  private static final Pattern COMMAND =
      Pattern.compile("(?:`|\\./|\\$ )cosmodrome (?:help )?([a-z]+)");
  private static final Pattern SOURCE =
      Pattern.compile(
          "`((?:core|report|agent|cli|junit|maven-plugin|bench|examples|corpus|docs)/[^`*]*)`");
  private static final Pattern TYPE = Pattern.compile("`([A-Z]\\w+)(?:\\.\\w+)?`");
  private static final Pattern ENGINE = Pattern.compile("(?m)^\\| `([\\w-]+)` \\|");
  private static final Pattern KEY = Pattern.compile("(?m)^\\| `(\\w+)` \\|");

  @TempDir Path directory;

  static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT, 2)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !file.toString().contains("target"))
          .map(ROOT::relativize)
          .sorted()
          .toList();
    }
  }

  @Test
  void readme_hasTheTestCommandOfCi() throws IOException {
    assertThat(read("README.md")).contains("$ mvn -B verify\n");
    assertThat(read(".ci/run")).containsPattern("(?m)^mvn -B .*verify$");
  }

  @ParameterizedTest
  @MethodSource("pages")
  void links_leadSomewhere(Path page) throws IOException {
    for (String link : all(LINK, read(page.toString()))) {
      assertThat(ROOT.resolve(page).resolveSibling(link)).exists();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void commands_exist(Path page) throws IOException {
    assertThat(commandLine().getSubcommands().keySet())
        .containsAll(all(COMMAND, read(page.toString())));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void sourceFiles_exist(Path page) throws IOException {
    for (String file : all(SOURCE, read(page.toString()))) {
      if (!file.contains("MyChecker")) {
        assertThat(ROOT.resolve(file)).exists();
      }
    }
  }

  @Test
  void types_exist() throws IOException {
    Set<String> types;
    try (Stream<Path> files = Files.walk(ROOT)) {
      types =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".java"))
              .map(name -> name.substring(0, name.length() - ".java".length()))
              .collect(Collectors.toSet());
    }
    types.addAll(
        Set.of("OK", "VIOLATION", "UNKNOWN", "HIDDEN", "Object", "ServiceLoader", "System"));
    types.addAll(Set.of("ReentrantLock", "VarHandle"));

    for (String page : List.of("ARCHITECTURE.md", "CONTRIBUTING.md", "docs/decisions.md")) {
      assertThat(types).as(page).containsAll(all(TYPE, read(page)));
    }
  }

  @Test
  void cliPage_tellsAboutEveryOptionAndNoOther() throws IOException {
    Set<String> options = new TreeSet<>();
    for (CommandLine command : commandLine().getSubcommands().values()) {
      for (OptionSpec option : command.getCommandSpec().options()) {
        options.add(option.longestName());
        if (option.negatable()) {
          options.add(option.longestName().replace("--", "--no-"));
        }
      }
    }

    assertThat(new TreeSet<>(all(OPTION, read("docs/cli.md")))).isEqualTo(options);
    assertThat(options).containsAll(all(OPTION, read("docs/json.md")));
    assertThat(options).containsAll(all(OPTION, read("README.md")));
  }

  @Test
  void agentPage_hasARowForEveryOption() throws IOException {
    Set<String> rows = new LinkedHashSet<>();
    for (AgentOption option : AgentOption.values()) {
      String value = option.defaultValue();
      rows.add(
          String.format(
              "`%s` | `%s` | %s |",
              option.property(), option.environment(), value.isEmpty() ? "" : "`" + value + "`"));
    }

    String page = read("docs/agent.md");

    assertThat(page).contains(rows);
    assertThat(all(KEY, page))
        .containsExactlyElementsOf(Stream.of(AgentOption.values()).map(AgentOption::key).toList());
    Set<String> flags =
        new TreeSet<>(new AgentFlags().spec(RunCommand.OTHERS).optionsMap().keySet());
    flags.addAll(new AgentFlags().spec(RecordCommand.OTHERS).optionsMap().keySet());
    assertThat(flags).containsAll(all(OPTION, page));
  }

  @Test
  void enginesPage_hasARowForEveryEngineInOrder() throws IOException {
    assertThat(all(ENGINE, read("docs/engines.md"))).containsExactlyElementsOf(Checkers.names());
  }

  @Test
  void reportsPage_hasARowForEveryFormat() throws IOException {
    String page = read("docs/reports.md");

    for (ReportFormat format : ReportFormats.ALL) {
      assertThat(page)
          .contains(
              String.format(
                  "| `%s` | `%s` | %s |", format.name(), format.fileName(), format.summary()));
    }
    assertThat(all(KEY, page.substring(page.indexOf("## Formats"))))
        .containsExactlyElementsOf(ReportFormats.names());
  }

  @Test
  void cliPage_hasARowForEveryCommand() throws IOException {
    assertThat(all(KEY, read("docs/cli.md"))).containsAll(commandLine().getSubcommands().keySet());
  }

  @Test
  void defaultEngine_isTheOneThatIsNamed() throws IOException {
    String name = Checkers.DEFAULT.name();

    assertThat(read("docs/cli.md")).contains("`" + name + "` by default");
    assertThat(Cli.run("help", "check").out().replaceAll("\\s+", " ")).contains("Default: " + name);
  }

  @Test
  void jsonPage_showsTheRealLines() throws IOException {
    String page = read("docs/json.md");
    Path good = Traces.write(directory, "a.std", block(page, "```std\n"));
    Path bad = Traces.write(directory, "b.std", "T0|acq(m)\nT1|acq(m)\n");

    String lines = Cli.run("check", "--json", "--engine", "oracle", good, bad).out();

    for (String line : lines.replace(directory + "/", "").lines().toList()) {
      assertThat(page).contains("```json\n" + line + "\n```");
    }
  }

  @Test
  void jsonPage_tellsAboutEveryKeyAndNoOther() throws IOException {
    String page = read("docs/json.md");
    int stats = page.indexOf("## stats");
    int engines = page.indexOf("## engines");
    int diff = page.indexOf("## diff");
    int report = page.indexOf("## report.json"); // FirstStepsIT looks at these
    Path violation = Traces.write(directory, "a.std", Traces.VIOLATION);
    Path malformed = Traces.write(directory, "b.std", Traces.MALFORMED);

    String check = Cli.run("check", "--json", "--engine", "oracle", violation, malformed).out();
    Set<String> checkKeys = keys(check);
    checkKeys.add("reportedAt"); // of engines that may be late

    assertThat(keysIn(page.substring(0, stats))).isEqualTo(checkKeys);
    assertThat(keysIn(page.substring(stats, engines)))
        .isEqualTo(without(keys(Cli.run("stats", "--json", violation).out()), "label"));
    assertThat(keysIn(page.substring(engines, diff)))
        .isEqualTo(keys(Cli.run("engines", "--json").out()));
    Path saved = directory.resolve("report.json");
    Cli.run("check", "--report", "json=" + saved, violation);
    assertThat(keysIn(page.substring(diff, report)))
        .isEqualTo(keys(Cli.run("diff", "--json", saved, saved).out()));
  }

  static Set<String> keysIn(String page) {
    return new TreeSet<>(all(KEY, page));
  }

  /** All keys in some lines, but for those that are names of kinds of events. */
  static Set<String> keys(String lines) throws IOException {
    Set<String> keys = new TreeSet<>();
    try (JsonParser parser = new JsonFactory().createParser(lines)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.FIELD_NAME) {
          keys.add(parser.currentName());
          if (parser.currentName().equals("eventsByKind")) {
            parser.nextToken();
            parser.skipChildren();
          }
        }
      }
    }
    return keys;
  }

  private static Set<String> without(Set<String> keys, String other) {
    keys.remove(other);
    return keys;
  }

  /** What follows {@code start} up to the end of its code block. */
  private static String block(String page, String start) {
    int from = page.indexOf(start) + start.length();
    assertThat(from).isGreaterThanOrEqualTo(start.length());
    return page.substring(from, page.indexOf("```", from));
  }

  private static Set<String> all(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(DocsTest::firstGroup)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static String firstGroup(MatchResult match) {
    return match.groupCount() == 0 ? match.group() : match.group(1);
  }

  private static CommandLine commandLine() {
    return Main.commandLine(Cli.silentConsole());
  }

  private static String read(String page) throws IOException {
    return Files.readString(ROOT.resolve(page));
  }
}
