package app.bank;

/** A lost update in a named module. */
public final class Main {
  private int balance;

  private Main() {}

  void add(int amount, boolean slow) { // VIOLATION app.bank.Main.add
    int before = balance;
    if (slow) {
      Turns.pause();
    }
    balance = before + amount;
  }

  public static void main(String[] args) throws InterruptedException {
    Main account = new Main();
    Thread other = new Thread(() -> Turns.inBetween(() -> account.add(4, false)));
    Thread slow = new Thread(() -> account.add(3, true));
    other.start();
    slow.start();
    other.join();
    slow.join();
    System.out.println(account.balance + " " + Main.class.getModule());
  }
}
