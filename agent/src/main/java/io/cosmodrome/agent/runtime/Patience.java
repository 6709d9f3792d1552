package io.cosmodrome.agent.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import org.jspecify.annotations.Nullable;

/**
 * Lets a thread that finds a lock of the JDK taken look again for a moment before it is put to
 * sleep.
 *
 * <p>With hooks in them critical sections take several times as long, so threads meet at locks
 * where they would hardly ever have met without us, and to be put to sleep and woken takes longer
 * than most of these sections. The JVM does the same for monitors. Nothing is taken here: who gets
 * the lock, and when, is left to the lock. Fair ones are left alone, since they have a queue to be
 * in, and so is whatever else has a state that only it knows the meaning of.
 */
public final class Patience {
  /** A package of the JDK's that has to be opened to us. */
  public static final String PACKAGE = "java.util.concurrent.locks";

  private static final int LOOKS = Runtime.getRuntime().availableProcessors() > 1 ? 500 : 0;
  private static final @Nullable VarHandle STATE = state();
  private static final @Nullable Class<?> LOCK = find("ReentrantLock$NonfairSync");
  private static final @Nullable Class<?> READ_WRITE_LOCK =
      find("ReentrantReadWriteLock$NonfairSync");

  // the bits of a state that say that others have to wait
  private static final int TAKEN = -1;
  private static final int WRITTEN = 0xffff; // how many read is in the others
  private static final int UNKNOWN = 0;

  private Patience() {}

  private static @Nullable VarHandle state() {
    try {
      return MethodHandles.privateLookupIn(AbstractQueuedSynchronizer.class, MethodHandles.lookup())
          .findVarHandle(AbstractQueuedSynchronizer.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      return null; // not opened to us, or another JDK
    }
  }

  private static @Nullable Class<?> find(String name) {
    try {
      return Class.forName(PACKAGE + "." + name);
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }

  private static int bits(Class<?> type) {
    return type == LOCK ? TAKEN : type == READ_WRITE_LOCK ? WRITTEN : UNKNOWN;
  }

  /** Returns soon, or earlier if nobody else has the lock; false if it was taken all the time. */
  static boolean await(AbstractQueuedSynchronizer lock) {
    VarHandle state = STATE;
    int bits = bits(lock.getClass());
    for (int looks = LOOKS; looks > 0 && state != null; looks--) {
      if (((int) state.getVolatile(lock) & bits) == 0) {
        return true;
      }
      Thread.onSpinWait();
    }
    return false;
  }
}
