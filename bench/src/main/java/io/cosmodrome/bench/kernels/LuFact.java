package io.cosmodrome.bench.kernels;

import io.cosmodrome.bench.Numbers;
import io.cosmodrome.bench.Team;

/**
 * Solves linear equations by Gaussian elimination with pivots. Size: equations.
 *
 * <p>The first thread chooses the pivot, all threads eliminate in rows of their own, with a barrier
 * after each of the two.
 */
public final class LuFact {
  private final double[][] rows; // the last column is the right-hand side

  private LuFact(int size) {
    rows = new double[size][size + 1];
    Numbers numbers = new Numbers(8);
    for (double[] row : rows) {
      for (int j = 0; j < size; j++) {
        row[j] = numbers.fraction() - 0.5;
        row[size] += row[j]; // so that all unknowns are 1
      }
    }
  }

  /** Brings the row with the largest element in this column to the place of its pivot. */
  void choosePivot(int column) {
    int pivot = column;
    for (int i = column + 1; i < rows.length; i++) {
      if (Math.abs(rows[i][column]) > Math.abs(rows[pivot][column])) {
        pivot = i;
      }
    }
    double[] row = rows[pivot];
    rows[pivot] = rows[column];
    rows[column] = row;
  }

  void eliminate(int i, int column) {
    double[] pivot = rows[column];
    double[] row = rows[i];
    double factor = row[column] / pivot[column];
    for (int j = column; j < row.length; j++) {
      row[j] -= factor * pivot[j];
    }
  }

  private void work(int number, int threads, Barrier barrier) throws InterruptedException {
    for (int column = 0; column < rows.length; column++) {
      if (number == 0) {
        choosePivot(column);
      }
      barrier.await();
      for (int i = column + 1; i < rows.length; i++) {
        if (i % threads == number) {
          eliminate(i, column);
        }
      }
      barrier.await();
    }
  }

  private double[] solve() {
    int size = rows.length;
    double[] solution = new double[size];
    for (int i = size - 1; i >= 0; i--) {
      double rest = rows[i][size];
      for (int j = i + 1; j < size; j++) {
        rest -= rows[i][j] * solution[j];
      }
      solution[i] = rest / rows[i][i];
    }
    return solution;
  }

  public static void main(String[] args) throws InterruptedException {
    int size = Team.size(args);
    int threads = Team.threads(args);
    LuFact equations = new LuFact(size);
    Barrier barrier = new Barrier(threads);
    Team.run(threads, number -> equations.work(number, threads, barrier));
    double sum = 0;
    for (double unknown : equations.solve()) {
      if (Math.abs(unknown - 1) > 1e-6) {
        throw new IllegalStateException("should be 1: " + unknown);
      }
      sum += unknown;
    }
    Team.report(Double.doubleToLongBits(sum), (long) size * size);
  }
}
