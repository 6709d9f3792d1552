/*
 * E01: a lost update.
 *
 * Two threads increment a counter. Each reads the value and writes one more; both read before either
 * writes, so one increment is lost. B's write comes after A's read and before A's write: no order of
 * two whole increments explains what A saw.
 *
 * Output:
 *   2 increments, but the counter says 1
 *
 * Cosmodrome:
 *   ATOM001 Counter.increment is not atomic  (E01_LostUpdate.java:40)                     [bed7] NEW, 1x
 *     | A  Counter.increment   | B  Counter.increment   |
 *     | r Counter#1.value  :41 |                        |
 *     |   ~ interrupted ~      | w Counter#1.value  :43 |
 *     | w Counter#1.value  :43 |                        |
 *     A before B: B wrote Counter#1.value at :43 after A read it at :41;
 *     but B before A: A wrote Counter#1.value at :43 after B wrote it at :43.
 *     note: these accesses race as far as seen, so the other order is possible; see strict=true
 *     hint: lost update: Counter#1.value was read at E01_LostUpdate.java:41, then changed by
 *     Counter.increment at E01_LostUpdate.java:43, then overwritten at E01_LostUpdate.java:43; make
 *     reading and writing one step: under one lock, or as one atomic update
 *     hint: unlocked access: no lock is held where Counter#1.value is read at E01_LostUpdate.java:41 and
 *     written at E01_LostUpdate.java:43; guard it with one lock everywhere
 *   cosmodrome: VIOLATION: 1 finding
 */
// HINT lost update
// HINT unlocked access
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;

public final class E01_LostUpdate {
  private E01_LostUpdate() {}

  static final class Counter {
    private int value;

    void increment() { // VIOLATION Counter.increment()
      Turn.at("reads");
      int seen = value;
      Turn.at("writes");
      value = seen + 1;
    }

    int value() {
      return value;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("A reads", "B reads", "B writes", "A writes");
    Counter counter = new Counter();
    Thread a = new Thread(counter::increment, "A");
    Thread b = new Thread(counter::increment, "B");
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println("2 increments, but the counter says " + counter.value());
  }
}
