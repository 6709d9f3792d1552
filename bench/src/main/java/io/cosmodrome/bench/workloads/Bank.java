package io.cosmodrome.bench.workloads;

import io.cosmodrome.bench.Numbers;
import io.cosmodrome.bench.Team;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Transfers between the accounts of a bank in a database: two updates and an insertion in a
 * transaction, and now and then a sum over all accounts, which must never change.
 *
 * <p>Which transfers there are depends on the seed only, and each is repeated until it commits, so
 * the balances at the end do not depend on the schedule.
 */
final class Bank {
  private static final int ACCOUNTS = 200;
  private static final int BALANCE = 1_000;
  private static final int SUM_EVERY = 25;

  private final String url;
  private final int threads;
  private final int size;
  private final List<String> preparation;
  private final AtomicLong transfers = new AtomicLong();
  private final AtomicLong sums = new AtomicLong();

  /**
   * @param preparation statements that set the database up
   */
  Bank(String url, String[] args, String... preparation) {
    this.url = url;
    this.size = Team.size(args);
    this.threads = Team.threads(args);
    this.preparation = List.of(preparation);
  }

  /** Does all the work and reports. */
  void run() throws Exception {
    try (Connection connection = DriverManager.getConnection(url)) {
      open(connection);
      Team.run(threads, this::work);
      Team.report(checksum(connection), transfers.get() + sums.get());
    }
  }

  private void open(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : preparation) {
        statement.execute(sql);
      }
      statement.execute(
          "CREATE TABLE account(id INT PRIMARY KEY, owner VARCHAR(20), balance INT NOT NULL)");
      statement.execute(
          "CREATE TABLE transfer(worker INT, number INT, amount INT, PRIMARY KEY(worker, number))");
      statement.execute("CREATE INDEX account_owner ON account(owner)");
    }
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO account VALUES(?, ?, ?)")) {
      for (int id = 0; id < ACCOUNTS; id++) {
        insert.setInt(1, id);
        insert.setString(2, "owner " + id % 17);
        insert.setInt(3, BALANCE);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private void work(int number) throws SQLException {
    Numbers random = new Numbers(number);
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement update =
            connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?");
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO transfer VALUES(?, ?, ?)");
        PreparedStatement sum =
            connection.prepareStatement(
                "SELECT SUM(balance), COUNT(DISTINCT owner) FROM account")) {
      connection.setAutoCommit(false);
      for (int i = 0; i < size; i++) {
        int from = random.below(ACCOUNTS);
        int to = (from + 1 + random.below(ACCOUNTS - 1)) % ACCOUNTS;
        int amount = 1 + random.below(10);
        while (!transfer(update, insert, from, to, amount, number, i)) {
          connection.rollback();
        }
        connection.commit();
        transfers.incrementAndGet();
        if (i % SUM_EVERY == 0) {
          checkSum(sum);
          connection.commit();
        }
      }
    }
  }

  /** Does all of a transfer but the commit; false if another transaction is in the way. */
  private static boolean transfer(
      PreparedStatement update,
      PreparedStatement insert,
      int from,
      int to,
      int amount,
      int worker,
      int number)
      throws SQLException {
    try {
      // the smaller id first, so that no two transactions wait for each other
      add(update, Math.min(from, to), from < to ? -amount : amount);
      add(update, Math.max(from, to), from < to ? amount : -amount);
      insert.setInt(1, worker);
      insert.setInt(2, number);
      insert.setInt(3, amount);
      insert.executeUpdate();
      return true;
    } catch (SQLException e) {
      if (e.getSQLState().startsWith("40")) { // rolled back because of another transaction
        return false;
      }
      throw e;
    }
  }

  private static void add(PreparedStatement update, int account, int amount) throws SQLException {
    update.setInt(1, amount);
    update.setInt(2, account);
    if (update.executeUpdate() != 1) {
      throw new IllegalStateException("no account " + account);
    }
  }

  private void checkSum(PreparedStatement sum) throws SQLException {
    try (ResultSet result = sum.executeQuery()) {
      result.next();
      if (result.getInt(1) != ACCOUNTS * BALANCE) {
        throw new IllegalStateException("the sum of all balances is " + result.getInt(1));
      }
      sums.incrementAndGet();
    }
  }

  private long checksum(Connection connection) throws SQLException {
    long checksum = 0;
    try (Statement statement = connection.createStatement()) {
      try (ResultSet result = statement.executeQuery("SELECT id, balance FROM account")) {
        while (result.next()) {
          checksum += Numbers.mix(result.getInt(1) * 1_000_003L + result.getInt(2));
        }
      }
      try (ResultSet result =
          statement.executeQuery("SELECT worker, number, amount FROM transfer")) {
        while (result.next()) {
          long key = result.getInt(1) * 1_000_003L + result.getInt(2);
          checksum += Numbers.mix(key * 31 + result.getInt(3));
        }
      }
    }
    return checksum;
  }
}
