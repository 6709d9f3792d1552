package io.cosmodrome.agent.runtime;

import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/** Tells virtual threads, and what carries them, from others, also in a JDK that has none. */
final class ThreadKinds {
  private static final @Nullable Class<?> VIRTUAL = find("java.lang.BaseVirtualThread");
  private static final @Nullable Class<?> CARRIER = find("jdk.internal.misc.CarrierThread");
  private static final String SCHEDULER = "java.lang.VirtualThread"; // makes the carriers' pool

  private ThreadKinds() {}

  private static @Nullable Class<?> find(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }

  static boolean isVirtual(Thread thread) {
    return VIRTUAL != null && VIRTUAL.isInstance(thread);
  }

  /** What a thread is called in reports: most virtual ones have no name. */
  static String name(Thread thread) {
    String name = thread.getName();
    return name.isEmpty() ? (isVirtual(thread) ? "virtual-" : "thread-") + thread.getId() : name;
  }

  static boolean isCarrier(Thread thread) {
    return thread.getClass() == CARRIER;
  }

  /** Whether a pool's threads are carriers: what it is given goes on with a virtual thread. */
  static boolean isScheduler(@Nullable Object pool) {
    return pool != null
        && pool.getClass() == ForkJoinPool.class
        && ((ForkJoinPool) pool).getFactory().getClass().getName().startsWith(SCHEDULER);
  }
}
