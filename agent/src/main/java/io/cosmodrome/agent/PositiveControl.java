package io.cosmodrome.agent;

import io.cosmodrome.agent.instrument.ClassFilter;
import io.cosmodrome.agent.runtime.InlineRuntime;
import io.cosmodrome.agent.runtime.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Shows that the agent works in this JVM: lets one thread come in between the read and the write of
 * another, and looks whether that was noticed. Nothing of it is left in the report.
 */
final class PositiveControl {
  private static final String COUNTER = ClassFilter.CONTROL.replace('/', '.');

  private final InlineRuntime runtime;

  PositiveControl(InlineRuntime runtime) {
    this.runtime = runtime;
  }

  /** Nothing if the violation was noticed, else what went wrong. */
  String check() throws InterruptedException {
    if (runtime.recorder() != null) {
      return "the agent records this run, so nothing is checked";
    }
    Scope scope = runtime.open(Optional.empty());
    try {
      violate(counter());
    } catch (ReflectiveOperationException | IOException | LinkageError e) {
      runtime.forget(scope);
      return "the positive control could not be run: " + e;
    }
    return runtime.forget(scope)
        ? ""
        : "the agent has not noticed a violation made for it; another agent may undo its work";
  }

  @SuppressWarnings("unchecked") // it is a ControlCounter, of another loader
  private static Consumer<Runnable> counter() throws ReflectiveOperationException, IOException {
    Constructor<?> constructor = new CounterLoader().loadClass(COUNTER).getDeclaredConstructor();
    constructor.setAccessible(true);
    return (Consumer<Runnable>) constructor.newInstance();
  }

  private void violate(Consumer<Runnable> counter) throws InterruptedException {
    Runnable nothing = () -> {};
    Thread other = new Thread(() -> run(counter, nothing), "cosmodrome-control-2");
    Thread one =
        new Thread(
            () ->
                run(
                    counter,
                    () -> {
                      other.start();
                      joinUninterrupted(other);
                    }),
            "cosmodrome-control-1");
    one.start();
    one.join();
  }

  private void run(Consumer<Runnable> counter, Runnable between) {
    counter.accept(between);
    runtime.forgetThread();
  }

  private static void joinUninterrupted(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Defines the class anew, outside of the boot path. */
  private static final class CounterLoader extends ClassLoader {
    CounterLoader() throws IOException {
      super(null);
      try (InputStream in = ClassLoader.getSystemResourceAsStream(ClassFilter.CONTROL + ".class")) {
        if (in == null) {
          throw new IOException("the class " + COUNTER + " is missing");
        }
        byte[] bytes = in.readAllBytes();
        defineClass(COUNTER, bytes, 0, bytes.length);
      }
    }
  }
}
