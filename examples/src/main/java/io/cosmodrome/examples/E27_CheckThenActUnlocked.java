/*
 * E27: selling after closing time.
 *
 * sell looks whether the shop is open and then counts a sale. In between, close shuts the shop and takes
 * the number of sales: the last sale is in no books. The check and the act are about different fields.
 *
 * Output:
 *   in the books: 0
 *   sold: 1
 *
 * Cosmodrome:
 *   ATOM001 Shop.sell is not atomic  (E27_CheckThenActUnlocked.java:43)                   [c618] NEW, 1x
 *     | A  Shop.sell       | B  Shop.close      |
 *     | r Shop#1.open  :44 |                    |
 *     |   ~ interrupted ~  | w Shop#1.open  :53 |
 *     |                    | r Shop#1.sold  :54 |
 *     | w Shop#1.sold  :47 |                    |
 *     sell before close: close wrote Shop#1.open at :53 after sell read it at :44;
 *     but close before sell: sell wrote Shop#1.sold at :47 after close read it at :54.
 *     note: these accesses race as far as seen, so the other order is possible; see strict=true
 *     hint: check-then-act: Shop#1.open was read at E27_CheckThenActUnlocked.java:44, then changed by
 *     Shop.close at E27_CheckThenActUnlocked.java:53 before Shop#1.sold was written at
 *     E27_CheckThenActUnlocked.java:47; if the write depends on what was read, do both under one lock
 *     hint: unlocked access: no lock is held where Shop#1.open is read at
 *     E27_CheckThenActUnlocked.java:44 and written at E27_CheckThenActUnlocked.java:53; guard it with
 *     one lock everywhere
 *   cosmodrome: VIOLATION: 1 finding
 */
// HINT check-then-act
// HINT unlocked access
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;

public final class E27_CheckThenActUnlocked {
  private E27_CheckThenActUnlocked() {}

  static final class Shop {
    private boolean open = true;
    private int sold;

    void sell() { // VIOLATION Shop.sell()
      Turn.at("checks");
      boolean maySell = open;
      Turn.at("acts");
      if (maySell) {
        sold++;
      }
    }

    int close() {
      Turn.at("closes");
      open = false;
      return sold;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("A checks", "B closes", "A acts");
    Shop shop = new Shop();
    Thread a = new Thread(shop::sell, "A");
    Thread b = new Thread(() -> System.out.println("in the books: " + shop.close()), "B");
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println("sold: " + shop.sold);
  }
}
