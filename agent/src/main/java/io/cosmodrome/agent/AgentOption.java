package io.cosmodrome.agent;

import java.util.Locale;

/** The options of the agent, each with its default and what it means: the one list of them. */
enum AgentOption {
  INCLUDE("**", "classes to instrument, as patterns with colons between"),
  EXCLUDE("", "classes to leave alone, as patterns with colons between"),
  RUNTIME("inline", "inline: check while the program runs; record: write a trace to be checked"),
  OUTPUT(
      "target/cosmodrome",
      "directory for results, or the trace (x.cdt); %p process id, %t time, %{NAME} environment"),
  SPEC("", "file that says which methods are meant to be atomic"),
  ARRAYS("element", "element, object or off: what of an array is one variable"),
  STRICT("false", "true: every access and its instrumentation are one step"),
  BUFFER("8192", "when recording, KiB of events that may wait to be written"),
  VERBOSE("false", "true: tell what is skipped, and why"),
  EXITCODE("", "exit code of the JVM if there are violations; empty: the program's own"),
  CONFIG("", "file with options, one key=value per line"),
  DUMP("", "directory for the classes as they are after instrumentation");

  final String defaultValue;
  final String meaning;

  AgentOption(String defaultValue, String meaning) {
    this.defaultValue = defaultValue;
    this.meaning = meaning;
  }

  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  String property() {
    return "cosmodrome." + key();
  }

  String environment() {
    return "COSMODROME_" + name();
  }
}
