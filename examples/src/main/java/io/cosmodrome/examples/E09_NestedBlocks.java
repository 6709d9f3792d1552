/*
 * E09: nested blocks, and who is to blame.
 *
 * An order is checked, reserved and noted down. Another customer comes in while it is reserved: the
 * reservation is torn, and so is everything that contains it. The steps before and after, and the
 * two short synchronized blocks inside, ran in one piece and are not blamed.
 *
 * Output:
 *   2 items sold, 4 of 5 left
 *
 * Cosmodrome:
 *   ATOM001 Shop.reserve is not atomic  (E09_NestedBlocks.java:56)                        [5c4c] NEW, 1x
 *     | A  Shop.reserve     | B  Shop.orderAtOnce |
 *     | rel Shop#1      :59 |                     |
 *     |   ~ interrupted ~   | acq Shop#1      :71 |
 *     |                     | rel Shop#1      :71 |
 *     | acq Shop#1      :61 |                     |
 *     reserve before orderAtOnce: orderAtOnce locked Shop#1 at :71 after reserve unlocked it at :59;
 *     but orderAtOnce before reserve: reserve locked Shop#1 at :61 after orderAtOnce unlocked it at :71.
 *     hint: lock released between: the lock Shop#1 is held at E09_NestedBlocks.java:59 and again at
 *     E09_NestedBlocks.java:61, but given back between; if both belong together, hold it across both
 *     also not atomic because of this: Shop.sell, Shop.order
 *   cosmodrome: VIOLATION: 1 finding
 */
// HINT lock released between
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;

public final class E09_NestedBlocks {
  private E09_NestedBlocks() {}

  static final class Shop {
    private int stock = 5;
    private int visits;
    private int sold;

    void order() { // VIOLATION Shop.order() around Shop.reserve()
      greet();
      sell();
      note();
    }

    synchronized void greet() {
      visits++;
    }

    void sell() { // VIOLATION Shop.sell() around Shop.reserve()
      if (visits > 0) {
        reserve();
      }
    }

    void reserve() { // VIOLATION Shop.reserve()
      int seen;
      Turn.at("looks");
      synchronized (this) {
        seen = stock;
      }
      Turn.at("takes");
      synchronized (this) {
        stock = seen - 1;
      }
    }

    synchronized void note() {
      sold++;
    }

    synchronized void orderAtOnce() {
      stock--;
      sold++;
    }

    synchronized String summary() {
      return sold + " items sold, " + stock + " of 5 left";
    }
  }

  private static void orderAtOnce(Shop shop) {
    Turn.at("orders");
    shop.orderAtOnce();
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("A looks", "B orders", "A takes");
    Shop shop = new Shop();
    Thread a = new Thread(shop::order, "A");
    Thread b = new Thread(() -> orderAtOnce(shop), "B");
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(shop.summary());
  }
}
