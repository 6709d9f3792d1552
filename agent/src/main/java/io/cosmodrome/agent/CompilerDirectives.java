package io.cosmodrome.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * Keeps C2 from compiling the instrumenter: it runs for a few seconds at most, C1's code will do,
 * and meanwhile the program waits for C2. In 20 s of H2 with all its classes instrumented C2 worked
 * 18 s, 4 of them for the instrumenter.
 *
 * <p>Directives can be given to a JVM that runs by its diagnostic commands, which are reached here
 * without the management server that they come with, as it takes long to start. Where that is not
 * to be had nothing is lost but time.
 */
final class CompilerDirectives implements Runnable {
  /** So many classes make it worth while. */
  static final int CLASSES = 100;

  private static final String COMMANDS = "com.sun.management.internal";
  private static final String DIRECTIVES =
      "[{match: [\"io/cosmodrome/shaded/*.*\", \"io/cosmodrome/agent/instrument/*.*\"],"
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
    Module own = CompilerDirectives.class.getModule();
    instrumentation.redefineModule(
        management, Set.of(), Map.of(), Map.of(COMMANDS, Set.of(own)), Set.of(), Map.of());
    Class.forName(COMMANDS + ".PlatformMBeanProviderImpl", true, null); // loads the native library
    Class<?> type = Class.forName(COMMANDS + ".DiagnosticCommandImpl", true, null);
    Method get = type.getDeclaredMethod("getDiagnosticCommandMBean");
    Method execute = type.getDeclaredMethod("executeDiagnosticCommand", String.class);
    get.setAccessible(true);
    execute.setAccessible(true);
    Path file = Files.createTempFile("cosmodrome", ".json");
    try {
      Files.writeString(file, DIRECTIVES);
      return String.valueOf(
          execute.invoke(get.invoke(null), "Compiler.directives_add \"" + file + "\""));
    } finally {
      Files.delete(file);
    }
  }
}
