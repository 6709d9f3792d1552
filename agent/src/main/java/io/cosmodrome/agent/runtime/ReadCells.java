package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.Epoch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The readers of the variables of one object that are not in the variables' own words: by thread
 * and variable, the latest read since the last write, a clock and a site in one word.
 *
 * <p>A cell that is not 0 belongs to its thread, which refreshes it without the lock; 0 says that
 * there was no read since the last write. Cells are never moved: those of the first threads, if
 * there are few variables, are made at once, side by side; others come in pages, which are added
 * under the runtime's lock. So a thread that looks without the lock finds its cell or nothing, and
 * a cell is changed by its own thread or by a write, which excludes reads.
 */
public final class ReadCells {
  private static final int SLOTS = 4; // that have their cells side by side
  private static final int MAX_VARIABLES = 16; // of which they have
  private static final int SHIFT = 6; // a page has 64 variables, or all if there are fewer
  private static final long[] NONE = {};

  private final int variables;
  private final int pagesPerSlot;
  private final int side; // how many cells of a slot are side by side: all or none
  private final long[] first; // by slot and variable
  private long[] @Nullable [] pages; // by slot and page

  ReadCells(int variables) {
    this.variables = variables;
    this.pagesPerSlot = ((variables - 1) >>> SHIFT) + 1;
    this.side = variables <= MAX_VARIABLES ? variables : 0;
    this.first = side == 0 ? NONE : new long[SLOTS * side];
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
    long[] cells = first;
    int cell = slot * side + variable;
    if (cell >= cells.length) {
      cells = page(slot, variable);
      cell = cell(variable);
    }
    if (cells == null || cells[cell] == 0) {
      return false;
    }
    long clock = epoch << Sites.BITS;
    if ((cells[cell] ^ clock) >>> Sites.BITS != 0) {
      cells[cell] = clock | site;
    }
    return true;
  }

  /** Whether the thread has read in this epoch, since the last write. */
  boolean has(int slot, int variable, long epoch) {
    return (get(slot, variable) ^ epoch << Sites.BITS) >>> Sites.BITS == 0;
  }

  private long get(int slot, int variable) {
    int cell = slot * side + variable;
    if (cell < first.length) {
      return first[cell];
    }
    long[] page = page(slot, variable);
    return page == null ? 0 : page[cell(variable)];
  }

  /** Remembers the first read since a write if there is room for it. */
  boolean put(int slot, int variable, long epoch, int site) {
    long word = epoch << Sites.BITS | site;
    int cell = slot * side + variable;
    if (cell < first.length) {
      first[cell] = word;
      return true;
    }
    long[] page = page(slot, variable);
    if (page != null) {
      page[cell(variable)] = word;
    }
    return page != null;
  }

  /** Makes room for a thread's reads; under the lock. */
  void add(int slot, int variable) {
    int page = slot * pagesPerSlot + (variable >>> SHIFT);
    if (page >= pages.length) {
      int slots = Integer.highestOneBit(slot + 1) << 1; // the next power of two after slot + 1
      pages = Arrays.copyOf(pages, Math.max(slots, slot + 1) * pagesPerSlot);
    }
    int start = variable >>> SHIFT << SHIFT;
    pages[page] = new long[Math.min(1 << SHIFT, variables - start)];
  }

  /** What to do with a read. */
  interface Visitor {
    boolean read(long epoch, int site);
  }

  /** Shows all reads of a variable since its last write, until one answer is no. */
  boolean all(int variable, Visitor visitor) {
    for (int cell = variable; cell < first.length; cell += side) {
      if (!show(cell / side, first[cell], visitor)) {
        return false;
      }
    }
    long[] @Nullable [] all = pages;
    for (int page = variable >>> SHIFT; page < all.length; page += pagesPerSlot) {
      long[] cells = all[page];
      if (cells != null && !show(page / pagesPerSlot, cells[cell(variable)], visitor)) {
        return false;
      }
    }
    return true;
  }

  private static boolean show(int slot, long word, Visitor visitor) {
    int site = (int) word & ((1 << Sites.BITS) - 1);
    return word == 0 || visitor.read(Epoch.of(slot, word >>> Sites.BITS), site);
  }

  /** A write ends the time of a variable's readers. */
  void clear(int variable) {
    for (int cell = variable; cell < first.length; cell += side) {
      first[cell] = 0;
    }
    long[] @Nullable [] all = pages;
    for (int page = variable >>> SHIFT; page < all.length; page += pagesPerSlot) {
      long[] cells = all[page];
      if (cells != null) {
        cells[cell(variable)] = 0;
      }
    }
  }
}
