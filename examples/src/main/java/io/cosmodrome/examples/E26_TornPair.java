/*
 * E26: two fields that belong together.
 *
 * moveTo writes x and then y, without a lock. show reads both in between: a point where nothing ever was.
 *
 * Output:
 *   7/0
 *
 * Cosmodrome:
 *   ATOM001 Point.moveTo is not atomic  (E26_TornPair.java:40)                            [f68d] NEW, 1x
 *     | A  Point.moveTo   | B  Point.show     |
 *     | w Point#1.x   :41 |                   |
 *     |   ~ interrupted ~ | r Point#1.x   :48 |
 *     |                   | r Point#1.y   :48 |
 *     | w Point#1.y   :43 |                   |
 *     moveTo before show: show read Point#1.x at :48 after moveTo wrote it at :41;
 *     but show before moveTo: moveTo wrote Point#1.y at :43 after show read it at :48.
 *     note: these accesses race as far as seen, so the other order is possible; see strict=true
 *     hint: torn pair: Point#1.x at E26_TornPair.java:41 and Point#1.y at E26_TornPair.java:43 are
 *     written one after the other, and Point.show read both in between; if they belong together, guard
 *     both with one lock
 *     hint: unlocked access: no lock is held where Point#1.x is written at E26_TornPair.java:41 and read
 *     at E26_TornPair.java:48; guard it with one lock everywhere
 *   cosmodrome: VIOLATION: 1 finding
 */
// HINT torn pair
// HINT unlocked access
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;

public final class E26_TornPair {
  private E26_TornPair() {}

  static final class Point {
    private int x;
    private int y;

    void moveTo(int newX, int newY) { // VIOLATION Point.moveTo(int,int)
      Turn.at("moves x");
      x = newX;
      Turn.at("moves y");
      y = newY;
    }

    String show() {
      Turn.at("looks");
      return x + "/" + y;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("A moves x", "B looks", "A moves y");
    Point point = new Point();
    Thread a = new Thread(() -> point.moveTo(7, 7), "A");
    Thread b = new Thread(() -> System.out.println(point.show()), "B");
    a.start();
    b.start();
    a.join();
    b.join();
  }
}
