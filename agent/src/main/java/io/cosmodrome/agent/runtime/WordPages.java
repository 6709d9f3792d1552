package io.cosmodrome.agent.runtime;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One thread's words for the elements of a large array, in pages that are made when the thread
 * comes by and given up once nothing in them matters.
 *
 * <p>Pages are made and given up by their thread alone, under the array's monitor. Others may look
 * without it: a page that was just given up has nothing that matters.
 */
final class WordPages {
  private static final int SHIFT = 6;
  private static final int MASK = (1 << SHIFT) - 1;
  private static final int KEPT = 32; // pages that need not be looked through

  private final long[] @Nullable [] pages;
  private int[] made = new int[KEPT]; // which ones there are
  private int count;
  private int limit = KEPT; // as many before they are looked through

  WordPages(int elements) {
    this.pages = new long[((elements - 1) >>> SHIFT) + 1][];
  }

  /** The first element on the page of an element. */
  static int first(int element) {
    return element & ~MASK;
  }

  /** The last element on the page of an element. */
  static int last(int element) {
    return element | MASK;
  }

  /** The word of an element; 0 if it has none. */
  long get(int element) {
    long[] page = pages[element >>> SHIFT];
    return page == null ? 0 : page[element & MASK];
  }

  /** Whether there is room for an element's word. */
  boolean has(int element) {
    return pages[element >>> SHIFT] != null;
  }

  /** Stores a word if there is room for it. */
  void set(int element, long word) {
    long[] page = pages[element >>> SHIFT];
    if (page != null) {
      page[element & MASK] = word;
    }
  }

  /** Stores a word in place of one that is at least {@code least}; if there is none, false. */
  boolean replace(int element, long least, long word) {
    int number = element >>> SHIFT;
    if (number >= pages.length) {
      return true; // the access itself will throw
    }
    long[] page = pages[number];
    if (page == null || page[element & MASK] < least) {
      return false;
    }
    page[element & MASK] = word;
    return true;
  }

  /** Whether there are words from one element to another, all of them at least {@code least}. */
  boolean areAtLeast(long least, int first, int last) {
    for (int number = first >>> SHIFT; number <= last >>> SHIFT; number++) {
      long[] page = pages[number];
      int start = number << SHIFT;
      int end = Math.min(last - start, MASK);
      for (int i = Math.max(first - start, 0); i <= end; i++) {
        if (page == null || page[i] < least) {
          return false;
        }
      }
    }
    return true;
  }

  /** Makes room for an element's word, and gives up pages in which nothing matters. */
  void add(int element, long word, MonitoredThread owner) {
    if (count == limit) {
      forgetGarbage(owner);
      limit = Math.max(KEPT, 2 * count);
      made = Arrays.copyOf(made, limit);
    }
    long[] page = new long[1 << SHIFT];
    Arrays.fill(page, word);
    pages[element >>> SHIFT] = page;
    made[count++] = element >>> SHIFT;
  }

  private void forgetGarbage(MonitoredThread owner) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      long[] page = pages[made[i]];
      if (page != null && ArrayView.isGarbage(page, owner)) {
        pages[made[i]] = null;
      } else {
        made[kept++] = made[i];
      }
    }
    count = kept;
  }

  /** The latest clock of some words. */
  static long latest(long[] words) {
    long latest = 0;
    for (long word : words) {
      latest = Math.max(latest, (word & ~MonitoredThread.SHARED) >>> Sites.BITS);
    }
    return latest;
  }

  /** Whether no word has a clock as late as that. */
  static boolean areBefore(long clock, long[] words) {
    for (long word : words) {
      if ((word & ~MonitoredThread.SHARED) >>> Sites.BITS >= clock) {
        return false;
      }
    }
    return true;
  }
}
