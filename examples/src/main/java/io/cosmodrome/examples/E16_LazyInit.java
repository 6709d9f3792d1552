/*
 * E16: two singletons.
 *
 * Lazy initialization without a lock: both threads find no instance and make one. The field is
 * volatile, so that there is no data race; the method is not atomic all the same.
 *
 * Output:
 *   both got the same instance: false
 *
 * Cosmodrome:
 *   ATOM001 Registry.instance is not atomic  (E16_LazyInit.java:36)                       [b15c] NEW, 1x
 *     | A  Registry.instance      | B  Registry.instance      |
 *     | vr Registry.instance  :37 |                           |
 *     |   ~ interrupted ~         | vw Registry.instance  :41 |
 *     | vw Registry.instance  :41 |                           |
 *     A before B: B wrote Registry.instance at :41 after A read it at :37;
 *     but B before A: A wrote Registry.instance at :41 after B wrote it at :41.
 *     hint: lost update: Registry.instance was read at E16_LazyInit.java:37, then changed by
 *     Registry.instance at E16_LazyInit.java:41, then overwritten at E16_LazyInit.java:41; make reading
 *     and writing one step: under one lock, or as one atomic update
 *   cosmodrome: VIOLATION: 1 finding
 */
// HINT lost update
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;
import org.jspecify.annotations.Nullable;

public final class E16_LazyInit {
  private E16_LazyInit() {}

  static final class Registry {
    private static volatile @Nullable Registry instance;

    static Registry instance() { // VIOLATION Registry.instance()
      Turn.at("looks");
      Registry found = instance;
      if (found == null) {
        Turn.at("makes one");
        found = new Registry();
        instance = found;
      }
      return found;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("A looks", "B looks", "B makes one", "A makes one");
    Registry[] got = new Registry[2];
    Thread a = new Thread(() -> got[0] = Registry.instance(), "A");
    Thread b = new Thread(() -> got[1] = Registry.instance(), "B");
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println("both got the same instance: " + (got[0] == got[1]));
  }
}
