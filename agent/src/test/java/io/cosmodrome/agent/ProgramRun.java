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
  private static final long TIMEOUT_SECONDS = 120;

  static ProgramRun without(Path jdk, Path classes, Path directory, String program)
      throws IOException, InterruptedException {
    return run(jdk, classes, directory, List.of(), Map.of(), program);
  }

  /** With an output directory, without {@code Schedule}, and with more options. */
  static ProgramRun with(Path jdk, Path classes, Path directory, String options, String program)
      throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    return of(jdk, classes, directory, "exclude=Schedule,output=" + output + options, program);
  }

  static ProgramRun of(Path jdk, Path classes, Path directory, String options, String program)
      throws IOException, InterruptedException {
    return of(jdk, classes, directory, options, program, List.of(), Map.of());
  }

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
    return run(jdk, classes, directory, all, environment, program);
  }

  private static ProgramRun run(
      Path jdk,
      Path classes,
      Path directory,
      List<String> jvmOptions,
      Map<String, String> environment,
      String program)
      throws IOException, InterruptedException {
    Path out = directory.resolve("out.txt");
    Path err = directory.resolve("err.txt");
    Path json =
        directory.resolve(
            jvmOptions.toString().contains("output=")
                ? "output/findings.json"
                : "target/cosmodrome/findings.json");
    Files.deleteIfExists(json);
    List<String> command = new ArrayList<>();
    command.add(jdk.resolve("bin/java").toString());
    command.add("-Xmx256m");
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", classes.toString(), program));
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
      String block = matcher.group(1) == null ? "NON-SERIALIZABLE" : matcher.group(1);
      blocks.add(block.replaceAll("\\(.*", "").replaceAll("@[0-9]+", ""));
    }
    return blocks.stream().distinct().sorted().toList();
  }

  String verdict() {
    Matcher matcher = VERDICT.matcher(json);
    return matcher.find() ? matcher.group(1) : "none";
  }
}
