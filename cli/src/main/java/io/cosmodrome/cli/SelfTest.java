package io.cosmodrome.cli;

import io.cosmodrome.agent.AgentOption;
import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.report.Report;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * The positive control: programs of which we know the verdict, run under the agent on this machine
 * with this Java. They are in our jar, where the agent looks at nothing, so they are copied and get
 * another package.
 */
final class SelfTest implements AutoCloseable {
  private static final String OURS = "io/cosmodrome/cli/programs/";
  private static final String THEIRS = "selftest/";
  private static final List<String> CLASSES = List.of("Broken", "Sound", "Moment");

  private final Path directory;

  /** A case that was run, and what came of it. */
  record Outcome(boolean passed, String words) {}

  SelfTest() throws IOException {
    directory = Files.createTempDirectory("cosmodrome-selftest");
    Files.createDirectory(directory.resolve(THEIRS));
    for (String name : CLASSES) {
      Files.write(directory.resolve(THEIRS + name + ".class"), renamed(name));
    }
  }

  private static byte[] renamed(String name) throws IOException {
    try (InputStream bytes =
        SelfTest.class.getClassLoader().getResourceAsStream(OURS + name + ".class")) {
      if (bytes == null) {
        throw new IllegalStateException("the class " + OURS + name + " is missing");
      }
      ClassWriter writer = new ClassWriter(0);
      new ClassReader(bytes).accept(new ClassRemapper(writer, new OtherPackage()), 0);
      return writer.toByteArray();
    }
  }

  private static final class OtherPackage extends Remapper {
    OtherPackage() {
      super(org.objectweb.asm.Opcodes.ASM9);
    }

    @Override
    public String map(String internalName) {
      return internalName.startsWith(OURS)
          ? THEIRS + internalName.substring(OURS.length())
          : internalName;
    }
  }

  /** A program that is not atomic must be blamed, at the right place. */
  Outcome broken() throws IOException, InterruptedException {
    return run("Broken", Verdict.VIOLATION, List.of("selftest.Broken.increment()"));
  }

  /** One that is atomic must not be blamed, and must have been looked at. */
  Outcome sound() throws IOException, InterruptedException {
    return run("Sound", Verdict.OK, List.of());
  }

  private Outcome run(String name, Verdict verdict, List<String> blocks)
      throws IOException, InterruptedException {
    AgentFlags flags = new AgentFlags();
    flags.set(AgentOption.INCLUDE, "selftest.*");
    flags.set(AgentOption.EXCLUDE, "selftest.Moment");
    flags.set(AgentOption.OUTPUT, name);
    flags.set(AgentOption.BASELINE, "");
    flags.set(AgentOption.SUPPRESS, "");
    List<String> command = List.of(Program.ownJava(), "-cp", ".", "selftest." + name);
    Program.Output output = Program.java(command, flags.argument()).capture(directory);
    String expected = verdict + " " + blocks;
    String found =
        SavedReports.ofAgent(directory.resolve(name).toString(), 0).stream()
            .findFirst()
            .map(report -> report.verdict() + " " + blocks(report))
            .orElse("no verdict");
    if (output.exitCode() == 0 && found.equals(expected)) {
      return new Outcome(true, "judged " + verdict + ", as it should be");
    }
    return new Outcome(
        false,
        "expected "
            + expected
            + ", found "
            + found
            + " and exit code "
            + output.exitCode()
            + "; it printed:\n"
            + output.text());
  }

  private static List<String> blocks(Report report) {
    return report.findings().stream().flatMap(finding -> finding.block().stream()).toList();
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
