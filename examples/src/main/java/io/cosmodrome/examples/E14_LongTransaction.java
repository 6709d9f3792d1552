/*
 * E14: a long block among many short ones.
 *
 * The yearly report reads a first figure, and reads it again when 20,000 bookings have been made. The
 * bookings are atomic, each of them, also among themselves. The report is not, and one booking is
 * enough to prove it: the witness does not grow with the time that the block was open.
 *
 * Output:
 *   at first 0, at last 20000
 *
 * Cosmodrome:
 *   ATOM001 E14_LongTransaction$Ledger.report is not atomic  (E14_LongTransaction.java:41)     [78f4] 1x
 *     | reporter  E14_LongTransaction | clerk-1  E14_LongTransaction$ | clerk-2  E14_LongTransaction$ |
 *     | rel E14_LongTransaction$L :37 |                               |                               |
 *     |                               | acq E14_LongTransaction$L :33 |                               |
 *     |                               | rel E14_LongTransaction$L :33 |                               |
 *     |                               |                               | acq E14_LongTransaction$L :33 |
 *     |                               |                               | rel E14_LongTransaction$L :33 |
 *     | acq E14_LongTransaction$L :37 |                               |                               |
 *   cosmodrome: VIOLATION: 1 finding
 */
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;

public final class E14_LongTransaction {
  private E14_LongTransaction() {}

  static final class Ledger {
    private int total;

    synchronized void book(int amount) {
      total += amount;
    }

    synchronized int total() {
      return total;
    }

    String report() { // VIOLATION Ledger.report()
      Turn.at("begins");
      int first = total();
      Turn.at("ends");
      return "at first " + first + ", at last " + total();
    }
  }

  private static void bookMany(Ledger ledger) {
    Turn.at("books");
    for (int i = 0; i < 10_000; i++) {
      ledger.book(1);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("reporter begins", "clerk-1 books", "clerk-2 books", "reporter ends");
    Ledger ledger = new Ledger();
    String[] report = new String[1];
    Thread reporter = new Thread(() -> report[0] = ledger.report(), "reporter");
    Thread clerk1 = new Thread(() -> bookMany(ledger), "clerk-1");
    Thread clerk2 = new Thread(() -> bookMany(ledger), "clerk-2");
    reporter.start();
    clerk1.start();
    clerk2.start();
    reporter.join();
    clerk1.join();
    clerk2.join();
    System.out.println(report[0]);
  }
}
