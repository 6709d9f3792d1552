package io.cosmodrome.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the doctor sees around it; that the agent works is in {@link FirstStepsIT}. */
class DoctorCommandTest {
  @TempDir Path cgroup;

  private String say(Map<String, String> environment) throws InterruptedException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Console console =
        new Console(
            InputStream.nullInputStream(),
            out,
            OutputStream.nullOutputStream(),
            "",
            UTF_8,
            Map.of());
    int exitCode = new DoctorCommand(console, environment, cgroup).call();
    assertThat(console.finish(exitCode)).isEqualTo(3); // there is no jar here
    return out.toString(UTF_8);
  }

  @Test
  void classesWithoutAJar_areAProblemWithACure() throws InterruptedException {
    assertThat(say(Map.of()))
        .contains("PROBLEM  agent's jar: needs the agent's jar; this runs from the classes in ")
        .contains("\n         use the packaged jar\n");
  }

  @Test
  void otherAgents_areNamed() throws InterruptedException {
    assertThat(say(Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g")))
        .contains("ok       other agents: none in JAVA_TOOL_OPTIONS");
    assertThat(say(Map.of("JDK_JAVA_OPTIONS", "-javaagent:jacoco.jar")))
        .contains("note     other agents: JDK_JAVA_OPTIONS=-javaagent:jacoco.jar");
  }

  @Test
  void outputThatCannotBeWritten_isAProblemWithACure() throws InterruptedException {
    assertThat(say(Map.of("COSMODROME_OUTPUT", "/dev/null/%p")))
        .contains("PROBLEM  directory for reports: /dev/null cannot be written to")
        .contains("name another one: the option output=DIRECTORY");
  }

  @Test
  void limitsOfTheContainer_areRead() throws Exception {
    Files.writeString(cgroup.resolve("cpu.max"), "150000 100000\n");
    Files.createDirectory(cgroup.resolve("memory"));
    Files.writeString(cgroup.resolve("memory/memory.limit_in_bytes"), "2147483648\n");

    assertThat(say(Map.of()))
        .contains(", limited by cpu.max = 150000 100000")
        .contains(", limited by memory/memory.limit_in_bytes = 2147483648");

    Files.writeString(cgroup.resolve("memory.max"), "max\n");
    assertThat(say(Map.of())).contains(" for the heap, no limit");
  }
}
