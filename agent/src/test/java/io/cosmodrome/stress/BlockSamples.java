package io.cosmodrome.stress;

/** For {@code MethodShapeTest}: methods that can be violated, and others. */
@SuppressWarnings("all") // fields and methods are here to be looked at, not to be used
public final class BlockSamples {
  private static final int[] TABLE = {1, 2, 3};
  private static int total;
  private int count;
  private int other;

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

  /** Its initializer may do anything. */
  static final class Other {
    static int total = Integer.getInteger("none", 1);
  }
}
