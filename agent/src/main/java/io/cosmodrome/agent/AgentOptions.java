package io.cosmodrome.agent;

import io.cosmodrome.check.CheckerSpec;
import io.cosmodrome.check.Checkers;
import io.cosmodrome.report.ReportFile;
import io.cosmodrome.report.ReportFormats;
import io.cosmodrome.report.Text;
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
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The agent's options as given: by the agent's argument, else by the property {@code cosmodrome.x},
 * else by the environment variable {@code COSMODROME_X}, else by {@code cosmodrome.properties} in
 * the working directory, else by default.
 */
public final class AgentOptions {
  private static final String PROJECT_FILE = "cosmodrome.properties";
  private static final Pattern ENVIRONMENT = Pattern.compile("%\\{([^}]*)\\}");

  private final Map<AgentOption, String> values = new EnumMap<>(AgentOption.class);

  private final List<String> warnings = new ArrayList<>();
  private final long started = System.currentTimeMillis();
  private final long anySeed = started * 1_000 + System.nanoTime() % 1_000; // if none is given

  private AgentOptions() {}

  /** What the user should be told, though it does no harm. */
  List<String> warnings() {
    return List.copyOf(warnings);
  }

  /**
   * Finds out all options.
   *
   * @param arguments {@code key=value,key=value}
   * @param properties the system properties
   * @param environment the environment variables
   */
  public static AgentOptions parse(
      String arguments, Map<String, String> properties, Map<String, String> environment)
      throws UsageException {
    AgentOptions options = new AgentOptions();
    options.addArguments(arguments);
    for (AgentOption option : AgentOption.values()) {
      options.add(option, properties.get(option.property()));
      options.add(option, environment.get(option.environment()));
    }
    List<String> keys = Arrays.stream(AgentOption.values()).map(AgentOption::key).toList();
    List<String> names = Arrays.stream(AgentOption.values()).map(AgentOption::name).toList();
    options.warn("property", properties.keySet(), "cosmodrome.", keys);
    options.warn("variable", environment.keySet(), "COSMODROME_", names);
    options.addFiles();
    for (AgentOption option : AgentOption.values()) {
      options.add(option, option.defaultValue());
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
      add(option(argument.substring(0, equals).strip(), ""), argument.substring(equals + 1));
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
      add(option(key, file + ": "), properties.getProperty(key));
    }
  }

  private static AgentOption option(String key, String where) throws UsageException {
    for (AgentOption option : AgentOption.values()) {
      if (option.key().equals(key)) {
        return option;
      }
    }
    List<String> known = Arrays.stream(AgentOption.values()).map(AgentOption::key).toList();
    String guess =
        Text.nearest(key, known).map(near -> "; did you mean \"" + near + "\"?").orElse(";");
    throw new UsageException(where + "unknown option \"" + key + "\"" + guess + " known: " + known);
  }

  /** Properties and variables that look as if they were meant for us, but are none of ours. */
  private void warn(String kind, Set<String> names, String prefix, List<String> known) {
    for (String name : names) {
      if (name.startsWith(prefix) && !known.contains(name.substring(prefix.length()))) {
        Text.nearest(name.substring(prefix.length()), known)
            .map(near -> "; did you mean " + prefix + near + "?")
            .ifPresent(hint -> warnings.add("unknown " + kind + " " + name + " is ignored" + hint));
      }
    }
  }

  private void check() throws UsageException {
    for (AgentOption option : AgentOption.values()) {
      if (!option.allowed().isEmpty() && !option.allowed().contains(value(option))) {
        throw new UsageException(
            String.format(
                Locale.ROOT,
                "option %s: expected one of %s, found \"%s\"",
                option.key(),
                option.allowed(),
                value(option)));
      }
    }
    if (!checksAsync() && !value(AgentOption.ENGINE).equals(AgentOption.ENGINE.defaultValue())) {
      throw new UsageException(
          "option engine: "
              + value(AgentOption.ENGINE)
              + " needs runtime=async; or record the run, and check the trace with this engine");
    }
    number(AgentOption.BUFFER, 1_000_000);
    if (!value(AgentOption.EXITCODE).matches("|[0-9]{1,3}")) {
      throw new UsageException(
          "option exitcode: expected a number, found \"" + value(AgentOption.EXITCODE) + "\"");
    }
    for (AgentOption option : List.of(AgentOption.SAMPLE, AgentOption.BUDGET)) {
      if (share(option) <= 0) {
        throw new UsageException("option " + option.key() + ": expected more than 0%");
      }
      if (records() && share(option) < 1) {
        throw new UsageException(
            "option " + option.key() + ": a trace is of the whole run; see include and arrays");
      }
    }
    if (!value(AgentOption.SEED).matches("|-?[0-9]{1,18}")) {
      throw new UsageException(
          "option seed: expected a number, found \"" + value(AgentOption.SEED) + "\"");
    }
    patterns(AgentOption.INCLUDE);
    patterns(AgentOption.EXCLUDE);
    if (!value(AgentOption.REPORT).equals(AgentOption.REPORT.defaultValue())) {
      try {
        reports(); // which loads classes that are not needed before the end
      } catch (IllegalArgumentException e) {
        throw new UsageException("option report: " + e.getMessage());
      }
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

  /** A percentage as a part of one. */
  double share(AgentOption option) throws UsageException {
    String text = value(option);
    if (!text.matches("[0-9]{1,3}([.][0-9]{1,9})?%")) {
      throw new UsageException(
          "option " + option.key() + ": expected a percentage such as 5%, found \"" + text + "\"");
    }
    double share = Double.parseDouble(text.substring(0, text.length() - 1)) / 100;
    if (share > 1) {
      throw new UsageException(
          "option " + option.key() + ": expected at most 100%, found \"" + text + "\"");
    }
    return share;
  }

  /** What chooses among what is not decided by anything else. */
  long seed() {
    String text = value(AgentOption.SEED);
    return text.isEmpty() ? anySeed : Long.parseLong(text);
  }

  int bufferKib() {
    return Integer.parseInt(value(AgentOption.BUFFER));
  }

  boolean records() {
    return value(AgentOption.RUNTIME).equals("record");
  }

  boolean checksAsync() {
    return value(AgentOption.RUNTIME).equals("async");
  }

  /** The engine that checks. */
  CheckerSpec engine() {
    return Checkers.named(value(AgentOption.ENGINE));
  }

  /** The file for the trace: the output itself if it is named so, else one in that directory. */
  Path trace() {
    Path output = output();
    return output.toString().endsWith(".cdt")
        ? output
        : output.resolve("trace-" + ProcessHandle.current().pid() + ".cdt");
  }

  public String value(AgentOption option) {
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

  /** The directory for results. */
  Path output() {
    return Path.of(filledIn(value(AgentOption.OUTPUT)));
  }

  /** The files for the report; the one for programs is always there, in the output directory. */
  List<ReportFile> reports() {
    Path directory = output();
    List<ReportFile> files =
        new ArrayList<>(ReportFormats.parse(filledIn(value(AgentOption.REPORT)), directory));
    Path result = result();
    if (files.stream().noneMatch(file -> file.path().equals(result))) {
      files.add(0, new ReportFile(ReportFormats.JSON, result));
    }
    return files;
  }

  /** The report for programs. */
  Path result() {
    return output().resolve(ReportFormats.JSON.fileName());
  }

  /** A name with what differs from process to process. */
  private String filledIn(String name) {
    if (name.indexOf('%') < 0) {
      return name; // asking for the process id would start a thread pool of the JDK's
    }
    String text =
        name.replace("%p", Long.toString(ProcessHandle.current().pid()))
            .replace("%t", Long.toString(started));
    return ENVIRONMENT
        .matcher(text)
        .replaceAll(
            match -> {
              String value = System.getenv(match.group(1));
              return Matcher.quoteReplacement(value == null ? "" : value);
            });
  }
}
