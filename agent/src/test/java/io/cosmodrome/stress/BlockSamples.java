package io.cosmodrome.stress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.logging.Level;

/** For {@code MethodShapeTest}: methods that can be violated, and others. */
@SuppressWarnings("all") // fields and methods are here to be looked at, not to be used
public final class BlockSamples {
  private static final int[] TABLE = {1, 2, 3};
  private static int total;
  private static final VarHandle COUNT;
  private final AtomicInteger atomic = new AtomicInteger();
  private int count;
  private int other;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(BlockSamples.class, "count", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public void change() {
    count++;
    other++;
  }

  public int one() {
    if (count < 0) {
      throw new IllegalStateException("count");
    }
    return 0;
  }

  public int two() {
    return count + other;
  }

  public int ownStatic() {
    return total + TABLE.length;
  }

  public void addToOwnStatic() {
    total++;
  }

  public int staticOfOther() {
    return Other.total;
  }

  public int loopWithoutEvent(int bits) {
    int sum = count;
    while (bits != 0) {
      bits &= bits - 1;
      sum++;
    }
    return sum;
  }

  public int loopWithEvent(int turns) {
    int sum = 0;
    for (int i = 0; i < turns; i++) {
      sum += count;
    }
    return sum;
  }

  public int elementInLoop(int turns) {
    int sum = 0;
    for (int i = 0; i < turns; i++) {
      sum += TABLE[i];
    }
    return sum;
  }

  public BlockSamples makesOwn() {
    return new BlockSamples();
  }

  public int callsBlock() {
    return 1 + two();
  }

  public synchronized int locked() {
    return count;
  }

  public int callsLocked() {
    return locked();
  }

  public int callsBlockInLoop(int turns) {
    int sum = 0;
    for (int i = 0; i < turns; i++) {
      sum += two();
    }
    return sum;
  }

  public int callsTwoBlocks() {
    return two() + two();
  }

  public int callsBlockAndReads() {
    return two() + count;
  }

  public int callsNoBlock() {
    return helper();
  }

  private int helper() { // as a private method, none that is meant to be atomic
    return count + other;
  }

  public Other makesOther() {
    return new Other();
  }

  public int oneOrTheOther(boolean which) {
    return which ? count : other;
  }

  public int eitherAndThenOne(boolean which) {
    return (which ? count : other) + count;
  }

  public int inAFailure(int[] numbers) {
    try {
      return numbers.length + count;
    } catch (NullPointerException e) {
      return other; // as far as is known here, after the other event
    }
  }

  public int afterAFailure(int[] numbers) {
    int length;
    try {
      length = numbers.length;
    } catch (NullPointerException e) {
      return other;
    }
    return length + count;
  }

  public int atomic() {
    return atomic.get();
  }

  public boolean compares(int expected) {
    return atomic.compareAndSet(expected, 1);
  }

  public int atomicTwice() {
    return atomic.get() + atomic.get();
  }

  public int updates() {
    return atomic.updateAndGet(value -> value + count);
  }

  public int overridable() {
    return atomic.intValue();
  }

  public Supplier<Integer> makesFunction() {
    return this::two;
  }

  public void byHandle() {
    COUNT.setVolatile(this, 1);
  }

  public Object staticOfJdk() {
    return Level.INFO;
  }

  /** Its superclass has a constructor without events, and so has this one. */
  public static final class Derived extends Base {
    private int more = 1;

    public Derived() {}
  }

  public static final class Loud extends Announced {
    private int more = 1;

    public Loud() {}
  }

  static class Base {}

  public static final class TwoStatics {
    static int one;
    static int other;
  }

  static class Announced {
    static Announced latest;
    static int announced;

    Announced() {
      announced++;
      latest = this;
    }
  }

  /** Its initializer may do anything. */
  static final class Other {
    static int total = Integer.getInteger("none", 1);
  }
}
