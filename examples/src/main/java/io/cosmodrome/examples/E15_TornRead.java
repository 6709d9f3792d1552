/*
 * E15: a torn read.
 *
 * The writer changes both ends of a range under its lock, in one piece. The reader takes the lock
 * once for each end, and gets a range that never was. Here the reader is to blame: who needs two
 * values has to ask for them together.
 *
 * Output:
 *   the reader saw 1 to 30
 *
 * Cosmodrome:
 *   ATOM001 Range.describe is not atomic  (E15_TornRead.java:50)                          [a281] NEW, 1x
 *     | reader  Range.describe | writer  Range.set      |
 *     | rel Range#1        :42 |                        |
 *     |   ~ interrupted ~      | acq Range#1        :37 |
 *     |                        | rel Range#1        :37 |
 *     | acq Range#1        :46 |                        |
 *     describe before set: set locked Range#1 at :37 after describe unlocked it at :42;
 *     but set before describe: describe locked Range#1 at :46 after set unlocked it at :37.
 *     hint: lock released between: the lock Range#1 is held at E15_TornRead.java:42 and again at
 *     E15_TornRead.java:46, but given back between; if both belong together, hold it across both
 *   cosmodrome: VIOLATION: 1 finding
 */
// HINT lock released between
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;

public final class E15_TornRead {
  private E15_TornRead() {}

  static final class Range {
    private int low = 1;
    private int high = 3;

    synchronized void set(int newLow, int newHigh) {
      low = newLow;
      high = newHigh;
    }

    synchronized int low() {
      return low;
    }

    synchronized int high() {
      return high;
    }

    String describe() { // VIOLATION Range.describe()
      Turn.at("reads low");
      int from = low();
      Turn.at("reads high");
      return from + " to " + high();
    }
  }

  private static void write(Range range) {
    Turn.at("writes both");
    range.set(10, 30);
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("reader reads low", "writer writes both", "reader reads high");
    Range range = new Range();
    String[] seen = new String[1];
    Thread reader = new Thread(() -> seen[0] = range.describe(), "reader");
    Thread writer = new Thread(() -> write(range), "writer");
    reader.start();
    writer.start();
    reader.join();
    writer.join();
    System.out.println("the reader saw " + seen[0]);
  }
}
