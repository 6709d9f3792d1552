package io.cosmodrome.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every program in src/test/programs runs as without the agent, and the agent finds what the
 * program's comments say, no less and no more.
 *
 * <p>{@code // VIOLATION Class.method} names a block that is not atomic, {@code // UNKNOWN} says
 * that the verdict must be that, {@code // OPTIONS ,key=value} gives options to the agent, {@code
 * // NEEDS 25} says which JDK it takes to compile and run it.
 */
@Tag("jvm")
final class ProgramsIT {
  private static final Path PROGRAMS = Path.of(System.getProperty("cosmodrome.test.programs"));
  private static final Pattern EXPECTED = Pattern.compile("// VIOLATION (\\S+)");
  private static final Pattern OPTIONS = Pattern.compile("// OPTIONS (\\S+)");

  private static final Pattern NEEDS = Pattern.compile("// NEEDS (\\d+)");

  @TempDir static Path classes;
  @TempDir Path directory;

  @BeforeAll
  static void compilePrograms() throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(List.of("-d", classes.toString(), "--release", "17", "-proc:none"));
    List<Path> newer = new ArrayList<>();
    try (Stream<Path> sources = Files.list(PROGRAMS)) {
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
          compileWith(jdk, source);
        }
      }
    }
  }

  private static void compileWith(Path jdk, Path source) throws IOException, InterruptedException {
    String javac = jdk.resolve("bin/javac").toString();
    String path = classes.toString();
    Process process =
        new ProcessBuilder(javac, "-d", path, "-cp", path, "-proc:none", source.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
  }

  private static int needs(Path source) throws IOException {
    Matcher needs = NEEDS.matcher(Files.readString(source));
    return needs.find() ? Integer.parseInt(needs.group(1)) : 17;
  }

  static Stream<Arguments> programs() throws IOException {
    List<Arguments> all = new ArrayList<>();
    try (Stream<Path> sources = Files.list(PROGRAMS)) {
      for (Path source : sources.sorted().toList()) {
        if (Files.readString(source).contains("void main(")) {
          for (Path jdk : Jdks.all()) {
            if (needs(source) > Jdks.version(jdk)) {
              continue;
            }
            String name = source.getFileName().toString().replace(".java", "");
            all.add(Arguments.of(name, Jdks.version(jdk), jdk));
          }
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("programs")
  void program_withAgent_runsAsWithoutAndGivesItsFindings(String name, int version, Path jdk)
      throws IOException, InterruptedException {
    String source = Files.readString(PROGRAMS.resolve(name + ".java"));
    Matcher options = OPTIONS.matcher(source);

    ProgramRun plain = ProgramRun.without(jdk, classes, directory, name);
    ProgramRun checked =
        ProgramRun.with(jdk, classes, directory, options.find() ? options.group(1) : "", name);

    assertThat(checked.out()).as("stdout; stderr: %s", checked.err()).isEqualTo(plain.out());
    assertThat(checked.exitCode()).isEqualTo(plain.exitCode());
    assertThat(checked.blocks()).as(checked.err()).isEqualTo(expectedBlocks(source));
    assertThat(verdicts(source)).as(checked.err()).contains(checked.verdict());
  }

  private static List<String> verdicts(String source) {
    if (source.contains("// UNKNOWN")) {
      return List.of("UNKNOWN");
    }
    String verdict = expectedBlocks(source).isEmpty() ? "OK" : "VIOLATION";
    return source.contains("// MAYBE UNKNOWN") ? List.of(verdict, "UNKNOWN") : List.of(verdict);
  }

  private static List<String> expectedBlocks(String source) {
    return EXPECTED.matcher(source).results().map(match -> match.group(1)).sorted().toList();
  }
}
