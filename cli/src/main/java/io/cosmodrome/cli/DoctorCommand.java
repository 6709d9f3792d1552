package io.cosmodrome.cli;

import io.cosmodrome.agent.AgentOption;
import io.cosmodrome.report.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.spi.ToolProvider;
import picocli.CommandLine.Command;

/** {@code cosmodrome doctor}: what here could keep the agent from working, and what to do. */
@Command(
    name = "doctor",
    description = {
      "Looks at Java, the agent's jar, directories, other agents and the limits of the container,",
      "and says what to do about what is wrong. With a problem the exit code is 3."
    })
final class DoctorCommand implements Callable<Integer> {
  private static final List<String> JVM_OPTIONS =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");
  private static final long LITTLE_MEMORY = 256L << 20;

  private final Console console;
  private final Map<String, String> environment;
  private final Path cgroup;
  private int problems;

  DoctorCommand(Console console) {
    this(console, System.getenv(), Path.of("/sys/fs/cgroup"));
  }

  DoctorCommand(Console console, Map<String, String> environment, Path cgroup) {
    this.console = console;
    this.environment = environment;
    this.cgroup = cgroup;
  }

  @Override
  public Integer call() throws InterruptedException {
    problems = 0;
    java();
    agent();
    directories();
    otherAgents();
    limits();
    console
        .out()
        .println(problems == 0 ? "no problem found" : Text.count(problems, "problem") + " found");
    return problems == 0 ? ExitCode.OK : ExitCode.UNKNOWN;
  }

  private void ok(String what, String state) {
    if (console.verbosity() >= 0) {
      console.out().println("ok       " + what + ": " + state);
    }
  }

  private void note(String what, String state) {
    if (console.verbosity() >= 0) {
      console.out().println("note     " + what + ": " + state);
    }
  }

  private void problem(String what, String state, String cure) {
    problems++;
    console.out().println("PROBLEM  " + what + ": " + state);
    console.out().println("         " + cure);
  }

  private void java() {
    String java =
        Runtime.version()
            + " of "
            + System.getProperty("java.vendor")
            + " in "
            + System.getProperty("java.home");
    ok("Java", java);
    if (ToolProvider.findFirst("javac").isEmpty()) {
      note("compiler", "none, so `cosmodrome demo` cannot run; everything else can");
    }
  }

  private void agent() throws InterruptedException {
    try {
      ok("agent's jar", AgentJar.path().toString());
      try (SelfTest test = new SelfTest()) {
        SelfTest.Outcome outcome = test.broken();
        if (outcome.passed()) {
          ok("agent", "starts with a JVM and finds a known bug");
        } else {
          problem("agent", outcome.words().strip(), "please report it with these lines");
        }
      }
    } catch (BadUsageException e) {
      problem("agent's jar", String.valueOf(e.getMessage()), "use the packaged jar");
    } catch (IOException e) {
      problem(
          "agent",
          "cannot be tried: " + e.getMessage(),
          "make java.io.tmpdir a directory that can be written to");
    }
  }

  private void directories() {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    directory("directory for temporary files", temporary, "-Djava.io.tmpdir=DIRECTORY");
    String output =
        environment.getOrDefault(
            AgentOption.OUTPUT.environment(), AgentOption.OUTPUT.defaultValue());
    int changing = output.indexOf('%');
    Path directory = Path.of(changing < 0 ? output : output.substring(0, changing));
    directory("directory for reports", directory, "the option output=DIRECTORY");
  }

  private void directory(String what, Path path, String option) {
    Path existing = path.toAbsolutePath();
    while (existing.getParent() != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (Files.isDirectory(existing) && Files.isWritable(existing)) {
      ok(what, path.toString());
    } else {
      problem(what, existing + " cannot be written to", "name another one: " + option);
    }
  }

  private void otherAgents() {
    List<String> found = new ArrayList<>();
    for (String name : JVM_OPTIONS) {
      String value = environment.getOrDefault(name, "");
      if (value.contains("-javaagent")
          || value.contains("-agentlib")
          || value.contains("-agentpath")) {
        found.add(name + "=" + value);
      }
    }
    if (found.isEmpty()) {
      ok("other agents", "none in " + String.join(", ", JVM_OPTIONS));
    } else {
      note(
          "other agents",
          String.join("; ", found)
              + ": each sees the classes as the agents before it left them; if a finding looks odd, try"
              + " without");
    }
  }

  /** Of the container, if there is one. */
  private void limits() {
    Runtime runtime = Runtime.getRuntime();
    if (runtime.availableProcessors() < 2) {
      problem(
          "processors",
          "1: threads take turns, so few interleavings are seen",
          "give the container more, or the JVM -XX:ActiveProcessorCount=2");
    } else {
      ok("processors", runtime.availableProcessors() + limit("cpu.max", "cpu/cpu.cfs_quota_us"));
    }
    String heap = Text.number(runtime.maxMemory() >> 20) + " MiB for the heap";
    if (runtime.maxMemory() < LITTLE_MEMORY) {
      problem(
          "memory",
          heap + ": shadows of fields and arrays need about as much as the program",
          "give the container more, or the JVM -Xmx");
    } else {
      ok("memory", heap + limit("memory.max", "memory/memory.limit_in_bytes"));
    }
  }

  /** What the control group says, by the names of its versions 2 and 1. */
  private String limit(String file, String olderFile) {
    for (String name : List.of(file, olderFile)) {
      try {
        String limit = Files.readString(cgroup.resolve(name)).strip();
        boolean isNone = limit.startsWith("max") || limit.startsWith("-1") || limit.length() > 18;
        return isNone ? ", no limit" : ", limited by " + name + " = " + limit;
      } catch (IOException e) {
        // not that version, or no control group at all
      }
    }
    return "";
  }
}
