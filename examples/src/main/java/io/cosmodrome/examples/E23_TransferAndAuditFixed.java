/*
 * E23: E03 with both accounts locked. Clean.
 *
 * Transfer and audit hold both locks while they work, and take them in the same order, so that they
 * cannot wait for each other. Now neither sees the other half-way.
 *
 * Output:
 *   audits that missed money: 0
 *
 * Cosmodrome:
 *   cosmodrome: OK: no violation observed
 */
package io.cosmodrome.examples;

public final class E23_TransferAndAuditFixed {
  private E23_TransferAndAuditFixed() {}

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

    void transfer(int amount) {
      synchronized (first) {
        synchronized (second) {
          first.add(-amount);
          second.add(amount);
        }
      }
    }

    int audit() {
      synchronized (first) {
        synchronized (second) {
          return first.balance() + second.balance();
        }
      }
    }
  }

  private static void transferMany(Bank bank) {
    for (int i = 0; i < 500; i++) {
      bank.transfer(i % 7 - 3);
    }
  }

  private static int auditMany(Bank bank) {
    int missed = 0;
    for (int i = 0; i < 500; i++) {
      missed += bank.audit() == 100 ? 0 : 1;
    }
    return missed;
  }

  public static void main(String[] args) throws InterruptedException {
    Bank bank = new Bank();
    int[] missed = new int[1];
    Thread teller = new Thread(() -> transferMany(bank), "teller");
    Thread auditor = new Thread(() -> missed[0] = auditMany(bank), "auditor");
    teller.start();
    auditor.start();
    teller.join();
    auditor.join();
    System.out.println("audits that missed money: " + missed[0]);
  }
}
