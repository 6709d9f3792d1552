/*
 * E29: a state that is set twice.
 *
 * work says that it is busy, and later that it is idle. In between another thread says that it has failed.
 * That is not atomic; but nobody has read anything, so no update was lost, and the field is volatile,
 * so that there is no lock is no news. There is no hint to give.
 *
 * Output:
 *   idle
 *
 * Cosmodrome:
 *   ATOM001 Worker.work is not atomic  (E29_BlindWrites.java:32)                          [40f2] NEW, 1x
 *     | A  Worker.work         | B  Worker.fail         |
 *     | vw Worker#1.state  :33 |                        |
 *     |   ~ interrupted ~      | vw Worker#1.state  :40 |
 *     | vw Worker#1.state  :35 |                        |
 *     work before fail: fail wrote Worker#1.state at :40 after work wrote it at :33;
 *     but fail before work: work wrote Worker#1.state at :35 after fail wrote it at :40.
 *   cosmodrome: VIOLATION: 1 finding
 */
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;

public final class E29_BlindWrites {
  private E29_BlindWrites() {}

  static final class Worker {
    private volatile String state = "new";

    void work() { // VIOLATION Worker.work()
      Turn.at("starts");
      state = "busy";
      Turn.at("ends");
      state = "idle";
    }

    void fail() {
      Turn.at("fails");
      state = "failed";
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("A starts", "B fails", "A ends");
    Worker worker = new Worker();
    Thread a = new Thread(worker::work, "A");
    Thread b = new Thread(worker::fail, "B");
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(worker.state);
  }
}
