/*
 * E02: check, then act.
 *
 * Every method of the set is synchronized, so there is no data race anywhere. Still both threads get
 * the same seat: the lock is given up between the check and the act. The set's own methods are
 * atomic and not blamed; the method that needs two of them is.
 *
 * Output:
 *   A got the seat: true
 *   B got the seat: true
 *
 * Cosmodrome:
 *   ATOM001 Hall.book is not atomic  (E02_CheckThenAct.java:52)                           [88ab] NEW, 1x
 *     | A  Hall.book                | B  SynchronizedSet.contains |
 *     | rel SynchronizedSet#1   :40 |                             |
 *     |   ~ interrupted ~           | acq SynchronizedSet#1   :40 |
 *     |                             | rel SynchronizedSet#1   :44 |
 *     | acq SynchronizedSet#1   :44 |                             |
 *     book before contains: contains locked SynchronizedSet#1 at :40 after book unlocked it at :40;
 *     but contains before book: book locked SynchronizedSet#1 at :44 after contains unlocked it at :44.
 *     hint: lock released between: the lock SynchronizedSet#1 is held at E02_CheckThenAct.java:40 and
 *     again at E02_CheckThenAct.java:44, but given back between; if both belong together, hold it across
 *     both
 *   cosmodrome: VIOLATION: 1 finding
 */
// HINT lock released between
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;
import java.util.HashSet;
import java.util.Set;

public final class E02_CheckThenAct {
  private E02_CheckThenAct() {}

  static final class SynchronizedSet {
    private final Set<String> elements = new HashSet<>();

    synchronized boolean contains(String element) {
      return elements.contains(element);
    }

    synchronized void add(String element) {
      elements.add(element);
    }
  }

  static final class Hall {
    private final SynchronizedSet taken = new SynchronizedSet();

    boolean book(String seat) { // VIOLATION Hall.book(String)
      Turn.at("checks");
      if (taken.contains(seat)) {
        return false;
      }
      Turn.at("acts");
      taken.add(seat);
      return true;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("A checks", "B checks", "B acts", "A acts");
    Hall hall = new Hall();
    boolean[] booked = new boolean[2];
    Thread a = new Thread(() -> booked[0] = hall.book("7F"), "A");
    Thread b = new Thread(() -> booked[1] = hall.book("7F"), "B");
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println("A got the seat: " + booked[0]);
    System.out.println("B got the seat: " + booked[1]);
  }
}
