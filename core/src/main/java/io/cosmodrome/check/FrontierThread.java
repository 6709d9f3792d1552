package io.cosmodrome.check;

import java.util.Arrays;

/**
 * One thread as {@link Frontier} sees it: its epoch and open blocks, which only the thread itself
 * changes, and what its running transaction reaches, which is changed by {@link Frontier} alone.
 */
public class FrontierThread {
  /** A clock that no event has: "not reached". */
  static final long NEVER = Long.MAX_VALUE;

  /** In what is kept of an open block: its label, or 0; above it is the begin clock. */
  private static final int LABEL_BITS = Long.SIZE - Epoch.CLOCK_BITS;

  private static final long[] NO_LONGS = {};

  private final int id; // the caller's name for the thread
  int slot; // given by Frontier.start
  int entries; // how many rows have an entry for this thread; Frontier's
  int row = -1; // bit number of this thread in the column sets, once it has begun a block

  // ---- the thread's own: epoch and blocks ----

  long epoch;
  boolean used; // whether the epoch was stored somewhere, so that others may come to know it
  int depth; // number of open blocks; the thread runs a transaction while there is one
  long beginClock; // of the transaction; stays after its end, so that nothing is cleared there
  long lastRef; // the caller's: its latest event
  long runsSince = NEVER; // the same while the transaction runs, else never
  private long[] blocks = new long[16]; // open blocks, outermost first
  private long[] reports = NO_LONGS; // by open block: its begin clock, what violated it
  private long[] refs = NO_LONGS; // by open block, if begun by begin
  private int[] labels = {}; // the same
  private final boolean alwaysUsed;
  private long startClock;
  private long advances; // other than at begins

  // ---- what the running transaction reaches: valid while rowClock == beginClock ----

  private long rowClock = -1;
  private long[] columns = NO_LONGS; // bit set of the slots that have an entry
  private long[] reach = NO_LONGS; // by slot: the least clock that the transaction reaches
  private Hop[] via = {}; // by slot: the last hop of the path that gave it
  private Staircase[] known = {}; // by slot: since when that thread knows which of our clocks
  private long[] lastKnown = NO_LONGS; // by slot: the latest clock of ours that thread knows, or -1

  // ---- what arrived ----

  private long[] arrived = NO_LONGS; // by slot: the latest clock whose events were taken in

  /** A thread that the caller calls {@code id}; {@link Frontier#start} makes it known. */
  public FrontierThread(int id) {
    this(id, false);
  }

  /**
   * @param alwaysUsed whether epochs are taken to be used without being told by {@link #publish}
   */
  protected FrontierThread(int id, boolean alwaysUsed) {
    this.id = id;
    this.alwaysUsed = alwaysUsed;
  }

  void start(int newSlot, long clock) {
    slot = newSlot;
    epoch = Epoch.of(newSlot, clock);
    startClock = clock;
    used = alwaysUsed;
  }

  /**
   * An edge between two threads, as a link of the paths that become witnesses.
   *
   * @param source epoch of the source event
   * @param clockBefore the latest clock that events of the destination's thread before it may have
   */
  public record Hop(long source, long sourceRef, long destinationRef, long clockBefore) {}

  /** An edge from an earlier event to this thread's event in hand. */
  Hop hop(long source, long sourceRef, long ref) {
    return new Hop(source, sourceRef, ref, used ? clock() : clock() - 1);
  }

  public final int id() {
    return id;
  }

  public final int slot() {
    return slot;
  }

  /** The epoch of the event in hand, to compare with; see {@link #publish}. */
  public final long epoch() {
    return epoch;
  }

  long clock() {
    return Epoch.clock(epoch);
  }

  public final boolean runs() {
    return depth > 0;
  }

  /**
   * Whether no running transaction reaches this thread, not even its own: then what it does now can
   * never matter to others, and need not be remembered. For the thread itself to ask, without any
   * lock: only by an edge into it, which it takes itself, is it reached for the first time.
   */
  public final boolean isUnreached() {
    return depth == 0 && entries == 0;
  }

  /** The epoch for an event to be remembered by. */
  public final long publish() {
    used = true;
    return epoch;
  }

  /** Starts an epoch whose clock is given, later than any before. */
  void moveTo(long clock) {
    epoch = Epoch.of(slot, clock);
    used = alwaysUsed;
  }

  /**
   * Starts a new epoch if the present one may be known to others, whose knowledge is then frozen.
   */
  protected final void advance() {
    if (used) {
      epoch++;
      advances++;
      used = alwaysUsed;
    }
  }

  /**
   * Starts a new epoch with a clock above the source's: Lamport's rule, for those who only want to
   * know in which order events may be told and leave judging them to others.
   */
  public final void follow(long source) {
    long after = Epoch.clock(source) + 1;
    if (after > clock()) {
      moveTo(after);
    } else {
      advance();
    }
  }

  /** Opens a block; the reference is told again when the block is reported. */
  public final void begin(long ref, int label) {
    advance();
    if (depth >= labels.length) {
      labels = Arrays.copyOf(labels, 2 * depth + 16);
      refs = Arrays.copyOf(refs, 2 * depth + 16);
    }
    labels[depth] = label;
    refs[depth] = ref;
    open(0);
  }

  /**
   * Opens a block in a new epoch, used or not, and returns how many were open before. The block's
   * reference is its clock and, in the low bits, its label. For threads that use either this or
   * {@link #begin}.
   */
  protected final int beginNext(int label) {
    epoch++;
    return open(label);
  }

  /** Starts a new epoch, used or not, and returns its clock. */
  protected final long next() {
    epoch++;
    advances++;
    return clock();
  }

  private int open(int label) {
    int before = depth;
    long[] blocks = this.blocks;
    if (before >= blocks.length) {
      blocks = growBlocks();
    }
    blocks[before] = epoch << LABEL_BITS | label;
    depth = before + 1;
    if (before == 0) {
      beginClock = clock();
      runsSince = beginClock;
    }
    return before;
  }

  @DontInline
  private long[] growBlocks() {
    blocks = Arrays.copyOf(blocks, 2 * blocks.length);
    return blocks;
  }

  /** How many blocks were opened, if all by {@link #beginNext}. */
  protected final long begun() {
    return clock() - startClock - advances;
  }

  /** Closes the innermost block. */
  public final void end() {
    depth--;
    if (depth == 0) {
      runsSince = NEVER;
    }
  }

  /** How many blocks are open. */
  public final int depth() {
    return depth;
  }

  /** Closes all but the outermost {@code blocks} blocks, however many were left open inside. */
  public void endTo(int blocks) {
    depth = blocks;
    if (blocks == 0) {
      runsSince = NEVER;
    }
  }

  /** How many of the open blocks, counted from the outermost, began at or before this clock. */
  int blocksBegunBy(long clock) {
    long[] begins = blocks; // may be growing just now, if we are another thread
    int low = 0;
    int high = Math.min(depth, begins.length);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (begins[middle] >>> LABEL_BITS <= clock) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  long beginClock(int block) {
    return blocks[block] >>> LABEL_BITS;
  }

  /** Of an open block begun by {@link #beginNext}, counted from the outermost: clock and label. */
  protected final long beginWord(int block) {
    return blocks[block];
  }

  /** The reference given at the begin of an open block, counted from the outermost. */
  public long beginRef(int block) {
    return refs[block];
  }

  public int label(int block) {
    return labels[block];
  }

  /** The event that violated this open block, by its reference; -1 if none has. */
  long reportOf(int block) {
    int at = 2 * block;
    return at < reports.length && reports[at] == beginClock(block) ? reports[at + 1] : -1;
  }

  void setReport(int block, long ref) {
    int at = 2 * block;
    if (at >= reports.length) {
      reports = Arrays.copyOf(reports, 2 * (at + 2));
    }
    reports[at] = beginClock(block);
    reports[at + 1] = ref;
  }

  // ---- the row ----

  /** Whether the entries speak of the transaction that runs now. */
  boolean hasRow() {
    return depth > 0 && rowClock == beginClock;
  }

  /** The begin clock of the transaction that the row speaks of. */
  long rowTag() {
    return rowClock;
  }

  void startRow(long tag) {
    rowClock = tag;
  }

  /** The slots with an entry, as a bit set that the caller may read and clear. */
  long[] columns() {
    return columns;
  }

  boolean hasEntry(int column) {
    return hasRow() && hasColumn(column);
  }

  /** Whether the row has an entry, whichever transaction it speaks of. */
  boolean hasColumn(int column) {
    int word = column >>> 6;
    return word < columns.length && (columns[word] & (1L << column)) != 0;
  }

  void addEntry(int column) {
    if (column >= reach.length) {
      int size = Math.max(column + 1, 2 * reach.length);
      reach = Arrays.copyOf(reach, size);
      via = Arrays.copyOf(via, size);
      known = Arrays.copyOf(known, size);
      lastKnown = Arrays.copyOf(lastKnown, size);
      columns = Arrays.copyOf(columns, (size + 63) >>> 6);
    }
    columns[column >>> 6] |= 1L << column;
    reach[column] = NEVER;
    lastKnown[column] = -1;
    if (known[column] != null) {
      known[column].clear();
    }
  }

  /** The least clock of that thread that the transaction reaches, or {@link #NEVER}. */
  long reach(int column) {
    return hasEntry(column) ? reach[column] : NEVER;
  }

  Hop via(int column) {
    return via[column];
  }

  void setReach(int column, long clock, Hop hop) {
    reach[column] = clock;
    via[column] = hop;
  }

  /** The latest clock of ours that thread knows at its {@code clock}; -1 for nothing. */
  long knownAt(int column, long clock) {
    if (!hasEntry(column) || known[column] == null) {
      return -1;
    }
    return known[column].knownAt(clock);
  }

  /** The least clock of that thread that is reached or knows a clock of ours. */
  long metSince(int column) {
    long reached = reach(column);
    return hasEntry(column) && known[column] != null
        ? Math.min(reached, known[column].first())
        : reached;
  }

  /** The latest clock of ours that thread knows by now; -1 for nothing. */
  long lastKnown(int column) {
    return hasEntry(column) ? lastKnown[column] : -1;
  }

  /** Whether the row, which has an entry for {@code from}, says no less for {@code to}. */
  boolean hasToldAll(int from, int to) {
    return hasColumn(to) && reach[to] != NEVER && lastKnown[to] >= lastKnown[from];
  }

  /** How the event of that thread that first knew our {@code clock} came to know it. */
  Hop learned(int column, long clock) {
    return known[column].learned(clock);
  }

  void learn(int column, long clock, long since, Hop hop) {
    if (known[column] == null) {
      known[column] = new Staircase();
    }
    known[column].add(this, clock, since, hop);
    lastKnown[column] = clock;
  }

  // ---- arrivals ----

  /** Notes that events of that thread up to {@code clock} come before; false if that was known. */
  boolean arrives(int source, long clock) {
    if (source >= arrived.length) {
      arrived = Arrays.copyOf(arrived, Math.max(source + 1, 2 * arrived.length));
    }
    if (arrived[source] >= clock) {
      return false;
    }
    arrived[source] = clock;
    return true;
  }

  /**
   * Whether an event, and with it all before it in its thread, was taken in by an earlier edge: one
   * more edge from it tells nothing. For the thread itself to ask, without any lock.
   */
  protected final boolean knows(long event) {
    int source = Epoch.slot(event);
    return source < arrived.length && arrived[source] >= Epoch.clock(event);
  }

  /** Gives up what only a living thread needs. */
  void die() {
    depth = 0;
    runsSince = NEVER;
    rowClock = -1;
    reach = NO_LONGS;
    via = new Hop[0];
    known = new Staircase[0];
    lastKnown = NO_LONGS;
    columns = NO_LONGS;
    arrived = NO_LONGS;
  }

  /**
   * What another thread knows of us: from its clock {@code since} on, it knows our clock {@code
   * known}. Both grow from step to step. A step is kept only while it tells two open blocks apart,
   * so there are no more steps than open blocks.
   */
  private static final class Staircase {
    private long[] knownClock = new long[1];
    private long[] since = new long[1];
    private Hop[] hops = new Hop[1];
    private int steps;

    void clear() {
      steps = 0;
    }

    long knownAt(long clock) {
      int step = steps - 1;
      while (step >= 0 && since[step] > clock) {
        step--;
      }
      return step < 0 ? -1 : knownClock[step];
    }

    long first() {
      return steps == 0 ? NEVER : since[0];
    }

    Hop learned(long clock) {
      int step = 0;
      while (knownClock[step] < clock) {
        step++;
      }
      return hops[step];
    }

    void add(FrontierThread owner, long clock, long from, Hop hop) {
      while (steps > 0 && !separates(owner, steps - 1)) {
        steps--;
      }
      if (steps == hops.length) {
        knownClock = Arrays.copyOf(knownClock, 2 * steps);
        since = Arrays.copyOf(since, 2 * steps);
        hops = Arrays.copyOf(hops, 2 * steps);
      }
      knownClock[steps] = clock;
      since[steps] = from;
      hops[steps] = hop;
      steps++;
    }

    /** Whether some open block of {@code owner} is known from this step on, but not before. */
    private boolean separates(FrontierThread owner, int step) {
      long before = step == 0 ? -1 : knownClock[step - 1];
      return owner.blocksBegunBy(knownClock[step]) > owner.blocksBegunBy(before);
    }
  }
}
