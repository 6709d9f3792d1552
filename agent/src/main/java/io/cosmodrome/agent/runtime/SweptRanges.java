package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.DontInline;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What loops of one thread have read, or written, in an array: a few ranges, with a word for all
 * elements of a range. A loop that runs again and again would else store to as many words as the
 * array has elements, each time.
 *
 * <p>An element's latest access is told by its own word or by a range, whichever is later. Ranges
 * say only when there was an access. Whether the thread has to look before the next one is said by
 * the elements' words alone, so nobody has to change a range of another thread: what a range says
 * of an access after which others have come is still true, and its edges follow from theirs.
 *
 * <p>A range is replaced by one that has all of its elements, or all but a few, which then get
 * their words, or if it matters no more. Only the thread itself does so. Others look at ranges
 * first and at words then, so they find what was moved from one to the other.
 */
final class SweptRanges {
  private static final int RANGES = 4;
  static final int LEAST = 16; // elements; fewer are stored as words
  private static final int MAX_LEFT = 16; // elements of a range that the next one does not have
  private static final VarHandle RANGE = MethodHandles.arrayElementVarHandle(Range[].class);
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final @Nullable Range[] ranges = new Range[RANGES];

  /** Elements at equal distances. */
  private static final class Range {
    final int first;
    final int last;
    final int stride; // positive
    long word; // of the latest loop

    Range(int first, int last, int stride, long word) {
      this.first = first;
      this.last = last;
      this.stride = stride;
      this.word = word;
    }

    boolean has(int element) {
      return element >= first
          && element <= last
          && (stride == 1 || (element - first) % stride == 0);
    }

    /** How many elements are not in another range; a large number if unknown. */
    int missing(int otherFirst, int otherLast, int otherStride) {
      if (stride != otherStride || (first - otherFirst) % stride != 0) {
        return Integer.MAX_VALUE;
      }
      return (Math.max(0, otherFirst - first) + Math.max(0, last - otherLast)) / stride;
    }
  }

  /** The word of the latest loop that has accessed an element; 0 if none has. For all threads. */
  @DontInline
  long at(int element) {
    long latest = 0;
    for (int i = 0; i < RANGES; i++) {
      Range range = (Range) RANGE.getAcquire(ranges, i);
      if (range != null && range.has(element)) {
        latest = Math.max(latest, range.word);
      }
    }
    return latest;
  }

  /** Whether some range has elements between two others, or may have. */
  boolean overlap(int first, int last) {
    for (int i = 0; i < RANGES; i++) {
      Range range = (Range) RANGE.getAcquire(ranges, i);
      if (range != null && range.first <= last && range.last >= first) {
        return true;
      }
    }
    return false;
  }

  /** The latest clock of all ranges. */
  long latest() {
    long latest = 0;
    for (int i = 0; i < RANGES; i++) {
      Range range = (Range) RANGE.getAcquire(ranges, i);
      if (range != null) {
        latest = Math.max(latest, range.word >>> Sites.BITS);
      }
    }
    return latest;
  }

  /**
   * Remembers what a loop has accessed, if that is possible; else its words are to be stored.
   *
   * @param first the index of the first turn
   * @param stride what each turn added to it
   * @param words of the elements; null if there are none that could be stored to
   */
  boolean add(
      int first, int stride, int count, long word, long @Nullable [] words, MonitoredThread me) {
    if (count < LEAST || stride == 0) {
      return false;
    }
    int end = first + (count - 1) * stride;
    int from = Math.min(first, end);
    int to = Math.max(first, end);
    int distance = Math.abs(stride);
    int place = -1;
    int least = words == null ? 0 : MAX_LEFT; // missing
    for (int i = 0; i < RANGES; i++) {
      Range range = ranges[i];
      if (range == null) {
        place = place < 0 || least > 0 ? i : place;
        least = 0;
      } else if (range.first == from && range.last == to && range.stride == distance) {
        range.word = word;
        return true;
      } else {
        int missing = range.missing(from, to, distance);
        if (missing < least || (missing == least && place < 0)) {
          least = missing;
          place = i;
        }
      }
    }
    int over = place < 0 || least > 0 ? garbage(me) : -1;
    if (over >= 0) {
      place = over;
    } else if (place < 0) {
      return false;
    } else if (least > 0 && words != null && ranges[place] != null) {
      storeMissing(ranges[place], from, to, words);
    }
    RANGE.setRelease(ranges, place, new Range(from, to, distance, word));
    return true;
  }

  /** The place of a range that matters no more; -1 if there is none. */
  private int garbage(MonitoredThread me) {
    for (int i = 0; i < RANGES; i++) {
      Range range = ranges[i];
      if (range != null && me.isGarbageUpTo(range.word >>> Sites.BITS)) {
        return i;
      }
    }
    return -1;
  }

  /** Stores the words of what is in a range but not in the one that takes its place. */
  private static void storeMissing(Range range, int first, int last, long[] words) {
    for (int element = range.first;
        element < first && element <= range.last;
        element += range.stride) {
      storeLater(words, element, range.word);
    }
    for (int element = range.last;
        element > last && element >= range.first;
        element -= range.stride) {
      storeLater(words, element, range.word);
    }
  }

  /**
   * Stores the word of an earlier access, unless there was a later one. Meanwhile others may have
   * made the thread look, which must stay so.
   */
  private static void storeLater(long[] words, int element, long word) {
    long before = words[element];
    while (before != 0 && (before & ~MonitoredThread.SHARED) < word) {
      long after = word | (before & MonitoredThread.SHARED);
      long found = (long) WORD.compareAndExchange(words, element, before, after);
      if (found == before) {
        return;
      }
      before = found;
    }
  }
}
