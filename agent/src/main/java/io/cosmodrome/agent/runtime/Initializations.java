package io.cosmodrome.agent.runtime;

import java.util.Arrays;

/**
 * The initializations of classes that are over, as ranges of epochs. Guarded by the runtime's lock.
 *
 * <p>Whoever needs a class comes after its initialization, whichever thread did it, and finds what
 * it would have made itself. So what is accessed there is nothing that could come between the steps
 * of others: it counts as done before all else. Missed are conflicts with an initializer that works
 * on what is not its own.
 */
final class Initializations {
  // sorted; they do not overlap
  private long[] firsts = new long[16];
  private long[] lasts = new long[16];
  private int count;

  void add(long first, long last) {
    int from = placeOf(first);
    int to = from; // those that were part of this one
    while (to < count && firsts[to] <= last) {
      to++;
    }
    if (count == firsts.length) {
      firsts = Arrays.copyOf(firsts, 2 * count);
      lasts = Arrays.copyOf(lasts, 2 * count);
    }
    System.arraycopy(firsts, to, firsts, from + 1, count - to);
    System.arraycopy(lasts, to, lasts, from + 1, count - to);
    firsts[from] = first;
    lasts[from] = last;
    count += 1 - (to - from);
  }

  boolean include(long epoch) {
    int next = placeOf(epoch + 1);
    return next > 0 && epoch <= lasts[next - 1];
  }

  /** The place of the first one that begins at an epoch or later. */
  private int placeOf(long epoch) {
    int place = Arrays.binarySearch(firsts, 0, count, epoch);
    return place >= 0 ? place : -place - 1;
  }
}
