package io.cosmodrome.bench.workloads;

/**
 * Transactions in HSQLDB, in memory, with several versions of a row. Size: transfers per thread.
 */
public final class HsqldbTransactions {
  private HsqldbTransactions() {}

  public static void main(String[] args) throws Exception {
    new Bank("jdbc:hsqldb:mem:bank", args, "SET DATABASE TRANSACTION CONTROL MVCC").run();
  }
}
