/** Two accounts. Every single access to a balance is safe: the fields are volatile. */
final class Bank {
  static final class Account {
    volatile int balance;

    Account(int balance) {
      this.balance = balance;
    }
  }

  private final Account checking = new Account(60);
  private final Account savings = new Account(40);

  void transfer(int amount) {
    checking.balance -= amount;
    Moment.moneyIsOnItsWay();
    savings.balance += amount;
  }

  int audit() {
    return checking.balance + savings.balance;
  }

  public static void main(String[] args) throws InterruptedException {
    Bank bank = new Bank();
    Thread worker = new Thread(() -> bank.transfer(10), "worker");
    Thread auditor =
        new Thread(
            () -> {
              Moment.beforeAudit();
              System.out.println("The audit saw " + bank.audit() + " of 100.");
              Moment.afterAudit();
            },
            "auditor");
    worker.start();
    auditor.start();
    worker.join();
    auditor.join();
  }
}
