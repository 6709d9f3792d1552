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
 *   ATOM001 Registry.instance is not atomic  (E16_LazyInit.java:32)                       [b15c] NEW, 1x
 *     | A  Registry.instance     | B  Registry.instance     |
 *     | r Registry.instance  :33 |                          |
 *     |   ~ interrupted ~        | w Registry.instance  :37 |
 *     | w Registry.instance  :37 |                          |
 *     A before B: B wrote Registry.instance at :37 after A read it at :33;
 *     but B before A: A wrote Registry.instance at :37 after B wrote it at :37.
 *   cosmodrome: VIOLATION: 1 finding
 */
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
