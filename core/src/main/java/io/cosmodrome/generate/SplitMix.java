package io.cosmodrome.generate;

/**
 * Random numbers that are the same for the same seed on every JDK: a 64-bit counter advanced by the
 * golden ratio, and a mixing of its bits (SplitMix64).
 */
final class SplitMix {
  private long state;

  SplitMix(long seed) {
    state = seed;
  }

  long next() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** A number from 0 up to, not including, {@code bound}, which is positive. */
  int below(int bound) {
    return (int) (((next() >>> 32) * bound) >>> 32);
  }

  /** A number from 1 on that is {@code mean} on average. */
  int around(int mean) {
    return 1 + below((int) Math.min(2L * mean - 1, Integer.MAX_VALUE));
  }

  /** True with probability {@code threshold / 65536}; see {@link #threshold}. */
  boolean chance(int threshold) {
    return (next() >>> 48) < threshold;
  }

  /** What {@link #chance} takes for a probability between 0 and 1. */
  static int threshold(double probability) {
    return (int) Math.round(Math.max(0, Math.min(1, probability)) * 65536);
  }
}
