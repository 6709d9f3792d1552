package io.cosmodrome.agent.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Keeps virtual threads on their carriers while they are in a monitor of ours.
 *
 * <p>Since JDK 24 a virtual thread that waits for a monitor leaves its carrier to others, unless it
 * cannot: it initializes a class, say, or schedules another virtual thread. In the middle of the
 * program's own critical section that may be the end of it: if all carriers are held by threads
 * that wait for the program's lock and cannot leave, the one that has the lock, and got our monitor
 * meanwhile, is never carried again. Without us it would not have waited there. Nor could platform
 * threads pass one that is next to have the monitor but has no carrier, and the recorder is one.
 * What we do under a monitor is short, so virtual threads wait for it like others.
 *
 * <p>No source calls this but where hooks are written as bytecode: the build adds the calls to all
 * classes of the runtime that have monitors.
 */
public final class Pins {
  /** Of the JDK; in earlier ones, whoever waits for a monitor stays anyway. */
  public static final int FIRST_VERSION = 24;

  /** A package of the JDK's that has to be opened to us. */
  public static final String PACKAGE = "jdk.internal.vm";

  private static final @Nullable MethodHandle PIN = find("pin");
  private static final @Nullable MethodHandle UNPIN = find("unpin");

  private Pins() {}

  private static @Nullable MethodHandle find(String method) {
    try {
      return MethodHandles.lookup()
          .findStatic(
              Class.forName(PACKAGE + ".Continuation"), method, MethodType.methodType(void.class));
    } catch (ReflectiveOperationException | LinkageError e) {
      return null; // a JDK that has no virtual threads, or where they stay anyway
    }
  }

  /** The current thread stays where it is, if it is a virtual one. */
  public static void pin() {
    call(PIN);
  }

  /** It need not any more. */
  public static void unpin() {
    call(UNPIN);
  }

  private static void call(@Nullable MethodHandle method) {
    if (method != null && ThreadKinds.isVirtual(Thread.currentThread())) {
      try {
        method.invokeExact();
      } catch (Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e); // neither throws
      }
    }
  }
}
