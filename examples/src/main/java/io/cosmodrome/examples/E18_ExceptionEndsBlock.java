/*
 * E18: a block that ends with an exception. Clean.
 *
 * The first attempt reads the price and fails. The price is changed, and the second attempt succeeds.
 * If the first block were still open after its exception, the change would come in between its read
 * and the second one's; but it is over, however control left it.
 *
 * Output:
 *   first attempt: too expensive
 *   second attempt: bought for 50
 *
 * Cosmodrome:
 *   cosmodrome: OK: no violation observed
 */
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;

public final class E18_ExceptionEndsBlock {
  private E18_ExceptionEndsBlock() {}

  static final class Stall {
    private int price = 100;

    synchronized String buy(int money) {
      if (price > money) {
        throw new IllegalArgumentException("needs " + price);
      }
      return "bought for " + price;
    }

    synchronized void setPrice(int newPrice) {
      price = newPrice;
    }
  }

  private static String attempt(Stall stall) {
    try {
      return stall.buy(60);
    } catch (IllegalArgumentException e) {
      return "too expensive";
    }
  }

  private static void buyTwice(Stall stall, String[] outcome) {
    Turn.at("tries");
    outcome[0] = attempt(stall);
    Turn.at("tries again");
    outcome[1] = attempt(stall);
  }

  private static void lowerPrice(Stall stall) {
    Turn.at("lowers the price");
    stall.setPrice(50);
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("buyer tries", "seller lowers the price", "buyer tries again");
    Stall stall = new Stall();
    String[] outcome = new String[2];
    Thread buyer = new Thread(() -> buyTwice(stall, outcome), "buyer");
    Thread seller = new Thread(() -> lowerPrice(stall), "seller");
    buyer.start();
    seller.start();
    buyer.join();
    seller.join();
    System.out.println("first attempt: " + outcome[0]);
    System.out.println("second attempt: " + outcome[1]);
  }
}
