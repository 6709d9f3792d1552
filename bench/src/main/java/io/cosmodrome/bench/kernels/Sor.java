package io.cosmodrome.bench.kernels;

import io.cosmodrome.bench.Numbers;
import io.cosmodrome.bench.Team;

/**
 * Successive over-relaxation of a grid in two colours, a barrier after each. Size: iterations.
 *
 * <p>Almost nothing but accesses to array elements; rows at the borders of two threads are shared.
 */
public final class Sor {
  private static final int SIDE = 400;
  private static final double OMEGA = 1.25;

  private final double[][] grid = new double[SIDE][SIDE];

  private Sor() {
    Numbers numbers = new Numbers(1);
    for (double[] row : grid) {
      for (int j = 0; j < SIDE; j++) {
        row[j] = numbers.fraction() * 1e-6;
      }
    }
  }

  /** Relaxes the elements of one colour, 0 or 1, in a row. */
  void relax(int i, int colour) {
    double[] above = grid[i - 1];
    double[] row = grid[i];
    double[] below = grid[i + 1];
    for (int j = 1 + ((i + colour) & 1); j < SIDE - 1; j += 2) {
      double around = above[j] + below[j] + row[j - 1] + row[j + 1];
      row[j] = OMEGA * 0.25 * around + (1 - OMEGA) * row[j];
    }
  }

  private void work(int from, int to, int iterations, Barrier barrier) throws InterruptedException {
    for (int phase = 0; phase < 2 * iterations; phase++) {
      for (int i = Math.max(from, 1); i < Math.min(to, SIDE - 1); i++) {
        relax(i, phase & 1);
      }
      barrier.await();
    }
  }

  private double sum() {
    double sum = 0;
    for (double[] row : grid) {
      for (double element : row) {
        sum += element;
      }
    }
    return sum;
  }

  public static void main(String[] args) throws InterruptedException {
    int size = Team.size(args);
    int threads = Team.threads(args);
    Sor sor = new Sor();
    Barrier barrier = new Barrier(threads);
    Team.run(
        threads,
        number -> {
          int from = Team.share(SIDE, threads, number);
          int to = Team.share(SIDE, threads, number + 1);
          sor.work(from, to, size, barrier);
        });
    Team.report(Double.doubleToLongBits(sor.sum()), size);
  }
}
