package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.DontInline;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How many words of one kind, in one {@link ArrayView}, make its thread look. Others count the
 * words that they take away, the thread those that it gets back. If several take away the same word
 * at once too many are counted; so words are looked through now and then, ever more seldom.
 */
final class Ownership {
  private static final int PATIENCE = 16; // questions until words are looked through
  private static final int MAX_PATIENCE = 1 << 20;
  private static final VarHandle LOST;

  static {
    try {
      LOST = MethodHandles.lookup().findVarHandle(Ownership.class, "lost", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private int lost; // to other threads, which add to it

  // the thread's own
  private int regained; // of these
  private int patience = PATIENCE;
  private int nextPatience = PATIENCE;
  private Object seenIn = this; // words that were looked through, or their pages
  private int seenFirst; // from this element
  private int seenLast; // to this one
  private int seenLost; // with so many lost before

  Ownership(int missing) {
    this.lost = missing;
  }

  boolean isWhole() {
    return lost == regained;
  }

  /** Another thread has taken away a word; to be called after that. */
  void lose() {
    LOST.getAndAdd(this, 1);
  }

  void regain() {
    regained++;
  }

  /** Whether, now and then, no word is found that is less than {@code least}. */
  @DontInline
  boolean regainsAll(long[] words, long least) {
    if (patience-- > 0) {
      return false;
    }
    int before = lost();
    for (long word : words) {
      if (word < least) {
        patience = nextPatience;
        nextPatience = Math.min(MAX_PATIENCE, 2 * nextPatience);
        return false;
      }
    }
    regained = before;
    nextPatience = PATIENCE;
    return isWhole();
  }

  /** How many are lost: whoever takes away a word from now on is not in that number. */
  int lost() {
    return (int) LOST.getVolatile(this);
  }

  /** Whether words were looked through, from one element to another, and none was lost since. */
  boolean hasSeen(Object words, int first, int last) {
    return seenIn == words && seenLost == lost && first >= seenFirst && last <= seenLast;
  }

  /**
   * The words from one element to another were looked through, and none makes the thread look.
   *
   * @param lostBefore how many words were lost when that began
   */
  void saw(Object words, int first, int last, int lostBefore) {
    seenIn = words;
    seenFirst = first;
    seenLast = last;
    seenLost = lostBefore;
  }

  /** Words may be gone without having been taken away by others. */
  void unsee() {
    seenIn = this;
  }
}
