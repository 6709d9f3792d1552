/*
 * E10: a cycle through three threads.
 *
 * The chief gives an order and looks at the report, both in one block. In between the order went to
 * the clerk, and from the clerk's desk to the writer, who made the report. No thread touches what
 * the chief wrote and what the chief read: only the chain of the three shows that they came between.
 *
 * Output:
 *   order 1, report 1
 *
 * Cosmodrome:
 *   ATOM001 Office.giveOrderAndLook is not atomic  (E10_ThreeThreads.java:41)             [a67b] NEW, 1x
 *     | …ief  Office.giveOrderAndLook | clerk  Office.fetchOrder      | writer  Office.writeReport    |
 *     | vw Office#1.order         :42 |                               |                               |
 *     |   ~ interrupted ~             | vr Office#1.order         :49 |                               |
 *     |                               | vw Office#1.desk          :49 |                               |
 *     |                               |                               | vr Office#1.desk          :54 |
 *     |                               |                               | vw Office#1.report        :54 |
 *     | vr Office#1.report        :44 |                               |                               |
 *     giveOrderAndLook before fetchOrder: fetchOrder read Office#1.order at :49 after giveOrderAndLook
 *     wrote it at :42;
 *     fetchOrder before writeReport: writeReport read Office#1.desk at :54 after fetchOrder wrote it at
 *     :49;
 *     but writeReport before giveOrderAndLook: giveOrderAndLook read Office#1.report at :44 after
 *     writeReport wrote it at :54.
 *   cosmodrome: VIOLATION: 1 finding
 */
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;

public final class E10_ThreeThreads {
  private E10_ThreeThreads() {}

  static final class Office {
    private volatile int order;
    private volatile int desk;
    private volatile int report;

    int giveOrderAndLook() { // VIOLATION Office.giveOrderAndLook()
      Turn.at("gives the order");
      order = 1;
      Turn.at("looks at the report");
      return report;
    }

    void fetchOrder() {
      Turn.at("fetches the order");
      desk = order;
    }

    void writeReport() {
      Turn.at("writes the report");
      report = desk;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order(
        "chief gives the order",
        "clerk fetches the order",
        "writer writes the report",
        "chief looks at the report");
    Office office = new Office();
    int[] seen = new int[1];
    Thread chief = new Thread(() -> seen[0] = office.giveOrderAndLook(), "chief");
    Thread clerk = new Thread(office::fetchOrder, "clerk");
    Thread writer = new Thread(office::writeReport, "writer");
    chief.start();
    clerk.start();
    writer.start();
    chief.join();
    clerk.join();
    writer.join();
    System.out.println("order 1, report " + seen[0]);
  }
}
