/*
 * E03: money on its way.
 *
 * Each account is a monitor, and each access to a balance is synchronized. The audit runs between
 * the two halves of a transfer and misses the money that is on its way. The audit comes after the
 * withdrawal and before the deposit, so the transfer is to blame; the audit itself ran in one piece.
 *
 * Output:
 *   the audit saw 90 of 100
 *
 * Cosmodrome:
 *   ATOM001 Bank.transfer is not atomic  (E03_TransferAndAudit.java:54)                   [f8e3] NEW, 1x
 *     | teller  Bank.transfer    | auditor  Account.balance |
 *     | rel Account#1        :41 |                          |
 *     |   ~ interrupted ~        | acq Account#1        :45 |
 *     |                          | rel Account#2        :45 |
 *     | acq Account#2        :41 |                          |
 *     transfer before balance: balance locked Account#1 at :45 after transfer unlocked it at :41;
 *     but balance before transfer: transfer locked Account#2 at :41 after balance unlocked it at :45.
 *     hint: lock released between: the lock Account#1, held at E03_TransferAndAudit.java:41, is given
 *     back before the lock Account#2, held at E03_TransferAndAudit.java:41, is taken; if what they guard
 *     belongs together, hold both at once, always taken in the same order
 *   cosmodrome: VIOLATION: 1 finding
 */
// HINT lock released between
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;

public final class E03_TransferAndAudit {
  private E03_TransferAndAudit() {}

  static final class Account {
    private int balance;

    Account(int balance) {
      this.balance = balance;
    }

    synchronized void add(int amount) {
      balance += amount;
    }

    synchronized int balance() {
      return balance;
    }
  }

  static final class Bank {
    private final Account first = new Account(60);
    private final Account second = new Account(40);

    void transfer(int amount) { // VIOLATION Bank.transfer(int)
      Turn.at("withdraws");
      first.add(-amount);
      Turn.at("deposits");
      second.add(amount);
    }

    int audit() {
      Turn.at("audits");
      return first.balance() + second.balance();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("teller withdraws", "auditor audits", "teller deposits");
    Bank bank = new Bank();
    int[] seen = new int[1];
    Thread teller = new Thread(() -> bank.transfer(10), "teller");
    Thread auditor = new Thread(() -> seen[0] = bank.audit(), "auditor");
    teller.start();
    auditor.start();
    teller.join();
    auditor.join();
    System.out.println("the audit saw " + seen[0] + " of " + bank.audit());
  }
}
