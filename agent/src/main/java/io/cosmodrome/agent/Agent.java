package io.cosmodrome.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Where the JVM starts the agent. Instrumented classes of every class loader must find the hooks,
 * so the agent's jar must be on the boot path before another class of ours is touched. The JVM puts
 * it there, by the manifest, with its archive of preloaded classes kept; else we do, which costs
 * the archive and a warning.
 */
public final class Agent {
  private Agent() {}

  /** Called by the JVM before the program's main. */
  public static void premain(@Nullable String arguments, Instrumentation instrumentation)
      throws IOException, URISyntaxException {
    addToBootPath(instrumentation);
    AgentRun.start(arguments == null ? "" : arguments, instrumentation);
  }

  /** Called by the JVM when somebody asks for something while the program runs. */
  public static void agentmain(@Nullable String arguments, Instrumentation instrumentation)
      throws IOException, URISyntaxException {
    addToBootPath(instrumentation);
    Requests.serve(arguments == null ? "" : arguments);
  }

  private static void addToBootPath(Instrumentation instrumentation)
      throws IOException, URISyntaxException {
    if (Agent.class.getClassLoader() != null) {
      // the jar has another name than its manifest says
      Path jar = Path.of(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar.toFile()));
    }
  }
}
