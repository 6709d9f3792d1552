package io.cosmodrome.agent;

import io.cosmodrome.agent.instrument.JdkInternals;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;

/**
 * Runs something when the program is over and its shutdown hooks are, too: so that what they do is
 * checked as well, and so that nobody is cut short if the exit code is changed. The JDK keeps a
 * place for such hooks of its own. Where it does not let us have one, ours runs beside the
 * program's hooks.
 */
final class LastHook {
  private static final int PLACE =
      9; // the JDK runs ten in their order; the program's are the second

  private LastHook() {}

  static void add(Instrumentation instrumentation, Runnable hook) {
    // a thread of its own, since whoever calls System.exit may have no stack left
    Runnable inThread = () -> runInThread(hook);
    try {
      JdkInternals.open(instrumentation, Object.class.getModule(), "java.lang");
      Method add =
          Class.forName("java.lang.Shutdown")
              .getDeclaredMethod("add", int.class, boolean.class, Runnable.class);
      add.setAccessible(true);
      add.invoke(null, PLACE, false, inThread);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      Runtime.getRuntime().addShutdownHook(new Thread(hook, "cosmodrome-report"));
    }
  }

  private static void runInThread(Runnable hook) {
    Thread thread = new Thread(hook, "cosmodrome-report");
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
