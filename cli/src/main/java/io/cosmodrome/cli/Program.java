package io.cosmodrome.cli;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A command of the user's that is started with the agent. It keeps its streams, and signals that
 * end us are passed on to it.
 */
final class Program {
  private static final String FOR_ALL_JVMS = "JAVA_TOOL_OPTIONS";

  /**
   * Frames get longer with the agent, which sees to the stacks of all threads but that of main; an
   * option of the user's comes later and wins.
   */
  private static final String STACK = "-Xss8128k";

  private final ProcessBuilder builder;

  private Program(ProcessBuilder builder) {
    this.builder = builder;
  }

  /**
   * A command that starts with java.
   *
   * @param agent what stands after the jar's name
   */
  static Program java(List<String> command, String agent) {
    String first = command.get(0);
    String name = String.valueOf(Path.of(first).getFileName()).toLowerCase(Locale.ROOT);
    if (!name.equals("java") && !name.equals("java.exe")) {
      throw new BadUsageException(
          "expected a command that starts with java, found \""
              + first
              + "\"; --all-jvms adds the agent to all JVMs that a command starts");
    }
    List<String> changed = new ArrayList<>(command);
    changed.add(1, option(agent));
    if (!System.getenv().getOrDefault("JDK_JAVA_OPTIONS", "").contains("-Xss")) {
      changed.add(2, STACK);
    }
    return new Program(new ProcessBuilder(changed));
  }

  /** Any command; the agent goes into every JVM that it starts. */
  static Program anything(List<String> command, String agent) {
    ProcessBuilder builder = new ProcessBuilder(command);
    String option = option(agent);
    String quote = option.contains("\"") ? "'" : "\"";
    String quoted = option.matches(".*\\s.*") ? quote + option + quote : option;
    builder.environment().merge(FOR_ALL_JVMS, quoted, (before, ours) -> before + " " + ours);
    return new Program(builder);
  }

  private static String option(String agent) {
    return "-javaagent:" + AgentJar.path() + (agent.isEmpty() ? "" : "=" + agent);
  }

  /** Runs it on our own streams and returns its exit code. */
  int run() throws IOException, InterruptedException {
    Process process = start(builder.inheritIO());
    // whoever ends us means the program; it gets the signal, and the time that it needs
    Thread passOn = new Thread(() -> endWith(process), "pass-on");
    Runtime.getRuntime().addShutdownHook(passOn);
    int exitCode = process.waitFor();
    try {
      Runtime.getRuntime().removeShutdownHook(passOn);
    } catch (IllegalStateException e) {
      // we are being ended ourselves; the hook has seen to it
    }
    return exitCode;
  }

  private static void endWith(Process process) {
    process.destroy();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Runs it elsewhere, undisturbed by settings for other runs, and returns what it printed.
   *
   * @param directory where it runs
   */
  Output capture(Path directory) throws IOException, InterruptedException {
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("COSMODROME_"));
    Process process =
        start(builder.directory(directory.toAbsolutePath().toFile()).redirectErrorStream(true));
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
    return new Output(process.waitFor(), text);
  }

  record Output(int exitCode, String text) {}

  private static Process start(ProcessBuilder builder) throws BadInputException {
    try {
      return builder.start();
    } catch (IOException e) {
      String reason = Optional.ofNullable(e.getMessage()).orElseGet(e::toString);
      throw new BadInputException("cannot start the program: " + reason);
    }
  }

  /** The java that runs us. */
  static String ownJava() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
