package io.cosmodrome.bench.kernels;

import io.cosmodrome.bench.Numbers;
import io.cosmodrome.bench.Team;

/**
 * A sparse matrix times a vector, many times. Size: rows.
 *
 * <p>Array accesses with computed indices; the threads share what they read and own what they
 * write.
 */
public final class SparseMatMult {
  private static final int PER_ROW = 5;
  private static final int ITERATIONS = 50;

  private final int[] rows;
  private final int[] columns;
  private final double[] values;
  private final double[] x;
  private final double[] y;

  private SparseMatMult(int size) {
    rows = new int[PER_ROW * size];
    columns = new int[PER_ROW * size];
    values = new double[PER_ROW * size];
    x = new double[size];
    y = new double[size];
    Numbers numbers = new Numbers(6);
    for (int i = 0; i < rows.length; i++) {
      rows[i] = i / PER_ROW;
      columns[i] = numbers.below(size);
      values[i] = numbers.fraction();
      x[rows[i]] = values[i];
    }
  }

  /** Adds the products of the entries from {@code from} to {@code to}. */
  void multiply(int from, int to) {
    for (int i = from; i < to; i++) {
      y[rows[i]] += x[columns[i]] * values[i];
    }
  }

  private void work(int number, int threads) {
    int from = PER_ROW * Team.share(x.length, threads, number);
    int to = PER_ROW * Team.share(x.length, threads, number + 1);
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      multiply(from, to);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int threads = Team.threads(args);
    SparseMatMult product = new SparseMatMult(Team.size(args));
    Team.run(threads, number -> product.work(number, threads));
    double sum = 0;
    for (double element : product.y) {
      sum += element;
    }
    Team.report(Double.doubleToLongBits(sum), (long) ITERATIONS * product.rows.length);
  }
}
