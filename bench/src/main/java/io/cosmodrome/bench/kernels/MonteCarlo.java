package io.cosmodrome.bench.kernels;

import io.cosmodrome.bench.Numbers;
import io.cosmodrome.bench.Team;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Prices of a stock on many random paths. Size: paths.
 *
 * <p>Tasks are taken from a common counter, results go into a common list; in between each thread
 * works on its own objects.
 */
public final class MonteCarlo {
  private static final int DAYS = 250;

  private record Outcome(int path, double value) {}

  private static final class Path {
    private final int number;
    private final double[] prices = new double[DAYS];
    private double drift;
    private double volatility;

    Path(int number) {
      this.number = number;
    }

    void walk() {
      Numbers numbers = new Numbers(Numbers.mix(number));
      prices[0] = 100;
      for (int day = 1; day < DAYS; day++) {
        prices[day] = prices[day - 1] * Math.exp(0.0002 + 0.01 * numbers.normal());
      }
    }

    void measure() {
      for (int day = 1; day < DAYS; day++) {
        drift += Math.log(prices[day] / prices[day - 1]);
      }
      drift /= DAYS - 1;
      for (int day = 1; day < DAYS; day++) {
        double off = Math.log(prices[day] / prices[day - 1]) - drift;
        volatility += off * off;
      }
    }

    Outcome outcome() {
      return new Outcome(number, drift + Math.sqrt(volatility / (DAYS - 1)));
    }
  }

  private final int paths;
  private int next;
  private final List<Outcome> results = new ArrayList<>();

  private MonteCarlo(int paths) {
    this.paths = paths;
  }

  /** Number of the next path; -1 if there are no more. */
  synchronized int take() {
    return next < paths ? next++ : -1;
  }

  synchronized void add(Outcome outcome) {
    results.add(outcome);
  }

  private void work() {
    for (int number = take(); number >= 0; number = take()) {
      Path path = new Path(number);
      path.walk();
      path.measure();
      add(path.outcome());
    }
  }

  public static void main(String[] args) throws InterruptedException {
    MonteCarlo simulation = new MonteCarlo(Team.size(args));
    Team.run(Team.threads(args), number -> simulation.work());
    simulation.results.sort(Comparator.comparingInt(Outcome::path));
    double sum = 0;
    for (Outcome outcome : simulation.results) {
      sum += outcome.value();
    }
    // rounded, because Java allows logarithms to differ in the last bit from call to call
    Team.report(Math.round(1e6 * sum), simulation.results.size());
  }
}
