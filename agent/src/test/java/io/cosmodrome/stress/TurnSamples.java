package io.cosmodrome.stress;

import java.util.concurrent.atomic.AtomicInteger;

/** Classes for {@code TurnsTest}, in a package that may be instrumented. */
public final class TurnSamples {
  private TurnSamples() {}

  /** Has nothing that is always heard. */
  public static final class Plain {
    private int count;
    private final long[] numbers = new long[2];

    synchronized void add() {
      count++;
      numbers[1] += count;
    }
  }

  /** Has. */
  public static final class Comparing {
    private final AtomicInteger count = new AtomicInteger();

    boolean tries() {
      return count.compareAndSet(0, 1);
    }
  }
}
