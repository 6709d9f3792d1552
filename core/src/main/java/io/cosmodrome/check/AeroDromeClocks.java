package io.cosmodrome.check;

import java.util.Arrays;

/**
 * The vector clocks of {@link AeroDromeChecker}: each says which running transactions reach an
 * event.
 *
 * <p>That is all a clock is ever asked for, so a clock has a column for each running transaction
 * that others have heard of, not for each thread. It <i>holds</i> a column if its entry there is
 * the column's present time. The time advances when the column's transaction ends, which makes all
 * older entries void at once. Clocks are as wide as the most columns in use at one time, however
 * many threads come and go.
 *
 * <p>A clock is shared by events that need not be told apart: the events of a transaction, and the
 * events of a thread outside transactions until a further transaction reaches it. All events of a
 * running transaction are judged by its newest clock, because what reaches one of them reaches the
 * transaction. A clock is known by a <i>handle</i>, its place and its generation there; handles
 * kept are counted, and the handle of a clock that was given up is <i>dead</i>. A clock is given up
 * when no handle is kept any more, or when it is not that of a running transaction and holds no
 * column: what nothing running reaches can be in no cycle to come.
 *
 * <p>{@code holders[c]} are the clocks that hold column c, and some dead ones: what the paper calls
 * update sets, of clocks instead of variables. A clock gets in where it first holds the column.
 */
final class AeroDromeClocks {
  /** The handle of a clock that holds nothing. It is dead. */
  static final long NONE = 0;

  private static final int PLACE_BITS = 28;
  private static final int PLACE_MASK = (1 << PLACE_BITS) - 1;
  private static final long NEXT_GENERATION = 1L << PLACE_BITS;
  private static final int NO_COLUMN = -1; // of a running transaction nobody has heard of
  private static final int ENDED = -2;
  private static final int[] EMPTY = {};

  // by place; place 0 is never used, so that NONE is dead
  private long[] handle = new long[64];
  private int[] references = new int[64];
  private int[] column = new int[64];
  private int[] size = new int[64]; // how many columns the clock holds
  private int[][] entries = new int[64][];
  private int places = 1;
  private int[] freePlaces = new int[64];
  private int freePlaceCount;

  // by column; times start at 1, so that 0 is void
  private int[] time = new int[8];
  private long[][] holders = new long[8][];
  private int[] holderCount = new int[8];
  private int columns;
  private int[] freeColumns = new int[8];
  private int freeColumnCount;

  private long joins;
  private long updates;

  AeroDromeClocks() {
    handle[0] = -1;
  }

  boolean isLive(long clock) {
    return handle[place(clock)] == clock;
  }

  /** Keeps one more handle of a live clock, or of {@link #NONE}. */
  void retain(long clock) {
    references[place(clock)]++;
  }

  /** Gives back a handle, which may be dead. */
  void release(long clock) {
    int place = place(clock);
    if (handle[place] == clock && --references[place] == 0) {
      giveUp(place);
    }
  }

  /**
   * The clock of a transaction that starts after an event with clock {@code before}, a handle that
   * is given back.
   */
  long begin(long before) {
    int from = place(before);
    if (handle[from] == before && references[from] == 1) {
      column[from] = NO_COLUMN; // nobody else could tell the two clocks apart
      return before;
    }
    int place = take();
    column[place] = NO_COLUMN;
    if (handle[from] == before) {
      joinEntries(place, from);
      references[from]--;
    }
    return handle[place];
  }

  /**
   * The transaction with this clock ends: all that it reached comes after all that reached it. Says
   * whether that closes a cycle. The clock dies if it holds nothing.
   */
  boolean end(long running) {
    int place = place(running);
    int own = column[place];
    column[place] = ENDED;
    boolean cycle = own >= 0 && handOn(place, own);
    if (size[place] == 0) {
      giveUp(place);
    }
    return cycle;
  }

  /** Lets the holders of an ended transaction's column hold what its clock holds instead. */
  private boolean handOn(int from, int ownColumn) {
    boolean cycle = false;
    freeColumn(ownColumn);
    long[] reached = holders[ownColumn];
    for (int i = 0; i < holderCount[ownColumn]; i++) {
      int place = place(reached[i]);
      if (handle[place] != reached[i]) {
        continue;
      }
      updates++;
      size[place]--;
      cycle |= column[place] >= 0 && holds(from, column[place]);
      joinEntries(place, from);
      if (size[place] == 0 && column[place] == ENDED) {
        giveUp(place);
      }
    }
    holderCount[ownColumn] = 0;
    return cycle;
  }

  /**
   * An event with the live clock {@code from} comes before an event of the transaction with clock
   * {@code running}, another one. Says whether that closes a cycle.
   */
  boolean join(long running, long from) {
    int to = place(running);
    int source = place(from);
    if (column[to] >= 0 && holds(source, column[to])) {
      return true;
    }
    if (column[source] != ENDED) {
      int sourceColumn = columnOf(source);
      if (holds(to, sourceColumn)) {
        return false; // what has come before the source since then is handed on when it ends
      }
      hold(to, sourceColumn);
    }
    joinEntries(to, source);
    return false;
  }

  /**
   * The clock of an event outside transactions that comes after events with the clocks {@code
   * before}, in its own thread, and {@code from}, which is live. The handle {@code before}, which
   * may be dead, is given back for the new one.
   */
  long after(long before, long from) {
    int source = place(from);
    boolean sourceRuns = column[source] != ENDED;
    if (!isLive(before)) {
      if (!sourceRuns) {
        references[source]++;
        return from;
      }
      return union(take(), source);
    }
    int place = place(before);
    if (covers(place, source) && (!sourceRuns || holds(place, columnOf(source)))) {
      return before;
    }
    if (references[place] == 1) {
      return union(place, source);
    }
    int copy = take();
    joinEntries(copy, place);
    references[place]--;
    return union(copy, source);
  }

  private long union(int place, int source) {
    if (column[source] != ENDED) {
      int sourceColumn = columnOf(source);
      if (!holds(place, sourceColumn)) {
        hold(place, sourceColumn);
      }
    }
    joinEntries(place, source);
    return handle[place];
  }

  /** Whether the live clock is that of a transaction that still runs. */
  boolean isRunning(long clock) {
    return column[place(clock)] != ENDED;
  }

  /** Whether all that one live clock holds is held by another one. */
  boolean covers(long clock, long other) {
    return covers(place(clock), place(other));
  }

  private boolean covers(int place, int other) {
    int[] theirs = entries[other];
    int left = size[other];
    for (int c = 0; left > 0; c++) {
      if (theirs[c] == time[c]) {
        if (!holds(place, c)) {
          return false;
        }
        left--;
      }
    }
    return true;
  }

  private boolean holds(int place, int c) {
    int[] own = entries[place];
    return c < own.length && own[c] == time[c];
  }

  private void joinEntries(int to, int from) {
    int left = size[from];
    if (left == 0) {
      return;
    }
    joins++;
    int[] theirs = entries[from];
    for (int c = 0; left > 0; c++) {
      if (theirs[c] == time[c]) {
        if (!holds(to, c)) {
          hold(to, c);
        }
        left--;
      }
    }
  }

  private void hold(int place, int c) {
    int[] own = entries[place];
    if (c >= own.length) {
      own = Arrays.copyOf(own, Math.max(4, Integer.highestOneBit(c) * 2));
      entries[place] = own;
    }
    own[c] = time[c];
    size[place]++;
    if (holderCount[c] == holders[c].length) {
      makeRoomForHolders(c);
    }
    holders[c][holderCount[c]++] = handle[place];
  }

  /** Drops the dead; doubles the room unless that freed half of it. */
  private void makeRoomForHolders(int c) {
    long[] all = holders[c];
    int live = 0;
    for (long clock : all) {
      if (isLive(clock)) {
        all[live++] = clock;
      }
    }
    holderCount[c] = live;
    if (live > all.length / 2) {
      holders[c] = Arrays.copyOf(all, 2 * all.length);
    }
  }

  /** The column of a running transaction, which it gets when somebody first hears of it. */
  private int columnOf(int running) {
    if (column[running] == NO_COLUMN) {
      column[running] = takeColumn();
    }
    return column[running];
  }

  private int takeColumn() {
    if (freeColumnCount > 0) {
      return freeColumns[--freeColumnCount];
    }
    if (columns == time.length) {
      time = Arrays.copyOf(time, 2 * columns);
      holders = Arrays.copyOf(holders, 2 * columns);
      holderCount = Arrays.copyOf(holderCount, 2 * columns);
      freeColumns = Arrays.copyOf(freeColumns, 2 * columns);
    }
    time[columns] = 1;
    holders[columns] = new long[8];
    return columns++;
  }

  private void freeColumn(int c) {
    time[c]++;
    if (time[c] < Integer.MAX_VALUE) { // else its times are used up
      freeColumns[freeColumnCount++] = c;
    }
  }

  /** A new clock that holds nothing, not of a running transaction, with one reference. */
  private int take() {
    int place;
    if (freePlaceCount > 0) {
      place = freePlaces[--freePlaceCount];
    } else {
      place = places++;
      if (place == handle.length) {
        addPlaces();
      }
      handle[place] = NEXT_GENERATION | place;
      entries[place] = EMPTY;
    }
    references[place] = 1;
    column[place] = ENDED;
    return place;
  }

  private void addPlaces() {
    if (handle.length > PLACE_MASK) {
      throw new IllegalStateException("more than " + PLACE_MASK + " clocks in use");
    }
    int capacity = 2 * handle.length;
    handle = Arrays.copyOf(handle, capacity);
    references = Arrays.copyOf(references, capacity);
    column = Arrays.copyOf(column, capacity);
    size = Arrays.copyOf(size, capacity);
    entries = Arrays.copyOf(entries, capacity);
    freePlaces = Arrays.copyOf(freePlaces, capacity);
  }

  private void giveUp(int place) {
    if (size[place] > 0) {
      Arrays.fill(entries[place], 0);
      size[place] = 0;
    }
    handle[place] += NEXT_GENERATION;
    if (handle[place] > 0) { // else its generations are used up
      freePlaces[freePlaceCount++] = place;
    }
  }

  /** The most clocks that were in use at one time. */
  long maxClocks() {
    return places - 1L;
  }

  /** The most columns that were in use at one time. */
  long maxColumns() {
    return columns;
  }

  /** How often the entries of one clock were taken into another. */
  long joins() {
    return joins;
  }

  /** How many clocks were brought up to date by ends of transactions. */
  long updates() {
    return updates;
  }

  private static int place(long clock) {
    return (int) clock & PLACE_MASK;
  }
}
