package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.Epoch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The readers of the variables of one object or array that are not in the variables' own words: by
 * thread and variable, the latest read since the last write, a clock and a site in one word.
 *
 * <p>A cell that is not 0 belongs to its thread, which refreshes it without the lock; 0 says that
 * there was no read since the last write. Cells come in pages, which are never moved; pages are
 * added under the runtime's lock. So a thread that looks without the lock finds its cell or
 * nothing, and a cell is changed by its own thread or by a write, which excludes reads.
 */
public final class ReadCells {
  private static final int SHIFT = 6; // a page has 64 variables, or all if there are fewer

  private final int variables;
  private final int pagesPerSlot;
  private long[] @Nullable [] pages; // by slot and page

  ReadCells(int variables) {
    this.variables = variables;
    this.pagesPerSlot = ((variables - 1) >>> SHIFT) + 1;
    this.pages = new long[0][];
  }

  private long @Nullable [] page(int slot, int variable) {
    long[] @Nullable [] all = pages;
    int page = slot * pagesPerSlot + (variable >>> SHIFT);
    return page < all.length ? all[page] : null;
  }

  private static int cell(int variable) {
    return variable & ((1 << SHIFT) - 1);
  }

  /** Remembers another read if the thread has read since the last write. */
  boolean again(int slot, int variable, long epoch, int site) {
    long[] page = page(slot, variable);
    if (page != null) {
      int cell = cell(variable);
      long before = page[cell];
      if (before != 0) {
        long clock = epoch << Sites.BITS;
        if ((before ^ clock) >>> Sites.BITS != 0) {
          page[cell] = clock | site;
        }
        return true;
      }
    }
    return false;
  }

  /** Whether the thread has read in this epoch, since the last write. */
  boolean has(int slot, int variable, long epoch) {
    long[] page = page(slot, variable);
    return page != null && (page[cell(variable)] ^ epoch << Sites.BITS) >>> Sites.BITS == 0;
  }

  /** Remembers the first read since a write if there is room for it. */
  boolean put(int slot, int variable, long epoch, int site) {
    long[] page = page(slot, variable);
    if (page == null) {
      return false;
    }
    page[cell(variable)] = epoch << Sites.BITS | site;
    return true;
  }

  /** Makes room for a thread's reads; under the lock. */
  void add(int slot, int variable) {
    int page = slot * pagesPerSlot + (variable >>> SHIFT);
    if (page >= pages.length) {
      int slots = Integer.highestOneBit(slot + 1) << 1; // the next power of two after slot + 1
      pages = Arrays.copyOf(pages, Math.max(slots, slot + 1) * pagesPerSlot);
    }
    int first = variable >>> SHIFT << SHIFT;
    pages[page] = new long[Math.min(1 << SHIFT, variables - first)];
  }

  /** What to do with a read. */
  interface Visitor {
    boolean read(long epoch, int site);
  }

  /** Shows all reads of a variable since its last write, until one answer is no. */
  boolean all(int variable, Visitor visitor) {
    long[] @Nullable [] all = pages;
    int cell = cell(variable);
    for (int page = variable >>> SHIFT; page < all.length; page += pagesPerSlot) {
      long[] cells = all[page];
      if (cells != null && cells[cell] != 0) {
        long epoch = Epoch.of(page / pagesPerSlot, cells[cell] >>> Sites.BITS);
        int site = (int) cells[cell] & ((1 << Sites.BITS) - 1);
        if (!visitor.read(epoch, site)) {
          return false;
        }
      }
    }
    return true;
  }

  /** A write ends the time of a variable's readers. */
  void clear(int variable) {
    long[] @Nullable [] all = pages;
    int cell = cell(variable);
    for (int page = variable >>> SHIFT; page < all.length; page += pagesPerSlot) {
      long[] cells = all[page];
      if (cells != null) {
        cells[cell] = 0;
      }
    }
  }
}
