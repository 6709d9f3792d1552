/*
 * E25: a value that changes while it is looked at.
 *
 * describe reads the limit to decide, and reads it again to tell it. Another thread changes it in between,
 * so the text contradicts itself. Reading it once would do.
 *
 * Output:
 *   limited to 0
 *
 * Cosmodrome:
 *   ATOM001 Throttle.describe is not atomic  (E25_StaleRead.java:40)                      [0c5b] NEW, 1x
 *     | A  Throttle.describe    | B  Throttle.setLimit    |
 *     | r Throttle#1.limit  :41 |                         |
 *     |   ~ interrupted ~       | w Throttle#1.limit  :48 |
 *     | r Throttle#1.limit  :43 |                         |
 *     describe before setLimit: setLimit wrote Throttle#1.limit at :48 after describe read it at :41;
 *     but setLimit before describe: describe read Throttle#1.limit at :43 after setLimit wrote it at
 *     :48.
 *     note: these accesses race as far as seen, so the other order is possible; see strict=true
 *     hint: stale read: Throttle#1.limit was read at E25_StaleRead.java:41, then changed by
 *     Throttle.setLimit at E25_StaleRead.java:48, then read again at E25_StaleRead.java:43; read it once
 *     and keep the value, or hold one lock across both reads
 *     hint: unlocked access: no lock is held where Throttle#1.limit is read at E25_StaleRead.java:41 and
 *     written at E25_StaleRead.java:48; guard it with one lock everywhere
 *   cosmodrome: VIOLATION: 1 finding
 */
// HINT stale read
// HINT unlocked access
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;

public final class E25_StaleRead {
  private E25_StaleRead() {}

  static final class Throttle {
    private int limit = 10;

    String describe() { // VIOLATION Throttle.describe()
      Turn.at("decides");
      boolean isLimited = limit > 0;
      Turn.at("tells");
      return isLimited ? "limited to " + limit : "unlimited";
    }

    void setLimit(int newLimit) {
      Turn.at("changes");
      limit = newLimit;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("A decides", "B changes", "A tells");
    Throttle throttle = new Throttle();
    Thread a = new Thread(() -> System.out.println(throttle.describe()), "A");
    Thread b = new Thread(() -> throttle.setLimit(0), "B");
    a.start();
    b.start();
    a.join();
    b.join();
  }
}
