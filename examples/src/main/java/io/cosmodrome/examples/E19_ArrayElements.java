/*
 * E19: neighbours in an array. Clean.
 *
 * Two threads change elements of the same array at the same time, each its own. Elements are
 * variables like fields; the array as such is none. (With arrays=object it is, and both methods
 * would be blamed.)
 *
 * Output:
 *   [1, 1]
 *
 * Cosmodrome:
 *   cosmodrome: OK: no violation observed
 */
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;
import java.util.Arrays;

public final class E19_ArrayElements {
  private E19_ArrayElements() {}

  static final class Votes {
    private final int[] votes = new int[2];

    void vote(int party) {
      Turn.at("reads");
      int seen = votes[party];
      Turn.at("writes");
      votes[party] = seen + 1;
    }

    @Override
    public String toString() {
      return Arrays.toString(votes);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("A reads", "B reads", "B writes", "A writes");
    Votes votes = new Votes();
    Thread a = new Thread(() -> votes.vote(0), "A");
    Thread b = new Thread(() -> votes.vote(1), "B");
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(votes);
  }
}
