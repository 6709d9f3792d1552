package io.cosmodrome.agent.runtime;

/**
 * How much stack threads are given. Frames of instrumented methods are up to five times as long,
 * and up to nine times with {@code strict=true}, and what has room enough without the agent is to
 * have it with the agent, too. Stack is reserved, and not taken before it is used.
 *
 * <p>Called by the constructor of {@link Thread}, so it needs nothing else of ours.
 */
public final class StackSizes {
  private static final int FACTOR = 8;
  private static final long MOST_ADDED = 1L << 30;

  /**
   * A stack that ends where a huge page does is given that page as soon as it is used, which would
   * be memory that is taken. So large ones are less than a multiple of it.
   */
  private static final long HUGE_PAGE = 2L << 20;

  private static final long LESS = 64L << 10;

  /** What most JVMs give by themselves is about an eighth of it. */
  private static final long USUAL = (8L << 20) - LESS;

  private static volatile boolean isUsualGiven = true;

  private StackSizes() {}

  /** The JVM was not told of a size, so that whoever asks for none may be given more. */
  public static void letUsualGrow() {
    isUsualGiven = false;
  }

  /**
   * What a thread is given, in bytes.
   *
   * @param wanted what the program asks for; 0 for what is usual
   */
  public static long of(long wanted) {
    if (wanted == 0) {
      return isUsualGiven ? 0 : USUAL;
    }
    if (wanted < 0 || wanted > Long.MAX_VALUE / FACTOR) {
      return wanted;
    }
    long given = wanted + Math.min((FACTOR - 1) * wanted, MOST_ADDED);
    return given < HUGE_PAGE ? given : given - LESS;
  }
}
