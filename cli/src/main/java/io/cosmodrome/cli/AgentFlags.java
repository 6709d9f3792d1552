package io.cosmodrome.cli;

import io.cosmodrome.agent.AgentOption;
import io.cosmodrome.agent.AgentOptions;
import io.cosmodrome.agent.UsageException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The agent's options as options of a command, made from their list. */
final class AgentFlags {
  private final Map<AgentOption, String> values = new EnumMap<>(AgentOption.class);

  /** Takes a value that the command has found otherwise. */
  void set(AgentOption option, String value) {
    values.put(option, value);
  }

  /** Whether the user gave it on the command line, with a value other than the default. */
  boolean changes(AgentOption option) {
    return !values.getOrDefault(option, option.defaultValue()).equals(option.defaultValue());
  }

  /**
   * All options as the agent will see them in a JVM that this command starts.
   *
   * @throws BadUsageException if it will not accept them
   */
  AgentOptions resolve(List<String> command) {
    Map<String, String> properties = new HashMap<>();
    for (String word : command) {
      int equals = word.indexOf('=');
      if (word.startsWith("-D") && equals > 0) {
        properties.put(word.substring(2, equals), word.substring(equals + 1));
      }
    }
    try {
      return AgentOptions.parse(argument(), properties, System.getenv());
    } catch (UsageException e) {
      throw new BadUsageException(String.valueOf(e.getMessage()));
    }
  }

  /** The options for the command line, but for those that the command has in another way. */
  CommandSpec spec(Set<AgentOption> others) {
    CommandSpec spec = CommandSpec.create();
    for (AgentOption option : AgentOption.values()) {
      if (!others.contains(option)) {
        spec.addOption(option(option));
      }
    }
    return spec;
  }

  private OptionSpec option(AgentOption option) {
    boolean isSwitch = option.defaultValue().equals("false");
    OptionSpec.Builder builder =
        OptionSpec.builder("--" + option.key())
            .description(description(option))
            .type(String.class)
            .setter(
                new picocli.CommandLine.Model.ISetter() {
                  @Override
                  public <T> T set(T value) {
                    if (value != null) {
                      values.put(option, value.toString());
                    }
                    return value;
                  }
                });
    if (isSwitch) {
      return builder.arity("0").fallbackValue("true").build();
    }
    builder.arity("1").paramLabel(option.allowed().isEmpty() ? "VALUE" : "NAME");
    return option.allowed().isEmpty()
        ? builder.build()
        : builder.completionCandidates(option.allowed()).build();
  }

  /** As a sentence; per cent signs would be taken for formats. */
  private static String description(AgentOption option) {
    String meaning = option.meaning().replaceFirst("^true: ", "");
    String choices = option.allowed().size() > 2 ? ": " + String.join(", ", option.allowed()) : "";
    String byDefault =
        option.defaultValue().isEmpty() || option.defaultValue().equals("false")
            ? ""
            : " Default: " + option.defaultValue() + ".";
    String text =
        meaning.substring(0, 1).toUpperCase(Locale.ROOT) + meaning.substring(1) + choices + ".";
    return (text + byDefault).replace("%", "%%");
  }

  /** What stands after the jar's name in {@code -javaagent}. */
  String argument() {
    values.forEach(
        (option, value) -> {
          if (value.contains(",")) {
            throw new BadUsageException(
                "--" + option.key() + ": a comma separates the agent's options; found " + value);
          }
        });
    return values.entrySet().stream()
        .map(entry -> entry.getKey().key() + "=" + entry.getValue())
        .collect(Collectors.joining(","));
  }
}
