package io.cosmodrome.bench;

/** Pseudo-random numbers without shared state: the same seed, the same numbers, in every thread. */
public final class Numbers {
  private long state;

  public Numbers(long seed) {
    state = seed;
  }

  /** The number that this seed stands for. */
  public static long mix(long seed) {
    long z = seed + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  public long next() {
    state += 0x9E3779B97F4A7C15L;
    return mix(state);
  }

  public int below(int bound) {
    return (int) ((next() >>> 33) % bound);
  }

  /** At least 0, less than 1. */
  public double fraction() {
    return (next() >>> 11) * 0x1.0p-53;
  }

  /** Normally distributed, about: the sum of twelve fractions. */
  public double normal() {
    double sum = -6;
    for (int i = 0; i < 12; i++) {
      sum += fraction();
    }
    return sum;
  }
}
