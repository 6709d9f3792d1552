package io.cosmodrome.check;

/**
 * A moment of a thread in one word: the thread's slot in the high bits, its clock in the low ones.
 *
 * <p>Clocks count from 1, so 0 is never an epoch and can stand for "none".
 */
public final class Epoch {
  public static final int CLOCK_BITS = 43;
  static final int MAX_SLOTS = 1 << 20;
  private static final long CLOCK_MASK = (1L << CLOCK_BITS) - 1;

  private Epoch() {}

  public static long of(int slot, long clock) {
    return ((long) slot << CLOCK_BITS) | clock;
  }

  public static int slot(long epoch) {
    return (int) (epoch >>> CLOCK_BITS);
  }

  public static long clock(long epoch) {
    return epoch & CLOCK_MASK;
  }
}
