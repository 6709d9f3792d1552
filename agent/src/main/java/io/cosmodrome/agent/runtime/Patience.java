package io.cosmodrome.agent.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import org.jspecify.annotations.Nullable;

/**
 * Lets a thread that is next to get a lock of the JDK wait for it a moment before it sleeps.
 *
 * <p>With hooks in them critical sections take several times as long, so threads meet at locks
 * where they would hardly ever have met without us, and to be put to sleep and woken takes longer
 * than most of these sections. The JVM does the same for monitors. The thread has its place in the
 * lock's queue then, and nothing is taken here: who gets the lock, and when, is left to the lock.
 */
public final class Patience {
  /** A package of the JDK's that has to be opened to us. */
  public static final String PACKAGE = "java.util.concurrent.locks";

  private static final int LOOKS = Runtime.getRuntime().availableProcessors() > 1 ? 500 : 0;
  private static final int WAITING = 1; // status of a thread that others have to wake
  private static final @Nullable VarHandle STATUS = status();

  private Patience() {}

  private static @Nullable VarHandle status() {
    try {
      Class<?> node = Class.forName(AbstractQueuedSynchronizer.class.getName() + "$Node");
      return MethodHandles.privateLookupIn(node, MethodHandles.lookup())
          .findVarHandle(node, "status", int.class);
    } catch (ReflectiveOperationException e) {
      return null; // not opened to us, or another JDK
    }
  }

  /** Returns soon, or earlier if the thread is not to sleep any more: then true. */
  static boolean await(AbstractQueuedSynchronizer lock, Object node) {
    VarHandle status = STATUS;
    if (status == null || lock.getFirstQueuedThread() != Thread.currentThread()) {
      return false;
    }
    for (int looks = LOOKS; looks > 0; looks--) {
      if ((int) status.getVolatile(node) != WAITING) {
        return true;
      }
      Thread.onSpinWait();
    }
    return false;
  }
}
