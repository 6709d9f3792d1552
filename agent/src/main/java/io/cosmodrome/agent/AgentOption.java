package io.cosmodrome.agent;

import java.util.List;
import java.util.Locale;

/** The options of the agent, each with its default and what it means: the one list of them. */
public enum AgentOption {
  INCLUDE("**", "classes to instrument, as patterns with colons between"),
  EXCLUDE("", "classes to leave alone, as patterns with colons between"),
  RUNTIME(
      "inline",
      "inline: check in the program's threads; async: in a thread beside; record: write a trace",
      "inline|async|record"),
  ENGINE(
      "frontier",
      "engine that checks; others than frontier with runtime=async",
      "frontier|velodrome|velodrome-all|aerodrome|aerodrome-basic|regiontrack|doublechecker"),
  OUTPUT(
      "target/cosmodrome",
      "directory for results, or the trace (x.cdt); %p process id, %t time, %{NAME} environment"),
  REPORT(
      "json:text:html",
      "formats of the report, with colons between; name=FILE to put one elsewhere"),
  BASELINE("", "file with findings that are known; only others count as violations"),
  SUPPRESS("", "file with findings that do not matter, each with the reason"),
  SOURCES("", "source directories and jars to show lines of, with colons between"),
  SPEC("", "file that says which methods are meant to be atomic"),
  ARRAYS("element", "what of an array is one variable", "element|object|off"),
  JDK(
      "off",
      "collections: also look into collections of the JDK that the program makes",
      "off|collections"),
  STRICT("false", "true: every access and its instrumentation are one step", "true|false"),
  SAMPLE("100%", "share of the variables to watch, chosen at random"),
  BUDGET(
      "100%",
      "share of the processor time to spend on watching; classes take turns, so give it to"
          + " services"),
  SEED("", "number that chooses the sample and whose turn it is; empty: another one each time"),
  BUFFER("8192", "with runtime=async or record, KiB of events that may wait"),
  EVERY(
      "false",
      "true: with runtime=async or record, also accesses and blocks that change no verdict",
      "true|false"),
  VERBOSE(
      "false",
      "true: tell all findings and all that is skipped; quiet: the verdict only",
      "true|false|quiet"),
  EXITCODE("", "exit code of the JVM if there are new violations; empty: the program's own"),
  CONFIG("", "file with options, one key=value per line"),
  DUMP("", "directory for the classes as they are after instrumentation");

  private final String defaultValue;
  private final String meaning;
  private final String allowed;

  AgentOption(String defaultValue, String meaning) {
    this(defaultValue, meaning, "");
  }

  AgentOption(String defaultValue, String meaning, String allowed) {
    this.defaultValue = defaultValue;
    this.meaning = meaning;
    this.allowed = allowed;
  }

  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  public String defaultValue() {
    return defaultValue;
  }

  public String meaning() {
    return meaning;
  }

  /** The values it may have; empty if there are too many to list. */
  public List<String> allowed() {
    return allowed.isEmpty() ? List.of() : List.of(allowed.split("\\|", -1));
  }

  public String property() {
    return "cosmodrome." + key();
  }

  public String environment() {
    return "COSMODROME_" + name();
  }
}
