package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.Epoch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The readers of the variables of one object that are not in the variables' own words: by thread
 * and variable, the latest read since the last write, a clock and a site in one word.
 *
 * <p>A cell that is not 0 belongs to its thread, which refreshes it without the lock; 0 says that
 * there was no read since the last write. Cells are never moved; room for them is made under the
 * variable's lock. So a thread that looks without the lock finds its cell or nothing, and a cell is
 * changed by its own thread or by a write, which excludes reads.
 *
 * <p>Cells of different threads are far from each other: threads that read the same again and again
 * would wait for each other's stores to a cache line that they share. So objects with few variables
 * share {@link Room}, where each of the first threads has the cells of several objects side by
 * side. All others are in pages that belong to one object and one thread.
 */
public final class ReadCells {
  private static final int SLOTS = 8; // that have room
  private static final int MAX_VARIABLES = Room.SMALL; // of an object that has
  private static final int SHIFT = 6; // a page has 64 variables, or all if there are fewer
  private static final long[][] NO_PAGES = {};

  private final int variables;
  private final long[] @Nullable [] room; // by slot; none for objects with many variables
  private final int roomSize;
  private final int start; // of the object's cells there
  private long[] @Nullable [] pages = NO_PAGES; // by slot and page

  /**
   * Where the first threads have the cells of several objects, each in one array. The first of
   * these are large. If there are many, few objects share one, since the last one keeps all of it.
   */
  static final class Room {
    private static final int LARGE = 64; // cells
    private static final int SMALL = 16;
    private static final int MANY = 32;

    private long[] @Nullable [] bySlot = new long[SLOTS][];
    private int size = LARGE;
    private int taken;
    private int count;

    /** Makes room for as many cells more of each thread, and returns where they start. */
    private int take(int cells) {
      if (taken + cells > size) {
        bySlot = new long[SLOTS][];
        size = count < MANY ? LARGE : SMALL;
        taken = 0;
        count++;
      }
      taken += cells;
      return taken - cells;
    }
  }

  /**
   * @param room of the thread that is the first to read
   */
  ReadCells(int variables, Room room) {
    this.variables = variables;
    boolean isSmall = variables <= MAX_VARIABLES;
    this.start = isSmall ? room.take(variables) : 0;
    this.room = isSmall ? room.bySlot : NO_PAGES;
    this.roomSize = room.size;
  }

  private int pagesPerSlot() {
    return ((variables - 1) >>> SHIFT) + 1;
  }

  private long @Nullable [] page(int slot, int variable) {
    long[] @Nullable [] all = pages;
    int page = slot * pagesPerSlot() + (variable >>> SHIFT);
    return page < all.length ? all[page] : null;
  }

  private static int cell(int variable) {
    return variable & ((1 << SHIFT) - 1);
  }

  /** Remembers another read if the thread has read since the last write. */
  boolean again(int slot, int variable, long epoch, int site) {
    long[] @Nullable [] room = this.room;
    long[] cells;
    int cell;
    if (slot < room.length) {
      cells = room[slot];
      cell = start + variable;
    } else {
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
    if (slot < room.length) {
      long[] cells = room[slot];
      return cells == null ? 0 : cells[start + variable];
    }
    long[] page = page(slot, variable);
    return page == null ? 0 : page[cell(variable)];
  }

  /** Remembers the first read since a write if there is room for it. */
  boolean put(int slot, int variable, long epoch, int site) {
    boolean hasRoom = slot < room.length;
    long[] cells = hasRoom ? room[slot] : page(slot, variable);
    if (cells != null) {
      cells[hasRoom ? start + variable : cell(variable)] = epoch << Sites.BITS | site;
    }
    return cells != null;
  }

  /** Makes room for a thread's reads; under the lock. */
  void add(int slot, int variable) {
    if (slot < room.length) {
      room[slot] = new long[roomSize];
      return;
    }
    int page = slot * pagesPerSlot() + (variable >>> SHIFT);
    if (page >= pages.length) {
      int slots = Integer.highestOneBit(slot + 1) << 1; // the next power of two after slot + 1
      pages = Arrays.copyOf(pages, Math.max(slots, slot + 1) * pagesPerSlot());
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
    for (int slot = 0; slot < room.length; slot++) {
      long[] cells = room[slot];
      if (cells != null && !show(slot, cells[start + variable], visitor)) {
        return false;
      }
    }
    long[] @Nullable [] all = pages;
    for (int page = variable >>> SHIFT; page < all.length; page += pagesPerSlot()) {
      long[] cells = all[page];
      if (cells != null && !show(page / pagesPerSlot(), cells[cell(variable)], visitor)) {
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
    for (long[] cells : room) {
      if (cells != null && cells[start + variable] != 0) {
        cells[start + variable] = 0;
      }
    }
    long[] @Nullable [] all = pages;
    for (int page = variable >>> SHIFT; page < all.length; page += pagesPerSlot()) {
      long[] cells = all[page];
      if (cells != null) {
        cells[cell(variable)] = 0;
      }
    }
  }
}
