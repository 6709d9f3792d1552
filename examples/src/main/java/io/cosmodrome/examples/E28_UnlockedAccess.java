/*
 * E28: a lock that one method forgets.
 *
 * add holds the lock while it reads and writes the total. reset does not take it, so it comes in between
 * and has no effect.
 *
 * Output:
 *   after a reset and one more: 6
 *
 * Cosmodrome:
 *   ATOM001 Meter.add is not atomic  (E28_UnlockedAccess.java:39)                         [375f] NEW, 1x
 *     | A  Meter.add         | B  Meter.reset       |
 *     | r Meter#1.total  :40 |                      |
 *     |   ~ interrupted ~    | w Meter#1.total  :47 |
 *     | w Meter#1.total  :42 |                      |
 *     add before reset: reset wrote Meter#1.total at :47 after add read it at :40;
 *     but reset before add: add wrote Meter#1.total at :42 after reset wrote it at :47.
 *     note: these accesses race as far as seen, so the other order is possible; see strict=true
 *     hint: lost update: Meter#1.total was read at E28_UnlockedAccess.java:40, then changed by
 *     Meter.reset at E28_UnlockedAccess.java:47, then overwritten at E28_UnlockedAccess.java:42; make
 *     reading and writing one step: under one lock, or as one atomic update
 *     hint: unlocked access: Meter#1.total is written without a lock at E28_UnlockedAccess.java:47, but
 *     read under Meter#1 at E28_UnlockedAccess.java:40; guard it with one lock everywhere
 *   cosmodrome: VIOLATION: 1 finding
 */
// HINT lost update
// HINT unlocked access
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;

public final class E28_UnlockedAccess {
  private E28_UnlockedAccess() {}

  static final class Meter {
    private int total = 5;

    synchronized void add(int amount) { // VIOLATION Meter.add(int)
      Turn.at("reads");
      int seen = total;
      Turn.at("writes");
      total = seen + amount;
    }

    void reset() {
      Turn.at("resets");
      total = 0;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("A reads", "B resets", "A writes");
    Meter meter = new Meter();
    Thread a = new Thread(() -> meter.add(1), "A");
    Thread b = new Thread(meter::reset, "B");
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println("after a reset and one more: " + meter.total);
  }
}
