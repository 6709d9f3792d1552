package io.cosmodrome.bench.kernels;

import io.cosmodrome.bench.Team;

/** Dining philosophers who take the fork with the lower number first. Size: meals of each. */
public final class Philo {
  private static final class Fork {
    long uses;
  }

  private static final class Philosopher {
    private final Fork first;
    private final Fork second;
    private long meals;

    Philosopher(Fork left, Fork right, boolean leftFirst) {
      first = leftFirst ? left : right;
      second = leftFirst ? right : left;
    }

    void eat() {
      synchronized (first) {
        synchronized (second) {
          first.uses++;
          second.uses++;
          meals++;
        }
      }
    }

    long meals() {
      return meals;
    }
  }

  private Philo() {}

  private static void live(Philosopher philosopher, int meals) {
    for (int i = 0; i < meals; i++) {
      philosopher.eat();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int size = Team.size(args);
    int seats = Math.max(2, Team.threads(args));
    Fork[] forks = new Fork[seats];
    for (int i = 0; i < seats; i++) {
      forks[i] = new Fork();
    }
    Philosopher[] table = new Philosopher[seats];
    for (int i = 0; i < seats; i++) {
      int right = (i + 1) % seats;
      table[i] = new Philosopher(forks[i], forks[right], i < right);
    }
    Team.run(seats, number -> live(table[number], size));
    long uses = 0;
    long meals = 0;
    for (int i = 0; i < seats; i++) {
      uses = 31 * uses + forks[i].uses;
      meals += table[i].meals();
    }
    Team.report(uses, meals);
  }
}
