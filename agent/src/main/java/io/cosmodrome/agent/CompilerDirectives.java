package io.cosmodrome.agent;

import io.cosmodrome.agent.instrument.Inlining;
import io.cosmodrome.agent.instrument.JdkInternals;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Keeps C2 from compiling the instrumenter: it runs for a few seconds at most, C1's code will do,
 * and meanwhile the program waits for C2. In 20 s of H2 with all its classes instrumented C2 worked
 * 18 s, 4 of them for the instrumenter; to start it and do next to nothing took a quarter more of
 * processor time. And keeps it from inlining hooks that are not short once the program is large,
 * see {@link Inlining}.
 *
 * <p>Directives can be given to a JVM that runs by its diagnostic commands, which are reached here
 * without the management server that they come with, as it takes long to start. Where that is not
 * to be had nothing is lost but time. Directives of the user's count for more than ours: if there
 * are any, those that speak of all methods are not given.
 */
final class CompilerDirectives implements Runnable {
  private static final String COMMANDS = "com.sun.management.internal";
  private static final String INSTRUMENTER =
      "{match: [\"io/cosmodrome/shaded/*.*\", \"io/cosmodrome/agent/instrument/*.*\","
          + " \"io/cosmodrome/spec/*.*\", \"io/cosmodrome/report/*.*\","
          + " \"io/cosmodrome/agent/runtime/Findings.*\","
          + " \"io/cosmodrome/agent/runtime/Hooks.mangled\"],"
          + " c2: {Exclude: true}}";

  /** Hooks that C2 would inline, and what they call. */
  private static final List<String> NOT_SHORT =
      List.of(
          "*.$cosmodrome$getSlow*",
          "*.$cosmodrome$putSlow*",
          "*.$cosmodrome$putFast*",
          "*.$cosmodrome$fresh",
          "io/cosmodrome/agent/runtime/AccessingThread.isGarbage",
          "io/cosmodrome/agent/runtime/AccessingThread.readAgain",
          "io/cosmodrome/agent/runtime/AccessingThread.readFirst",
          "io/cosmodrome/agent/runtime/AccessingThread.takesOver",
          "io/cosmodrome/agent/runtime/HeldLocks.*",
          "io/cosmodrome/agent/runtime/MonitoredThread.acquire",
          "io/cosmodrome/agent/runtime/MonitoredThread.release",
          "io/cosmodrome/agent/runtime/OrderedThread.enter",
          "io/cosmodrome/agent/runtime/Pins.*",
          "io/cosmodrome/agent/runtime/ReadCells.*",
          "io/cosmodrome/agent/runtime/Recent.viewOf",
          "io/cosmodrome/agent/runtime/Stripes.*");

  private final Instrumentation instrumentation;
  private final Inlining inlining;

  CompilerDirectives(Instrumentation instrumentation, Inlining inlining) {
    this.instrumentation = instrumentation;
    this.inlining = inlining;
  }

  @Override
  public void run() {
    try {
      add(INSTRUMENTER);
      if (!JdkInternals.hasArgument(
          instrumentation, "-XX:CompileCommand", "-XX:CompilerDirectives")) {
        inlining.awaitLimit();
        add(INSTRUMENTER + ", " + notInlined()); // the latest directive that matches counts
      }
    } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError e) {
      // another JVM, or one without that module: C2 goes on as it likes
    } catch (InterruptedException e) {
      // somebody wants all threads to end
    }
  }

  private static String notInlined() {
    return "{match: \"*.*\", c2: {inline: [\"-" + String.join("\", \"-", NOT_SHORT) + "\"]}}";
  }

  /** Returns what the JVM says to it. */
  String add(String directives) throws IOException, ReflectiveOperationException {
    Module management = ModuleLayer.boot().findModule("jdk.management").orElseThrow();
    JdkInternals.open(instrumentation, management, COMMANDS);
    Class.forName(COMMANDS + ".PlatformMBeanProviderImpl", true, null); // loads the native library
    Class<?> type = Class.forName(COMMANDS + ".DiagnosticCommandImpl", true, null);
    Method get = type.getDeclaredMethod("getDiagnosticCommandMBean");
    Method execute = type.getDeclaredMethod("executeDiagnosticCommand", String.class);
    get.setAccessible(true);
    execute.setAccessible(true);
    // not a temporary file of the JDK's: their random names take longer than all the rest
    String name = "cosmodrome-" + System.nanoTime() + ".json";
    Path file = Files.createFile(Path.of(System.getProperty("java.io.tmpdir"), name));
    try {
      Files.writeString(file, "[" + directives + "]");
      return String.valueOf(
          execute.invoke(get.invoke(null), "Compiler.directives_add \"" + file + "\""));
    } finally {
      Files.delete(file);
    }
  }
}
