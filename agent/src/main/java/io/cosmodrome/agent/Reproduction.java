package io.cosmodrome.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * What to type to see a run again: the program, and all options that change what is seen of it,
 * with the seed if anything was left to chance. The schedule is not ours, so the run may still take
 * another course.
 *
 * <p>Options of the JVM are left out but for its paths: they may have passwords in them, and
 * reports are passed around.
 */
final class Reproduction {
  private static final List<AgentOption> TOLD =
      List.of(
          AgentOption.INCLUDE,
          AgentOption.EXCLUDE,
          AgentOption.SPEC,
          AgentOption.ENGINE,
          AgentOption.ARRAYS,
          AgentOption.JDK,
          AgentOption.STRICT,
          AgentOption.SAMPLE,
          AgentOption.BUDGET);

  private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

  private Reproduction() {}

  static String command(AgentOptions options, Properties jvm) {
    List<String> words = new ArrayList<>(List.of("cosmodrome", "run"));
    for (AgentOption option : TOLD) {
      if (isChanged(options, option)) {
        boolean isSwitch = options.value(option).equals("true");
        words.add("--" + option.key() + (isSwitch ? "" : "=" + quoted(options.value(option))));
      }
    }
    if (isChanged(options, AgentOption.SAMPLE) || isChanged(options, AgentOption.BUDGET)) {
      words.add("--seed=" + options.seed());
    }
    words.add("--");
    words.add("java");
    if (options.checksAsync() && !isChanged(options, AgentOption.ENGINE)) {
      words.add("-Dcosmodrome.runtime=async");
    }
    words.addAll(program(jvm));
    return String.join(" ", words);
  }

  private static boolean isChanged(AgentOptions options, AgentOption option) {
    return !options.value(option).equals(option.defaultValue());
  }

  /** The program as the JVM was told it; its arguments are not quoted, as the JVM forgets that. */
  private static List<String> program(Properties jvm) {
    String command = jvm.getProperty("sun.java.command", "");
    String path = jvm.getProperty("java.class.path", "");
    if (jvm.getProperty("jdk.module.main") != null) {
      return List.of("-p", quoted(jvm.getProperty("jdk.module.path", "")), "-m", command);
    }
    boolean isJar = path.endsWith(".jar") && (command + " ").startsWith(path + " ");
    return isJar ? List.of("-jar", command) : List.of("-cp", quoted(path), command);
  }

  /** For a shell. */
  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
