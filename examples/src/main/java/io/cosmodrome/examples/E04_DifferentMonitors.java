/*
 * E04: two monitors for one variable.
 *
 * Both methods are synchronized, but not on the same object, so they do not exclude each other. The
 * block is blamed, and so is the method around it: whatever contains the two accesses is torn.
 *
 * Output:
 *   one up and one down from 0: 1
 *
 * Cosmodrome:
 *   ATOM001 Level.up:sync@41 is not atomic  (E04_DifferentMonitors.java:41)               [469f] NEW, 1x
 *     | A  Level.up:sync@41  | B  Level.down        |
 *     | r Level#1.level  :43 |                      |
 *     |   ~ interrupted ~    | w Level#1.level  :51 |
 *     | w Level#1.level  :45 |                      |
 *     up:sync@41 before down: down wrote Level#1.level at :51 after up:sync@41 read it at :43;
 *     but down before up:sync@41: up:sync@41 wrote Level#1.level at :45 after down wrote it at :51.
 *     note: these accesses race as far as seen, so the other order is possible; see strict=true
 *     hint: lost update: Level#1.level was read at E04_DifferentMonitors.java:43, then changed by
 *     Level.down at E04_DifferentMonitors.java:51, then overwritten at E04_DifferentMonitors.java:45;
 *     make reading and writing one step: under one lock, or as one atomic update
 *     hint: different locks: Level#1.level is read under Object#1 at E04_DifferentMonitors.java:43, but
 *     written under Level#1 at E04_DifferentMonitors.java:51; guard it with one lock everywhere
 *     also not atomic because of this: Level.up
 *   cosmodrome: VIOLATION: 1 finding
 */
// HINT lost update
// HINT different locks
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;

public final class E04_DifferentMonitors {
  private E04_DifferentMonitors() {}

  static final class Level {
    private final Object lock = new Object();
    private int level;

    void up() { // VIOLATION Level.up() around Level.up:sync()
      synchronized (lock) { // VIOLATION Level.up:sync()
        Turn.at("reads");
        int seen = level;
        Turn.at("writes");
        level = seen + 1;
      }
    }

    synchronized void down() {
      Turn.at("changes");
      level--;
    }

    synchronized int level() {
      return level;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("A reads", "B changes", "A writes");
    Level level = new Level();
    Thread a = new Thread(level::up, "A");
    Thread b = new Thread(level::down, "B");
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println("one up and one down from 0: " + level.level());
  }
}
