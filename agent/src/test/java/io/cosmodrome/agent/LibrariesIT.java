package io.cosmodrome.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.tree.ClassNode;

/**
 * The JVM's verifier takes whatever we make of the classes of real libraries: those that the tests
 * have at hand. Bigger ones are tried by hand, see docs/agent.md.
 */
@Tag("jvm")
@Execution(ExecutionMode.CONCURRENT)
final class LibrariesIT {
  private static final List<Class<?>> LIBRARIES =
      List.of(Assertions.class, Test.class, ClassNode.class, JsonFactory.class);

  @TempDir static Path classes;
  @TempDir Path directory;

  @BeforeAll
  static void compilePrograms() throws IOException, InterruptedException {
    Programs.compile(classes);
  }

  static Stream<Arguments> runs() throws IOException {
    List<Arguments> runs = new ArrayList<>();
    for (Path jdk : Jdks.all()) {
      for (String mode : List.of("runtime=inline", "runtime=record", "strict=true")) {
        runs.add(Arguments.of(mode, Jdks.version(jdk), jdk));
      }
    }
    return runs.stream();
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("runs")
  void classesOfLibraries_instrumented_linkAsBefore(String mode, int version, Path jdk)
      throws Exception {
    String path = classPath();

    ProgramRun plain = ProgramRun.without(jdk, Path.of(path), directory, "LinkJars");
    ProgramRun instrumented =
        ProgramRun.with(jdk, Path.of(path), directory, "," + mode, "LinkJars");

    assertThat(plain.out()).endsWith("0 classes were rejected by the verifier\n");
    assertThat(instrumented.out()).as(instrumented.err()).isEqualTo(plain.out());
    assertThat(instrumented.err()).contains("instrumented ").doesNotContain("instrumented 0");
  }

  static List<Path> jdks() throws IOException {
    return Jdks.all();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void manyClasses_instrumented_leaveInstrumenterToC1(Path jdk) throws Exception {
    ProgramRun run =
        ProgramRun.with(jdk, Path.of(classPath()), directory, ",include=**", "AskDirectives");

    assertThat(run.out())
        .as(run.err())
        .endsWith("instrumenter left to C1: true, hooks not inlined: true\n");
  }

  /** Ours would speak of all methods, and so be asked instead. */
  @ParameterizedTest(name = "on {0}")
  @MethodSource("jdks")
  void manyClasses_whereTheUserCommandsTheJit_leaveHooksToThat(Path jdk) throws Exception {
    List<String> user = List.of("-XX:CompileCommand=quiet", "-Ddirectives=theirs", "-Xlog:disable");

    ProgramRun run =
        ProgramRun.amid(
            user, List.of(), jdk, Path.of(classPath()), directory, ",include=**", "AskDirectives");

    assertThat(run.out())
        .as(run.err())
        .endsWith("instrumenter left to C1: true, hooks not inlined: false\n");
  }

  private static String classPath() throws URISyntaxException {
    StringBuilder path = new StringBuilder(classes.toString());
    for (Class<?> library : LIBRARIES) {
      Path jar = Path.of(library.getProtectionDomain().getCodeSource().getLocation().toURI());
      path.append(File.pathSeparatorChar).append(jar);
    }
    return path.toString();
  }
}
