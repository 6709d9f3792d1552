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
 *   ATOM001 E20_ArraySwap$Row.swap is not atomic  (E20_ArraySwap.java:30)                      [77f1] 1x
 *     | A  E20_ArraySwap$Row.swap                     | B  E20_ArraySwap$Row.swap                     |
 *     | r String[]#1[1]                           :32 |                                               |
 *     |                                               | w String[]#1[1]                           :34 |
 *     | w String[]#1[1]                           :35 |                                               |
 *   cosmodrome: VIOLATION: 1 finding
 */
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
