package io.cosmodrome.agent;

import io.cosmodrome.spec.NamePattern;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The agent's options as given: by the agent's argument, else by the property {@code cosmodrome.x},
 * else by the environment variable {@code COSMODROME_X}, else by {@code cosmodrome.properties} in
 * the working directory, else by default.
 */
final class AgentOptions {
  private static final String PROJECT_FILE = "cosmodrome.properties";
  private static final Pattern ENVIRONMENT = Pattern.compile("%\\{([^}]*)\\}");

  private final Map<AgentOption, String> values = new EnumMap<>(AgentOption.class);

  private AgentOptions() {}

  /**
   * @param arguments {@code key=value,key=value}
   * @param properties gives a system property or null
   * @param environment gives an environment variable or null
   */
  static AgentOptions parse(
      String arguments,
      UnaryOperator<@Nullable String> properties,
      UnaryOperator<@Nullable String> environment)
      throws UsageException {
    AgentOptions options = new AgentOptions();
    options.addArguments(arguments);
    for (AgentOption option : AgentOption.values()) {
      options.add(option, properties.apply(option.property()));
      options.add(option, environment.apply(option.environment()));
    }
    options.addFiles();
    for (AgentOption option : AgentOption.values()) {
      options.add(option, option.defaultValue);
    }
    options.check();
    return options;
  }

  private void add(AgentOption option, @Nullable String value) {
    if (value != null) {
      values.putIfAbsent(option, value.strip());
    }
  }

  private void addArguments(String arguments) throws UsageException {
    for (String argument : arguments.split(",", -1)) {
      if (argument.isBlank()) {
        continue;
      }
      int equals = argument.indexOf('=');
      if (equals < 0) {
        throw new UsageException("expected option=value, found \"" + argument + "\"");
      }
      add(option(argument.substring(0, equals).strip()), argument.substring(equals + 1));
    }
  }

  private void addFiles() throws UsageException {
    String config = values.getOrDefault(AgentOption.CONFIG, "");
    if (!config.isEmpty()) {
      addFile(Path.of(config));
    }
    if (Files.isRegularFile(Path.of(PROJECT_FILE))) {
      addFile(Path.of(PROJECT_FILE));
    }
  }

  private void addFile(Path file) throws UsageException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UsageException("cannot read " + file + ": " + e);
    }
    for (String key : properties.stringPropertyNames()) {
      add(option(key), properties.getProperty(key));
    }
  }

  private static AgentOption option(String key) throws UsageException {
    for (AgentOption option : AgentOption.values()) {
      if (option.key().equals(key)) {
        return option;
      }
    }
    List<String> known = Arrays.stream(AgentOption.values()).map(AgentOption::key).toList();
    String nearest =
        known.stream()
            .min((a, b) -> Integer.compare(distance(key, a), distance(key, b)))
            .orElseThrow();
    String guess = distance(key, nearest) <= 2 ? "; did you mean \"" + nearest + "\"?" : "";
    throw new UsageException("unknown option \"" + key + "\"" + guess + " Known: " + known);
  }

  /** How many letters must be put in, left out or changed to turn one word into the other. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int change = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }

  private void check() throws UsageException {
    oneOf(AgentOption.RUNTIME, "inline", "record");
    number(AgentOption.BUFFER, 1_000_000);
    oneOf(AgentOption.ARRAYS, "element", "object", "off");
    oneOf(AgentOption.STRICT, "true", "false");
    oneOf(AgentOption.VERBOSE, "true", "false");
    if (!value(AgentOption.EXITCODE).matches("|[0-9]{1,3}")) {
      throw new UsageException(
          "option exitcode: expected a number, found \"" + value(AgentOption.EXITCODE) + "\"");
    }
    patterns(AgentOption.INCLUDE);
    patterns(AgentOption.EXCLUDE);
  }

  private void oneOf(AgentOption option, String... allowed) throws UsageException {
    if (!Arrays.asList(allowed).contains(value(option))) {
      throw new UsageException(
          String.format(
              Locale.ROOT,
              "option %s: expected one of %s, found \"%s\"",
              option.key(),
              Arrays.toString(allowed),
              value(option)));
    }
  }

  private void number(AgentOption option, int largest) throws UsageException {
    String text = value(option);
    int number = text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
    if (number < 1 || number > largest) {
      throw new UsageException(
          String.format(
              Locale.ROOT,
              "option %s: expected a number from 1 to %d, found \"%s\"",
              option.key(),
              largest,
              text));
    }
  }

  int bufferKib() {
    return Integer.parseInt(value(AgentOption.BUFFER));
  }

  boolean records() {
    return value(AgentOption.RUNTIME).equals("record");
  }

  /** The file for the trace: the output itself if it is named so, else one in that directory. */
  Path trace() {
    Path output = output();
    return output.toString().endsWith(".cdt")
        ? output
        : output.resolve("trace-" + ProcessHandle.current().pid() + ".cdt");
  }

  String value(AgentOption option) {
    return values.getOrDefault(option, "");
  }

  boolean isOn(AgentOption option) {
    return value(option).equals("true");
  }

  List<NamePattern> patterns(AgentOption option) throws UsageException {
    List<NamePattern> patterns = new ArrayList<>();
    for (String text : value(option).split(":", -1)) {
      if (!text.isBlank()) {
        try {
          patterns.add(NamePattern.of(text.strip()));
        } catch (IllegalArgumentException e) {
          throw new UsageException("option " + option.key() + ": " + e.getMessage());
        }
      }
    }
    return patterns;
  }

  /** The directory for results, with what differs from process to process filled in. */
  Path output() {
    String text =
        value(AgentOption.OUTPUT)
            .replace("%p", Long.toString(ProcessHandle.current().pid()))
            .replace("%t", Long.toString(System.currentTimeMillis()));
    return Path.of(
        ENVIRONMENT
            .matcher(text)
            .replaceAll(
                match -> {
                  String value = System.getenv(match.group(1));
                  return Matcher.quoteReplacement(value == null ? "" : value);
                }));
  }
}
