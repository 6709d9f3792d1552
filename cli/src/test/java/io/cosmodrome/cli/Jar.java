package io.cosmodrome.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The packaged command, run as a process of its own. */
final class Jar {
  private final Path directory;
  private final List<String> jvmOptions = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();

  /**
   * @param directory where it runs
   */
  Jar(Path directory) {
    this.directory = directory;
  }

  static Path path() {
    return Path.of(System.getProperty("cosmodrome.test.jar"));
  }

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  Jar jvmOptions(String... options) {
    jvmOptions.addAll(List.of(options));
    return this;
  }

  Jar environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  Cli.Result run(String... args) throws IOException, InterruptedException {
    return run("", args);
  }

  Cli.Result runWithInput(String stdin, String... args) throws IOException, InterruptedException {
    return run(stdin, args);
  }

  private Cli.Result run(String stdin, String[] args) throws IOException, InterruptedException {
    Path in = Files.writeString(Files.createTempFile(directory, "stdin", ".txt"), stdin);
    Path out = Files.createTempFile(directory, "stdout", ".txt");
    Path err = Files.createTempFile(directory, "stderr", ".txt");
    Process process =
        builder(args)
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("the process has ended").isTrue();
    Cli.Result result =
        new Cli.Result(
            process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
    for (Path file : List.of(in, out, err)) {
      Files.delete(file);
    }
    return result;
  }

  ProcessBuilder builder(String... args) {
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(jvmOptions);
    command.addAll(List.of("-jar", path().toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    Map<String, String> variables = builder.environment();
    variables
        .keySet()
        .removeIf(
            name ->
                name.startsWith("COSMODROME_")
                    || List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
                        .contains(name));
    variables.putAll(environment);
    return builder;
  }
}
