package io.cosmodrome.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
 * Every program in src/test/programs runs as without the agent, and the agent finds what the
 * program's comments say, no less and no more.
 */
@Tag("jvm")
@Execution(ExecutionMode.CONCURRENT)
final class ProgramsIT {
  private static final Pattern TARGET = Pattern.compile("\"target\":\"([^\"]*)\"");

  @TempDir static Path classes;
  @TempDir Path directory;

  @BeforeAll
  static void compilePrograms() throws IOException, InterruptedException {
    Programs.compile(classes);
  }

  /** On all JDKs; what takes long on the newest only, but for {@code -Pslow}. */
  static Stream<Arguments> programs() throws IOException {
    List<Path> jdks = Jdks.all();
    Path newest = jdks.get(jdks.size() - 1);
    return Programs.all()
        .filter(
            program ->
                Programs.IS_SLOW
                    || !Programs.takesLong(program)
                    || program.get()[2].equals(newest));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("programs")
  void program_withAgent_runsAsWithoutAndGivesItsFindings(String name, int version, Path jdk)
      throws IOException, InterruptedException {
    Programs.Expected expected = Programs.expected(name);

    ProgramRun plain = Programs.plain(jdk, classes, directory, name);
    ProgramRun checked = ProgramRun.with(jdk, classes, directory, expected.options(), name);

    assertThat(checked.out()).as("stdout; stderr: %s", checked.err()).isEqualTo(plain.out());
    assertThat(checked.err()).startsWith(plain.err());
    assertThat(checked.exitCode()).isEqualTo(plain.exitCode());
    assertThat(checked.blocks()).as(checked.err()).isEqualTo(expected.blocks());
    assertThat(expected.verdicts()).as(checked.err()).contains(checked.verdict());
  }

  @Test
  void field_accessedByHandle_isNamedAfterTheField() throws IOException, InterruptedException {
    ProgramRun run = ProgramRun.with(Jdks.all().get(0), classes, directory, "", "VarHandles");

    assertThat(TARGET.matcher(run.json()).results().map(match -> match.group(1)))
        .as(run.err())
        .contains("VarHandles#1.count", "VarHandles#1.constant", "VarHandles.sharedConstant")
        .doesNotContain("VarHandles#1", "");
  }
}
