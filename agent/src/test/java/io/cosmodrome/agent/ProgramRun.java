package io.cosmodrome.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A test program's run in a JVM of its own.
 *
 * @param json what the agent wrote, or an empty text
 */
record ProgramRun(int exitCode, String out, String err, String json) {
  private static final Pattern BLOCK = Pattern.compile("\"block\":(?:\"([^\"]*)\"|null)");
  private static final Pattern VERDICT = Pattern.compile("\"verdict\":\"([^\"]*)\"");
  private static final long TIMEOUT_SECONDS = 300; // some machines are slow to make threads

  static ProgramRun without(Path jdk, Path classes, Path directory, String program)
      throws IOException, InterruptedException {
    return run(jdk, classes, directory, List.of(), program);
  }

  static ProgramRun with(Path jdk, Path classes, Path directory, String options, String program)
      throws IOException, InterruptedException {
    return run(jdk, classes, directory, List.of(agent(directory, options)), program);
  }

  /** As {@link #with}, with options of the JVM before and after that which starts the agent. */
  static ProgramRun amid(
      List<String> before,
      List<String> after,
      Path jdk,
      Path classes,
      Path directory,
      String options,
      String program)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(before);
    all.add(agent(directory, options));
    all.addAll(after);
    return run(jdk, classes, directory, all, program);
  }

  /** With exactly these options of the agent, and others of the JVM. */
  static ProgramRun of(
      Path jdk,
      Path classes,
      Path directory,
      String options,
      String program,
      List<String> jvmOptions,
      Map<String, String> environment)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(jvmOptions);
    all.add("-javaagent:" + System.getProperty("cosmodrome.agent.jar") + "=" + options);
    return run(command(jdk, classes, all, program), directory, environment);
  }

  static ProgramRun of(Path jdk, Path classes, Path directory, String options, String program)
      throws IOException, InterruptedException {
    return of(jdk, classes, directory, options, program, List.of(), Map.of());
  }

  /** As {@link #with}, but no file may grow past so many KiB. */
  static ProgramRun withSmallFiles(
      int kib, Path jdk, Path classes, Path directory, String options, String program)
      throws IOException, InterruptedException {
    List<String> jvmOptions = List.of("-XX:-UsePerfData", agent(directory, options));
    List<String> command = new ArrayList<>();
    command.addAll(List.of("bash", "-c", "ulimit -f " + kib + "; exec \"$@\"", "bash"));
    command.addAll(command(jdk, classes, jvmOptions, program));
    return run(command, directory, Map.of());
  }

  private static String agent(Path directory, String options) {
    return String.format(
        "-javaagent:%s=exclude=Schedule%s,output=%s",
        System.getProperty("cosmodrome.agent.jar"), options, directory.resolve("output"));
  }

  /** Starts a program with the agent; what it prints is the caller's to read. */
  static Process start(
      Path jdk, Path classes, Path directory, String options, String... programAndArguments)
      throws IOException {
    List<String> jvmOptions = List.of(agent(directory, options));
    return new ProcessBuilder(command(jdk, classes, jvmOptions, programAndArguments))
        .directory(directory.toFile())
        .redirectError(directory.resolve("err.txt").toFile())
        .start();
  }

  private static List<String> command(
      Path jdk, Path classes, List<String> jvmOptions, String... programAndArguments) {
    List<String> command = new ArrayList<>();
    command.add(jdk.resolve("bin/java").toString());
    command.add("-Xmx256m");
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", classes.toString()));
    command.addAll(List.of(programAndArguments));
    return command;
  }

  private static ProgramRun run(
      Path jdk, Path classes, Path directory, List<String> jvmOptions, String program)
      throws IOException, InterruptedException {
    return run(command(jdk, classes, jvmOptions, program.split(" ")), directory, Map.of());
  }

  private static ProgramRun run(
      List<String> command, Path directory, Map<String, String> environment)
      throws IOException, InterruptedException {
    Path out = directory.resolve("out.txt");
    Path err = directory.resolve("err.txt");
    boolean isNamed = command.toString().contains("output=");
    Path json = directory.resolve(isNamed ? "output" : "target/cosmodrome").resolve("report.json");
    Files.deleteIfExists(json);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
    return new ProgramRun(
        process.exitValue(),
        Files.readString(out),
        Files.readString(err),
        Files.exists(json) ? Files.readString(json) : "");
  }

  /** The blocks found not to be atomic, as {@code Class.method}, and cycles, sorted. */
  List<String> blocks() {
    List<String> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(json);
    while (matcher.find()) {
      blocks.add(matcher.group(1) == null ? "NON-SERIALIZABLE" : shorten(matcher.group(1)));
    }
    return blocks.stream().distinct().sorted().toList();
  }

  /** {@code Class.method} of a label. */
  static String shorten(String label) {
    return label.replaceAll("\\(.*", "").replaceAll("@[0-9]+", "");
  }

  String verdict() {
    Matcher matcher = VERDICT.matcher(json);
    return matcher.find() ? matcher.group(1) : "none";
  }
}
