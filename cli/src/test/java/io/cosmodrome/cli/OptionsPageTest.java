package io.cosmodrome.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.agent.AgentOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The one table of all options, made from their list. */
class OptionsPageTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path PAGE = ROOT.resolve("docs/options.md");
  private static final Path PLUGIN = ROOT.resolve("maven-plugin/src/main/java");
  private static final Pattern PARAMETER = Pattern.compile("property = \"cosmodrome\\.(\\w+)\"");

  private static final String HEAD =
      """
      # Options

      How to give an option of the agent: after the jar in `-javaagent`, as a flag of `cosmodrome run` or `cosmodrome record`, as a system
      property of the program's JVM, as an environment variable, or as a parameter of the Maven plugin, which is also a property of
      the Maven build. [agent.md](agent.md#options) says which counts if there are several; [maven.md](maven.md#parameters) has the
      plugin's other parameters. This page is made from the list in `AgentOption`.

      | option | flag | property | variable | Maven | default | meaning |
      | --- | --- | --- | --- | --- | --- | --- |
      """;

  @Test
  void optionsPage_isMadeFromTheList() throws IOException {
    StringBuilder page = new StringBuilder(HEAD);
    Set<String> flags = flags();
    Set<String> parameters = parameters();
    for (AgentOption option : AgentOption.values()) {
      page.append(
          row(
              code(option.key()),
              flags.contains("--" + option.key()) ? code("--" + option.key()) : "",
              code(option.property()),
              code(option.environment()),
              parameters.contains(option.key()) ? code(option.key()) : "",
              option.defaultValue().isEmpty() ? "" : code(option.defaultValue()),
              option.meaning()));
    }

    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(PAGE, page);
    }

    assertThat(page.toString())
        .as("docs/options.md; -Dgolden.update=true writes it anew")
        .isEqualTo(Files.readString(PAGE));
  }

  private static String row(String... cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  private static String code(String text) {
    return "`" + text + "`";
  }

  private static Set<String> flags() {
    Set<String> flags = new HashSet<>();
    for (CommandLine command : Main.commandLine(Cli.silentConsole()).getSubcommands().values()) {
      if (Set.of("run", "record").contains(command.getCommandName())) {
        flags.addAll(command.getCommandSpec().optionsMap().keySet());
      }
    }
    return flags;
  }

  private static Set<String> parameters() throws IOException {
    Set<String> parameters = new HashSet<>();
    try (Stream<Path> files = Files.walk(PLUGIN)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        Matcher matcher = PARAMETER.matcher(Files.readString(file));
        while (matcher.find()) {
          parameters.add(matcher.group(1));
        }
      }
    }
    return parameters;
  }
}
