package io.cosmodrome.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Sample tests, run by JUnit's own launcher in a JVM of their own.
 *
 * @param output all that was printed
 * @param json the agent's report, or an empty text
 */
record SampleRun(int exitCode, String output, String json) {
  /** The agent. */
  static final Path JAR = Path.of(property("cosmodrome.test.jar")).toAbsolutePath().normalize();

  private static final Path LAUNCHERS = Path.of(property("cosmodrome.test.launchers"));
  private static final Pattern RESULT = Pattern.compile("(\\w+)\\(\\)[^\\n]*\\[(OK|X)\\]");
  private static final Pattern TESTS = Pattern.compile("\"tests\":\\[([^\\]]*)\\]");
  private static final long TIMEOUT_SECONDS = 120;

  private static String property(String name) {
    String value = System.getProperty(name);
    if (value == null) {
      throw new IllegalStateException("the build sets the property " + name);
    }
    return value;
  }

  /** Compiles all samples against a launcher. */
  static void compile(String launcher, Path classes) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of("-d", classes.toString(), "-g", "-cp", "target/classes:" + jar(launcher)));
    try (Stream<Path> sources = Files.list(Path.of("src/test/samples"))) {
      sources.map(Path::toString).sorted().forEach(arguments::add);
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler.run(null, null, null, arguments.toArray(new String[0])) != 0) {
      throw new IllegalStateException("the samples do not compile with JUnit's " + launcher);
    }
  }

  private static Path jar(String launcher) {
    return LAUNCHERS.resolve(launcher + ".jar").toAbsolutePath();
  }

  /** What stands on a JVM's command line for the agent. */
  static String agent(Path directory) {
    return "-javaagent:"
        + JAR
        + "=include=sample.**,exclude=sample.Threads,output="
        + directory.resolve("output");
  }

  static SampleRun of(
      String launcher, Path classes, Path directory, List<String> jvmOptions, String... tests)
      throws IOException, InterruptedException {
    Path output = directory.resolve("out.txt");
    Path json = directory.resolve("output/report.json");
    List<String> command = new ArrayList<>();
    command.add(Path.of(property("java.home"), "bin/java").toString());
    command.addAll(jvmOptions);
    String path = classes + ":" + Path.of("target/classes").toAbsolutePath() + ":" + jar(launcher);
    command.addAll(List.of("-cp", path, "org.junit.platform.console.ConsoleLauncher", "execute"));
    command.addAll(List.of("--disable-banner", "--disable-ansi-colors", "--details-theme=ascii"));
    for (String test : tests) {
      command.add("--select-class=sample." + test);
    }
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
    return new SampleRun(
        process.exitValue(),
        Files.readString(output),
        Files.exists(json) ? Files.readString(json) : "");
  }

  /** Whether each test has passed, by the name of its method. */
  Map<String, Boolean> passed() {
    Map<String, Boolean> passed = new TreeMap<>();
    Matcher matcher = RESULT.matcher(output);
    while (matcher.find()) {
      passed.put(matcher.group(1), matcher.group(2).equals("OK"));
    }
    return passed;
  }

  /** The tests that findings name, as in the report. */
  List<String> tests() {
    List<String> tests = new ArrayList<>();
    Matcher matcher = TESTS.matcher(json);
    while (matcher.find()) {
      tests.add(matcher.group(1));
    }
    return tests;
  }
}
