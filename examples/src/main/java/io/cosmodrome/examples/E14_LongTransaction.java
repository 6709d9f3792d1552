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
 *   ATOM001 Ledger.report is not atomic  (E14_LongTransaction.java:47)                    [1b2d] NEW, 1x
 *     | reporter  Ledger.report | clerk-1  Ledger.book    | clerk-2  Ledger.book    |
 *     | rel Ledger#1        :43 |                         |                         |
 *     |   ~ interrupted ~       | acq Ledger#1        :39 |                         |
 *     |                         | rel Ledger#1        :39 |                         |
 *     |                         |                         | acq Ledger#1        :39 |
 *     |                         |                         | rel Ledger#1        :39 |
 *     | acq Ledger#1        :43 |                         |                         |
 *     report before clerk-1: clerk-1 locked Ledger#1 at :39 after report unlocked it at :43;
 *     clerk-1 before clerk-2: clerk-2 locked Ledger#1 at :39 after clerk-1 unlocked it at :39;
 *     but clerk-2 before report: report locked Ledger#1 at :43 after clerk-2 unlocked it at :39.
 *     hint: lock released between: the lock Ledger#1 is held at E14_LongTransaction.java:43 and again at
 *     E14_LongTransaction.java:43, but given back between; if both belong together, hold it across both
 *   cosmodrome: VIOLATION: 1 finding
 */
// HINT lock released between
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
