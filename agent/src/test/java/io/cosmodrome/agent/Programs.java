package io.cosmodrome.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.annotations.Atomic;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.params.provider.Arguments;

/**
 * The programs in src/test/programs, and what their comments promise.
 *
 * <p>{@code // VIOLATION Class.method} names a block that is not atomic, {@code // UNKNOWN} says
 * that the verdict must be that, {@code // OPTIONS ,key=value} gives options to the agent, {@code
 * // NEEDS 25} says which JDK it takes to compile and run it, {@code // PRINTS text} what it
 * prints, where a run without the agent would take too long to compare with.
 */
final class Programs {
  private static final Path SOURCES = Path.of(System.getProperty("cosmodrome.test.programs"));

  /** Whether there is time for everything. */
  static final boolean IS_SLOW = Boolean.getBoolean("cosmodrome.slow");

  private static final Pattern EXPECTED = Pattern.compile("// VIOLATION (\\S+)");
  private static final Pattern OPTIONS = Pattern.compile("// OPTIONS (\\S+)");
  private static final Pattern NEEDS = Pattern.compile("// NEEDS (\\d+)");
  private static final Pattern PRINTS = Pattern.compile("// PRINTS (.*)");

  /**
   * @param options for the agent, or an empty text
   * @param blocks that are not atomic, sorted
   * @param verdicts of which one must be given
   */
  record Expected(String options, List<String> blocks, List<String> verdicts) {
    /** Whether nothing that the program does can be lost. */
    boolean isCertain() {
      return !verdicts.contains("UNKNOWN");
    }
  }

  private static final Map<List<Object>, ProgramRun> PLAIN = new ConcurrentHashMap<>();

  private Programs() {}

  /** A run without the agent, or what it is known to be: one for all tests that compare with it. */
  static ProgramRun plain(Path jdk, Path classes, Path directory, String program)
      throws IOException, InterruptedException {
    Matcher prints = PRINTS.matcher(Files.readString(source(program)));
    if (!IS_SLOW && prints.find()) {
      return new ProgramRun(0, prints.group(1) + System.lineSeparator(), "", "");
    }
    ProgramRun run = PLAIN.get(List.of(jdk, program));
    if (run == null) {
      run = ProgramRun.without(jdk, classes, directory, program);
      PLAIN.put(List.of(jdk, program), run);
    }
    return run;
  }

  static void compile(Path classes) throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-d",
                classes.toString(),
                "--release",
                "17",
                "-proc:none",
                "-cp",
                new File(Atomic.class.getProtectionDomain().getCodeSource().getLocation().getPath())
                    .getPath()));
    List<Path> newer = new ArrayList<>();
    try (Stream<Path> sources = Files.list(SOURCES)) {
      for (Path source : sources.filter(path -> path.toString().endsWith(".java")).toList()) {
        if (needs(source) > 17) {
          newer.add(source);
        } else {
          arguments.add(source.toString());
        }
      }
    }
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(result).isZero();
    for (Path source : newer) {
      for (Path jdk : Jdks.all()) {
        if (needs(source) <= Jdks.version(jdk)) {
          compileWith(jdk, source, classes.toString());
        }
      }
    }
  }

  private static void compileWith(Path jdk, Path source, String classes)
      throws IOException, InterruptedException {
    String javac = jdk.resolve("bin/javac").toString();
    Process process =
        new ProcessBuilder(javac, "-d", classes, "-cp", classes, "-proc:none", source.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
  }

  private static int needs(Path source) throws IOException {
    Matcher needs = NEEDS.matcher(Files.readString(source));
    return needs.find() ? Integer.parseInt(needs.group(1)) : 17;
  }

  /** Name, version of the JDK, and the JDK: each program with each JDK. */
  static Stream<Arguments> all() throws IOException {
    List<Arguments> all = new ArrayList<>();
    try (Stream<Path> sources = Files.list(SOURCES)) {
      for (Path source : sources.sorted().toList()) {
        if (Files.readString(source).contains("void main(")) {
          for (Path jdk : Jdks.all()) {
            if (needs(source) <= Jdks.version(jdk)) {
              String name = source.getFileName().toString().replace(".java", "");
              all.add(Arguments.of(name, Jdks.version(jdk), jdk));
            }
          }
        }
      }
    }
    return all.stream();
  }

  /** Those that take no more than seconds; with {@code -Pslow} all. */
  static Stream<Arguments> quick() throws IOException {
    return all().filter(program -> IS_SLOW || !takesLong(program));
  }

  /** A minute or more on some machines, most of it to make its threads, agent or not. */
  static boolean takesLong(Arguments program) {
    return program.get()[0].equals("ManyThreads");
  }

  private static Path source(String name) {
    return SOURCES.resolve(name + ".java");
  }

  static Expected expected(String name) throws IOException {
    String source = Files.readString(source(name));
    Matcher options = OPTIONS.matcher(source);
    List<String> blocks =
        EXPECTED.matcher(source).results().map(match -> match.group(1)).sorted().toList();
    return new Expected(options.find() ? options.group(1) : "", blocks, verdicts(source, blocks));
  }

  private static List<String> verdicts(String source, List<String> blocks) {
    if (source.contains("// UNKNOWN")) {
      return List.of("UNKNOWN");
    }
    String verdict = blocks.isEmpty() ? "OK" : "VIOLATION";
    return source.contains("// MAYBE UNKNOWN") ? List.of(verdict, "UNKNOWN") : List.of(verdict);
  }
}
