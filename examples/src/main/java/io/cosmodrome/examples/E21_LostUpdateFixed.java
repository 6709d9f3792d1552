/*
 * E21: E01 with a lock. Clean.
 *
 * The lock is held from the read to the write. The threads run as they like: no interleaving is
 * forced, and none is a violation.
 *
 * Output:
 *   2000 increments, and the counter says 2000
 *
 * Cosmodrome:
 *   cosmodrome: OK: no violation observed
 */
package io.cosmodrome.examples;

public final class E21_LostUpdateFixed {
  private E21_LostUpdateFixed() {}

  static final class Counter {
    private int value;

    synchronized void increment() {
      value++;
    }

    synchronized int value() {
      return value;
    }
  }

  private static void incrementMany(Counter counter) {
    for (int i = 0; i < 1000; i++) {
      counter.increment();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Counter counter = new Counter();
    Thread a = new Thread(() -> incrementMany(counter), "A");
    Thread b = new Thread(() -> incrementMany(counter), "B");
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println("2000 increments, and the counter says " + counter.value());
  }
}
