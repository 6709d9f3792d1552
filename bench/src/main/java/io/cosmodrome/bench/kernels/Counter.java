package io.cosmodrome.bench.kernels;

import io.cosmodrome.bench.Team;

/** A synchronized counter that all threads increment. Size: increments per thread. */
public final class Counter {
  private long value;

  private Counter() {}

  synchronized void increment() {
    value++;
  }

  synchronized long value() {
    return value;
  }

  private static void count(Counter counter, int times) {
    for (int i = 0; i < times; i++) {
      counter.increment();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int size = Team.size(args);
    int threads = Team.threads(args);
    Counter counter = new Counter();
    Team.run(threads, number -> count(counter, size));
    Team.report(counter.value(), (long) size * threads);
  }
}
