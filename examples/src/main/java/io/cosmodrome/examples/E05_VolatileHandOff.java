/*
 * E05: a baton handed over by a volatile variable. Clean.
 *
 * There is no lock, and a tool that looks for locks would complain about the sum. But the baton
 * orders everything: a thread adds only while it holds the baton, and gives it away with its last
 * step. However the two threads run, no addition comes between the parts of another one.
 *
 * The waiting is not part of a block: a block that waits for another thread is not atomic, since the
 * other one has to come in between.
 *
 * Output:
 *   sum of 1 to 100: 5050
 *
 * Cosmodrome:
 *   cosmodrome: OK: no violation observed
 */
package io.cosmodrome.examples;

public final class E05_VolatileHandOff {
  private E05_VolatileHandOff() {}

  static final class Baton {
    private volatile int holder;
    private int sum;

    boolean isWith(int runner) {
      return holder == runner;
    }

    void add(int amount, int nextRunner) {
      sum += amount;
      holder = nextRunner;
    }

    int sum() {
      return sum;
    }
  }

  private static void run(Baton baton, int runner) {
    for (int amount = 1 + runner; amount <= 100; amount += 2) {
      while (!baton.isWith(runner)) {
        Thread.onSpinWait();
      }
      baton.add(amount, 1 - runner);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Baton baton = new Baton();
    Thread a = new Thread(() -> run(baton, 0), "A");
    Thread b = new Thread(() -> run(baton, 1), "B");
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println("sum of 1 to 100: " + baton.sum());
  }
}
