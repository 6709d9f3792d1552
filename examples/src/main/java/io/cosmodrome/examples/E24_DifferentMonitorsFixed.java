/*
 * E24: E04 with one monitor. Clean.
 *
 * Output:
 *   1000 ups and 1000 downs from 0: 0
 *
 * Cosmodrome:
 *   cosmodrome: OK: no violation observed
 */
package io.cosmodrome.examples;

public final class E24_DifferentMonitorsFixed {
  private E24_DifferentMonitorsFixed() {}

  static final class Level {
    private final Object lock = new Object();
    private int level;

    void up() {
      synchronized (lock) {
        level++;
      }
    }

    void down() {
      synchronized (lock) {
        level--;
      }
    }

    int level() {
      synchronized (lock) {
        return level;
      }
    }
  }

  private static void repeat(Runnable change) {
    for (int i = 0; i < 1000; i++) {
      change.run();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Level level = new Level();
    Thread a = new Thread(() -> repeat(level::up), "A");
    Thread b = new Thread(() -> repeat(level::down), "B");
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println("1000 ups and 1000 downs from 0: " + level.level());
  }
}
