/*
 * E13: virtual threads.
 *
 * E01 with two virtual threads, after a thousand others have used a synchronized counter without
 * harm. Virtual threads are threads like all others, however many there are and wherever they run.
 *
 * Output:
 *   1000 increments, the safe counter says 1000
 *   2 increments, the unsafe counter says 1
 *
 * Cosmodrome:
 *   ATOM001 Counter.increment is not atomic  (E13_VirtualThreads.java:44)                 [7e7c] NEW, 1x
 *     | A  Counter.increment   | B  Counter.increment   |
 *     | r Counter#1.value  :45 |                        |
 *     |   ~ interrupted ~      | w Counter#1.value  :47 |
 *     | w Counter#1.value  :47 |                        |
 *     A before B: B wrote Counter#1.value at :47 after A read it at :45;
 *     but B before A: A wrote Counter#1.value at :47 after B wrote it at :47.
 *     note: these accesses race as far as seen, so the other order is possible; see strict=true
 *     hint: lost update: Counter#1.value was read at E13_VirtualThreads.java:45, then changed by
 *     Counter.increment at E13_VirtualThreads.java:47, then overwritten at E13_VirtualThreads.java:47;
 *     make reading and writing one step: under one lock, or as one atomic update
 *     hint: unlocked access: no lock is held where Counter#1.value is read at E13_VirtualThreads.java:45
 *     and written at E13_VirtualThreads.java:47; guard it with one lock everywhere
 *   cosmodrome: VIOLATION: 1 finding
 */
// HINT lost update
// HINT unlocked access
// NEEDS 21
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

public final class E13_VirtualThreads {
  private E13_VirtualThreads() {}

  static final class Counter {
    private int value;

    void increment() { // VIOLATION Counter.increment()
      Turn.at("reads");
      int seen = value;
      Turn.at("writes");
      value = seen + 1;
    }

    synchronized void incrementSafely() {
      value++;
    }

    int value() {
      return value;
    }
  }

  /** {@code Thread.ofVirtual().name(name).unstarted(task)}, compiled for older releases. */
  private static Thread virtual(String name, Runnable task) {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      Class<?> type = Class.forName("java.lang.Thread$Builder");
      type.getMethod("name", String.class).invoke(builder, name);
      Method unstarted = type.getMethod("unstarted", Runnable.class);
      return (Thread) unstarted.invoke(builder, task);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("needs Java 21 or newer", e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Counter safe = new Counter();
    List<Thread> many = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      many.add(virtual("virtual-" + i, safe::incrementSafely));
    }
    for (Thread thread : many) {
      thread.start();
    }
    for (Thread thread : many) {
      thread.join();
    }
    System.out.println("1000 increments, the safe counter says " + safe.value());

    Turn.order("A reads", "B reads", "B writes", "A writes");
    Counter unsafe = new Counter();
    Thread a = virtual("A", unsafe::increment);
    Thread b = virtual("B", unsafe::increment);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println("2 increments, the unsafe counter says " + unsafe.value());
  }
}
