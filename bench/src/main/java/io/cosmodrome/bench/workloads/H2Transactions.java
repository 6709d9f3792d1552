package io.cosmodrome.bench.workloads;

/** Transactions in H2, in memory. Size: transfers per thread. */
public final class H2Transactions {
  private H2Transactions() {}

  public static void main(String[] args) throws Exception {
    new Bank("jdbc:h2:mem:bank;LOCK_TIMEOUT=60000", args).run();
  }
}
