/*
 * E22: E02 with the lock held across the check and the act. Clean.
 *
 * The set's methods take the lock again, which the thread already has: that changes nothing.
 *
 * Output:
 *   100 seats, booked 100 times
 *
 * Cosmodrome:
 *   cosmodrome: OK: no violation observed
 */
package io.cosmodrome.examples;

import java.util.HashSet;
import java.util.Set;

public final class E22_CheckThenActFixed {
  private E22_CheckThenActFixed() {}

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

    boolean book(String seat) {
      synchronized (taken) {
        if (taken.contains(seat)) {
          return false;
        }
        taken.add(seat);
        return true;
      }
    }
  }

  private static int bookMany(Hall hall) {
    int booked = 0;
    for (int row = 0; row < 100; row++) {
      booked += hall.book(row + "F") ? 1 : 0;
    }
    return booked;
  }

  public static void main(String[] args) throws InterruptedException {
    Hall hall = new Hall();
    int[] booked = new int[2];
    Thread a = new Thread(() -> booked[0] = bookMany(hall), "A");
    Thread b = new Thread(() -> booked[1] = bookMany(hall), "B");
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println("100 seats, booked " + (booked[0] + booked[1]) + " times");
  }
}
