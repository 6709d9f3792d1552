/*
 * E20: swapping elements of an array.
 *
 * A swaps the first two elements while B swaps the last two. They share the middle one: B's swap
 * falls between A's read and A's write of it, and an element is lost. B's swap ran in one piece.
 *
 * Output:
 *   [y, x, y]
 *
 * Cosmodrome:
 *   ATOM001 Row.swap is not atomic  (E20_ArraySwap.java:41)                               [e0e3] NEW, 1x
 *     | A  Row.swap          | B  Row.swap          |
 *     | r String[]#1[1]  :43 |                      |
 *     |   ~ interrupted ~    | w String[]#1[1]  :45 |
 *     |                      | w String[]#1[1]  :45 |
 *     | w String[]#1[1]  :46 |                      |
 *     A before B: B wrote String[]#1[1] at :45 after A read it at :43;
 *     but B before A: A wrote String[]#1[1] at :46 after B wrote it at :45.
 *     note: these accesses race as far as seen, so the other order is possible; see strict=true
 *     hint: lost update: String[]#1[1] was read at E20_ArraySwap.java:43, then changed by Row.swap at
 *     E20_ArraySwap.java:45, then overwritten at E20_ArraySwap.java:46; make reading and writing one
 *     step: under one lock, or as one atomic update
 *     hint: unlocked access: no lock is held where String[]#1[1] is read at E20_ArraySwap.java:43 and
 *     written at E20_ArraySwap.java:45; guard it with one lock everywhere
 *   cosmodrome: VIOLATION: 1 finding
 */
// HINT lost update
// HINT unlocked access
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;
import java.util.Arrays;

public final class E20_ArraySwap {
  private E20_ArraySwap() {}

  static final class Row {
    private final String[] places = {"x", "y", "z"};

    void swap(int i, int j) { // VIOLATION Row.swap(int,int)
      Turn.at("reads");
      String left = places[i];
      String right = places[j];
      Turn.at("writes");
      places[i] = right;
      places[j] = left;
    }

    @Override
    public String toString() {
      return Arrays.toString(places);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("A reads", "B reads", "B writes", "A writes");
    Row row = new Row();
    Thread a = new Thread(() -> row.swap(0, 1), "A");
    Thread b = new Thread(() -> row.swap(1, 2), "B");
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(row);
  }
}
