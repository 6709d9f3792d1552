package io.cosmodrome.bench.kernels;

import io.cosmodrome.bench.Numbers;
import io.cosmodrome.bench.Team;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The shortest tour through some cities, by branch and bound. Size: cities.
 *
 * <p>Threads take beginnings of tours from a common pool. The length of the best tour is written
 * under a lock and read without one, as in the program that the papers use: a race that does no
 * harm, because a stale length only prunes less.
 */
public final class Tsp {
  private static final int PREFIX = 3; // cities in the beginnings of tours

  private static final class Tour {
    final int[] cities;
    int count;
    int length;

    Tour(int[] cities, int count, int length) {
      this.cities = cities;
      this.count = count;
      this.length = length;
    }
  }

  private final int[][] distances;
  private final Deque<Tour> pool = new ArrayDeque<>();
  private int best = Integer.MAX_VALUE;
  private long taken;

  private Tsp(int cities) {
    distances = new int[cities][cities];
    Numbers numbers = new Numbers(4);
    int[] x = new int[cities];
    int[] y = new int[cities];
    for (int i = 0; i < cities; i++) {
      x[i] = numbers.below(1000);
      y[i] = numbers.below(1000);
      for (int j = 0; j < i; j++) {
        distances[i][j] = (int) Math.hypot(x[i] - x[j], y[i] - y[j]);
        distances[j][i] = distances[i][j];
      }
    }
    spread(new Tour(new int[cities], 1, 0));
  }

  /** Puts all beginnings that go on from this one into the pool. */
  private void spread(Tour tour) {
    if (tour.count == PREFIX) {
      pool.add(tour);
      return;
    }
    for (int city = 1; city < distances.length; city++) {
      if (!visits(tour, city)) {
        int[] cities = Arrays.copyOf(tour.cities, tour.cities.length);
        cities[tour.count] = city;
        int length = tour.length + distances[cities[tour.count - 1]][city];
        spread(new Tour(cities, tour.count + 1, length));
      }
    }
  }

  private static boolean visits(Tour tour, int city) {
    for (int i = 0; i < tour.count; i++) {
      if (tour.cities[i] == city) {
        return true;
      }
    }
    return false;
  }

  synchronized @Nullable Tour take() {
    Tour tour = pool.poll();
    taken += tour == null ? 0 : 1;
    return tour;
  }

  synchronized void offer(int length) {
    if (length < best) {
      best = length;
    }
  }

  /** Tries everything that goes on from the tour, which is as before afterwards. */
  private void search(Tour tour) {
    int last = tour.cities[tour.count - 1];
    if (tour.count == distances.length) {
      int length = tour.length + distances[last][0];
      if (length < best) {
        offer(length);
      }
      return;
    }
    for (int city = 1; city < distances.length; city++) {
      int step = distances[last][city];
      if (tour.length + step < best && !visits(tour, city)) {
        tour.cities[tour.count] = city;
        tour.count++;
        tour.length += step;
        search(tour);
        tour.count--;
        tour.length -= step;
      }
    }
  }

  private void work() {
    for (Tour tour = take(); tour != null; tour = take()) {
      search(tour);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Tsp tsp = new Tsp(Team.size(args));
    Team.run(Team.threads(args), number -> tsp.work());
    Team.report(tsp.best, tsp.taken);
  }
}
