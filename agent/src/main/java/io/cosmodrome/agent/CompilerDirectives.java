package io.cosmodrome.agent;

import io.cosmodrome.agent.instrument.JdkInternals;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Keeps C2 from compiling the instrumenter: it runs for a few seconds at most, C1's code will do,
 * and meanwhile the program waits for C2. In 20 s of H2 with all its classes instrumented C2 worked
 * 18 s, 4 of them for the instrumenter; to start it and do next to nothing took a quarter more of
 * processor time.
 *
 * <p>Directives can be given to a JVM that runs by its diagnostic commands, which are reached here
 * without the management server that they come with, as it takes long to start. Where that is not
 * to be had nothing is lost but time.
 */
final class CompilerDirectives implements Runnable {
  private static final String COMMANDS = "com.sun.management.internal";
  private static final String DIRECTIVES =
      "[{match: [\"io/cosmodrome/shaded/*.*\", \"io/cosmodrome/agent/instrument/*.*\","
          + " \"io/cosmodrome/spec/*.*\", \"io/cosmodrome/agent/runtime/Hooks.mangled\"],"
          + " c2: {Exclude: true}}]";

  private final Instrumentation instrumentation;

  CompilerDirectives(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  @Override
  public void run() {
    try {
      add();
    } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError e) {
      // another JVM, or one without that module: C2 goes on as it likes
    }
  }

  /** Returns what the JVM says to it. */
  String add() throws IOException, ReflectiveOperationException {
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
      Files.writeString(file, DIRECTIVES);
      return String.valueOf(
          execute.invoke(get.invoke(null), "Compiler.directives_add \"" + file + "\""));
    } finally {
      Files.delete(file);
    }
  }
}
