package io.cosmodrome.stress;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.StampedLock;
import java.util.function.IntBinaryOperator;

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

  /** Needs a method more for it. */
  public static final class Optimistic {
    private final StampedLock lock = new StampedLock();
    private int count;

    int get() {
      long stamp = lock.tryOptimisticRead();
      int result = count;
      return lock.validate(stamp) ? result : -1;
    }
  }

  /** Has a method reference for it, which becomes a method. */
  public static final class Referring {
    Object tries(AtomicInteger count) {
      IntBinaryOperator adds = count::compareAndExchange;
      return adds;
    }
  }

  /** Whose field others access. */
  public static final class Shared {
    public int count;
  }
}
