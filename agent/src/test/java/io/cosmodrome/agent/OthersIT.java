package io.cosmodrome.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Living with others in a real JVM: other agents, in both orders, and libraries that look at fields
 * or were made by other compilers. The programs are those of src/test/libraries.
 */
@Tag("jvm")
@Execution(ExecutionMode.CONCURRENT)
final class OthersIT {
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final Path SOURCES = Path.of(System.getProperty("cosmodrome.test.libraries"));
  private static final String JACOCO = "org.jacoco.agent.rt.RT";
  private static final String OPEN_TELEMETRY = "io.opentelemetry.javaagent.OpenTelemetryAgent";

  /** A class of each library that the programs use. */
  private static final List<String> LIBRARIES =
      List.of(
          "com.google.gson.Gson",
          "com.fasterxml.jackson.annotation.JsonAutoDetect",
          "com.fasterxml.jackson.core.JsonFactory",
          "com.fasterxml.jackson.databind.ObjectMapper",
          "kotlin.Lazy",
          "kotlinx.coroutines.GlobalScope",
          "scala.Option",
          "org.mockito.Mockito",
          "org.objenesis.Objenesis",
          "net.bytebuddy.ByteBuddy",
          "net.bytebuddy.agent.ByteBuddyAgent");

  @TempDir static Path classes;
  @TempDir Path directory;

  @BeforeAll
  static void compilePrograms() throws IOException, InterruptedException {
    Programs.compile(classes);
    List<String> arguments =
        new ArrayList<>(List.of("-d", classes.toString(), "--release", "17", "-proc:none"));
    arguments.addAll(List.of("-nowarn", "-cp", path().toString()));
    try (Stream<Path> sources = Files.list(SOURCES)) {
      sources.forEach(source -> arguments.add(source.toString()));
    }
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(result).isZero();
  }

  private static Path jarOf(String type) {
    try {
      Class<?> found = Class.forName(type, false, OthersIT.class.getClassLoader());
      return Path.of(found.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (ClassNotFoundException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The class path of the programs. */
  private static Path path() {
    StringBuilder path = new StringBuilder(classes.toString());
    for (String library : LIBRARIES) {
      path.append(File.pathSeparatorChar).append(jarOf(library));
    }
    return Path.of(path.toString());
  }

  static Stream<Arguments> jdks() {
    return Jdks.all().stream().map(jdk -> Arguments.of(Jdks.version(jdk), jdk));
  }

  static Stream<Arguments> programs() {
    List<Arguments> runs = new ArrayList<>();
    for (Path jdk : Jdks.all()) {
      for (String program : List.of("Json", "Kotlin", "Scala")) {
        runs.add(Arguments.of(program, "", Jdks.version(jdk), jdk));
      }
      String apart = ":com.google.**:com.fasterxml.**";
      runs.add(Arguments.of("Json", apart, Jdks.version(jdk), jdk));
    }
    return runs.stream();
  }

  /** What libraries do to each other's blocks is their affair; see docs/workloads.md. */
  @ParameterizedTest(name = "{0} {1} on {2}")
  @MethodSource("programs")
  void program_withLibraries_printsTheSame(String program, String apart, int version, Path jdk)
      throws Exception {
    ProgramRun plain = ProgramRun.without(jdk, path(), directory, program);
    ProgramRun checked = ProgramRun.with(jdk, path(), directory, apart, program);

    assertThat(plain.err()).isEmpty();
    assertThat(checked.out()).as(checked.err()).isEqualTo(plain.out()).isNotEmpty();
    assertThat(checked.err())
        .contains("instrumented ")
        .doesNotContain("instrumented 0", "of the agent");
  }

  @ParameterizedTest(name = "on {0}")
  @MethodSource("jdks")
  void jacoco_beforeAndAfterUs_coversAndWeFindTheSame(int version, Path jdk) throws Exception {
    Path data = directory.resolve("jacoco.exec");
    List<String> jacoco = List.of("-javaagent:" + jarOf(JACOCO) + "=destfile=" + data);
    ProgramRun plain = ProgramRun.without(jdk, classes, directory, "LostUpdate");
    for (boolean first : new boolean[] {true, false}) {
      Files.deleteIfExists(data);

      ProgramRun run = amid(jacoco, first, jdk, "LostUpdate");

      assertThat(run.out()).as(run.err()).isEqualTo(plain.out());
      assertThat(run.blocks()).as(run.err()).containsExactly("LostUpdate.add");
      assertThat(run.err()).doesNotContain("of the agent");
      assertThat(Files.readString(data, StandardCharsets.ISO_8859_1)).contains("LostUpdate");
    }
  }

  @ParameterizedTest(name = "on {0}")
  @MethodSource("jdks")
  void mockito_attachedByItselfOrBeforeOrAfterUs_mocksAndWeFindTheSame(int version, Path jdk)
      throws Exception {
    List<String> mockito = List.of("-javaagent:" + jarOf("org.mockito.Mockito"));
    ProgramRun plain = ProgramRun.without(jdk, path(), directory, "Mocks");
    assertThat(plain.out()).isEqualTo("100\n6 1\n8\n7 1\n");

    List<ProgramRun> runs =
        List.of(
            amid(List.of(), true, jdk, "Mocks"),
            amid(mockito, true, jdk, "Mocks"),
            amid(mockito, false, jdk, "Mocks"));

    for (ProgramRun run : runs) {
      assertThat(run.out()).as(run.err()).isEqualTo(plain.out());
      assertThat(run.blocks()).as(run.err()).containsExactly("Mocks$Account.add");
      assertThat(run.err()).doesNotContain("of the agent");
    }
  }

  @Test
  void openTelemetry_beforeAndAfterUs_runsAndWeFindTheSame() throws Exception {
    assumeThat(Boolean.getBoolean("cosmodrome.slow")).isTrue();
    List<String> telemetry =
        List.of(
            "-javaagent:" + jarOf(OPEN_TELEMETRY),
            "-Dotel.traces.exporter=none",
            "-Dotel.metrics.exporter=none",
            "-Dotel.logs.exporter=none");
    ProgramRun plain = ProgramRun.without(JDK, classes, directory, "LostUpdate");
    for (boolean first : new boolean[] {true, false}) {
      ProgramRun run = amid(telemetry, first, JDK, "LostUpdate");

      assertThat(run.out()).as(run.err()).isEqualTo(plain.out());
      assertThat(run.blocks()).as(run.err()).containsExactly("LostUpdate.add");
      assertThat(run.err()).contains("opentelemetry-javaagent").doesNotContain("of the agent");
    }
  }

  private ProgramRun amid(List<String> other, boolean first, Path jdk, String program)
      throws IOException, InterruptedException {
    return ProgramRun.amid(
        first ? other : List.of(), first ? List.of() : other, jdk, path(), directory, "", program);
  }
}
