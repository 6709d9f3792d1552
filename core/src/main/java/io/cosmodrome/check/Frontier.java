package io.cosmodrome.check;

import io.cosmodrome.check.FrontierThread.Hop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * Conflict serializability of a trace and self-serializability of every block, in one pass, without
 * vector clocks and without a graph: the algorithm itself, apart from where accesses are
 * remembered.
 *
 * <p>Three observations carry it. Only a <em>running</em> transaction can still be violated or
 * close a cycle, so all that is worth knowing of a past event is which running transactions reach
 * it and which open blocks happen before it. An event that no running transaction reaches never
 * matters again: its own transaction is finished and gets no new edges. And the begin and end of a
 * block concern nobody until an edge leaves the block, so they touch only the thread itself.
 *
 * <p>Every thread has a clock, advanced only where events must be told apart; an event is
 * remembered as an {@link Epoch}. For each running transaction u there is a row with an entry for
 * each thread v that it reaches:
 *
 * <ul>
 *   <li>{@code reach}: the least clock of v inside a transaction that u's transaction reaches;
 *   <li>{@code known}: a staircase, since which clock v knows which clock of u. An event of u at
 *       clock c or later happens before the event of v at clock e iff v knows a clock {@code >= c}
 *       at e.
 * </ul>
 *
 * Both remember the edge that gave them, so a witness is read off by walking back. Rows are tagged
 * with the begin clock of their transaction: when it ends, nothing is cleared; a row whose tag is
 * out of date is emptied when somebody next meets it.
 *
 * <p>Exact for both verdicts, nested blocks included (proof: docs/frontier.md). An edge from an
 * event that no running transaction reaches costs O(1); any other O(running transactions), or
 * O(running transactions * threads) when it makes a transaction reach new threads. The state does
 * not depend on the length of the trace. Threads that are over give their slot back once no running
 * transaction reaches them; the slot's clock goes on, so that old epochs stay garbage.
 *
 * <p>References ({@code ref}) are the caller's: whatever it wants to be told of an event in a
 * witness. Not thread-safe; see {@link FrontierThread} for what a thread may do on its own.
 */
public final class Frontier {
  /** Is told what is found. */
  public interface Listener {
    /**
     * An open block is violated by the event in hand. Told again for the same block and event if
     * that event has another edge with a shorter path.
     */
    void violated(FrontierThread thread, int block, long ref, List<Hop> path);

    /** The event in hand closes a cycle of transactions. */
    void cycle(FrontierThread thread, long ref, List<Hop> path);
  }

  private final Listener listener;
  private FrontierThread[] bySlot = new FrontierThread[8];
  private FrontierThread[] byRow = new FrontierThread[8];
  private int slots;
  private int rows;
  private final Deque<Integer> deadSlots = new ArrayDeque<>();
  private final Deque<Integer> freeRows = new ArrayDeque<>();

  // rowsAt[slot * rowWords ...] is the bit set of rows with an entry for the slot
  private long[] rowsAt = new long[8];
  private int rowWords = 1;

  // the news that the edge in hand brings to its destination
  private FrontierThread[] newsOf = new FrontierThread[8];
  private long[] newsKnown = new long[8]; // the clock that becomes known, or -1
  private boolean[] newsReach = new boolean[8];
  private long[] newsTag = new long[8]; // which transaction it is news of, by its begin clock
  private int news;

  private long effectiveEdges;
  private long reachingEdges;
  private long cycleEdges;

  public Frontier(Listener listener) {
    this.listener = listener;
  }

  /** A thread appears and gets its slot. */
  public void start(FrontierThread thread) {
    for (int tries = Math.min(4, deadSlots.size()); tries > 0; tries--) {
      int slot = deadSlots.remove();
      if (!isReached(slot)) {
        thread.start(slot, bySlot[slot].clock() + 1);
        bySlot[slot] = thread;
        return;
      }
      deadSlots.add(slot);
    }
    if (slots == Epoch.MAX_SLOTS) {
      throw new IllegalStateException("more than " + Epoch.MAX_SLOTS + " threads at once");
    }
    if (slots == bySlot.length) {
      bySlot = Arrays.copyOf(bySlot, 2 * slots);
      rowsAt = Arrays.copyOf(rowsAt, 2 * slots * rowWords);
    }
    thread.start(slots, 1);
    bySlot[slots] = thread;
    slots++;
  }

  /** A thread is over, and with it the blocks it left open: they can get no further event. */
  public void stop(FrontierThread thread) {
    if (thread.row >= 0) {
      emptyRow(thread);
      freeRows.add(thread.row);
    }
    thread.die();
    deadSlots.add(thread.slot);
  }

  /**
   * Negative if an edge from this epoch may tell {@code thread} something; else it is of the thread
   * itself, of no event (0), or a running transaction neither contains nor reaches it.
   *
   * <p>Arithmetic without branches: whose epoch it is cannot be foreseen, but that it does not
   * matter nearly always can, also for several epochs in one question.
   */
  long weigh(long epoch, FrontierThread thread) {
    int slot = Epoch.slot(epoch);
    FrontierThread from = bySlot[slot];
    long matters = ~(Epoch.clock(epoch) - from.runsSince) | -(long) from.entries;
    return matters & -(long) (slot ^ thread.slot);
  }

  /** Whether an event of long ago can still matter: whether a running transaction reaches it. */
  public boolean isGarbage(long epoch) {
    int slot = Epoch.slot(epoch);
    long clock = Epoch.clock(epoch);
    FrontierThread thread = bySlot[slot];
    return clock < thread.runsSince && (thread.entries == 0 || !isReachedAt(slot, clock));
  }

  /**
   * The same, but it may say no where {@link #isGarbage} says yes. May be asked by a thread that
   * does not exclude others, provided that it has synchronized with the event: then what it reads
   * here is at least as new as the event, and garbage stays garbage.
   */
  public boolean isSurelyGarbage(long epoch) {
    FrontierThread thread = bySlot[Epoch.slot(epoch)];
    return Epoch.clock(epoch) < thread.runsSince && thread.entries == 0;
  }

  /** The clock before which no event of a thread can matter any more. */
  public long garbageBefore(FrontierThread thread) {
    long clock = thread.runsSince;
    for (int word = 0; word < rowWords; word++) {
      for (long bits = rowsAt[thread.slot * rowWords + word]; bits != 0; bits &= bits - 1) {
        FrontierThread other = byRow[(word << 6) + Long.numberOfTrailingZeros(bits)];
        if (!other.hasRow()) {
          emptyRow(other);
        } else {
          clock = Math.min(clock, other.metSince(thread.slot));
        }
      }
    }
    return clock;
  }

  private boolean isReachedAt(int slot, long clock) {
    for (int word = 0; word < rowWords; word++) {
      for (long bits = rowsAt[slot * rowWords + word]; bits != 0; bits &= bits - 1) {
        FrontierThread other = byRow[(word << 6) + Long.numberOfTrailingZeros(bits)];
        if (!other.hasRow()) {
          emptyRow(other);
        } else if (other.reach(slot) <= clock || other.knownAt(slot, clock) >= 0) {
          return true; // known implies reached, except past a cycle: keep those events too
        }
      }
    }
    return false;
  }

  /**
   * An earlier event, given by its epoch, conflicts with the event in hand of {@code thread}. To be
   * called before the latter is remembered anywhere. An edge within the thread, or from the epoch 0
   * that no event has, is none.
   */
  public void edge(long source, long sourceRef, FrontierThread thread, long ref) {
    if (arrives(source, thread)) {
      take(source, sourceRef, thread, ref);
    }
  }

  /**
   * The first half of {@link #edge}, for those to whom references are dear: whether the edge may
   * tell something that the thread does not know. Then it is to be {@linkplain #take taken}.
   */
  public boolean arrives(long source, FrontierThread thread) {
    return weigh(source, thread) < 0 && thread.arrives(Epoch.slot(source), Epoch.clock(source));
  }

  /** The second half of {@link #edge}. */
  @DontInline
  public void take(long source, long sourceRef, FrontierThread thread, long ref) {
    FrontierThread from = bySlot[Epoch.slot(source)];
    long clock = Epoch.clock(source);
    long begin = from.runsSince; // read once: a running program's thread may begin anew meanwhile
    boolean closing = thread.hasRow() && report(source, sourceRef, thread, ref);
    collectNews(from, clock >= begin ? begin : -1, clock, thread, closing);
    if (news > 0) {
      effectiveEdges++;
      spreadNews(thread.hop(source, sourceRef, ref), thread);
    }
  }

  /** Reports what the edge proves of the thread's own blocks; whether it closes a cycle. */
  @DontInline
  private boolean report(long source, long sourceRef, FrontierThread thread, long ref) {
    int slot = Epoch.slot(source);
    long clock = Epoch.clock(source);
    long known = thread.knownAt(slot, clock);
    for (int block = thread.blocksBegunBy(known) - 1; block >= 0; block--) {
      long earlier = thread.reportOf(block);
      if (earlier >= 0 && earlier != ref) {
        break; // and so were all blocks around it
      }
      // another edge of the very event that was reported may give a shorter path
      thread.setReport(block, ref);
      Hop hop = thread.hop(source, sourceRef, ref);
      listener.violated(thread, block, ref, knownPath(thread, thread.beginClock(block), hop));
    }
    if (thread.reach(slot) > clock) {
      return false;
    }
    cycleEdges++;
    listener.cycle(thread, ref, reachPath(thread, thread.hop(source, sourceRef, ref)));
    return true;
  }

  /**
   * Finds the running transactions of which {@code thread} hears for the first time.
   *
   * @param begin of the source's transaction if that runs, or -1
   */
  private void collectNews(
      FrontierThread from, long begin, long clock, FrontierThread thread, boolean closing) {
    news = 0;
    if (begin >= 0) {
      consider(from, begin, clock, true, thread, closing);
    }
    for (int word = 0; word < rowWords; word++) {
      for (long bits = rowsAt[from.slot * rowWords + word]; bits != 0; bits &= bits - 1) {
        FrontierThread other = byRow[(word << 6) + Long.numberOfTrailingZeros(bits)];
        if (!other.hasRow()) {
          emptyRow(other);
        } else if (other != thread && !other.hasToldAll(from.slot, thread.slot)) {
          consider(
              other,
              other.rowTag(),
              other.knownAt(from.slot, clock),
              other.reach(from.slot) <= clock,
              thread,
              closing);
        }
      }
    }
  }

  /** What the source knows of {@code other}, and whether it is reached: is that news here? */
  private void consider(
      FrontierThread other,
      long tag,
      long known,
      boolean reaches,
      FrontierThread thread,
      boolean closing) {
    long before = other.lastKnown(thread.slot);
    boolean learns = known > before && other.blocksBegunBy(known) > other.blocksBegunBy(before);
    // an edge that closes a cycle is reported and left out, so that reachability stays acyclic
    boolean spreads = reaches && !closing && other.reach(thread.slot) == FrontierThread.NEVER;
    if (learns || spreads) {
      if (news == newsOf.length) {
        newsOf = Arrays.copyOf(newsOf, 2 * news);
        newsKnown = Arrays.copyOf(newsKnown, 2 * news);
        newsReach = Arrays.copyOf(newsReach, 2 * news);
        newsTag = Arrays.copyOf(newsTag, 2 * news);
      }
      newsOf[news] = other;
      newsKnown[news] = learns ? known : -1;
      newsReach[news] = spreads;
      newsTag[news] = tag;
      news++;
    }
  }

  private void spreadNews(Hop hop, FrontierThread thread) {
    if (!thread.runs() || anyLearned()) {
      thread.advance();
    }
    long clock = thread.clock();
    long reached = thread.runs() ? thread.beginClock : clock;
    for (int i = 0; i < news; i++) {
      FrontierThread other = newsOf[i];
      enter(other, newsTag[i], thread.slot);
      if (newsKnown[i] >= 0) {
        other.learn(thread.slot, newsKnown[i], clock, hop);
      }
      if (newsReach[i]) {
        reachingEdges++;
        other.setReach(thread.slot, reached, hop);
        if (thread.hasRow()) {
          inheritReach(other, newsTag[i], thread);
        }
      }
    }
  }

  private boolean anyLearned() {
    for (int i = 0; i < news; i++) {
      if (newsKnown[i] >= 0) {
        return true;
      }
    }
    return false;
  }

  /** What the destination's transaction reaches, whoever reaches that transaction reaches too. */
  private void inheritReach(FrontierThread other, long tag, FrontierThread thread) {
    long[] columns = thread.columns();
    for (int word = 0; word < columns.length; word++) {
      for (long bits = columns[word]; bits != 0; bits &= bits - 1) {
        int column = (word << 6) + Long.numberOfTrailingZeros(bits);
        long reach = thread.reach(column);
        if (reach < other.reach(column)) {
          enter(other, tag, column);
          other.setReach(column, reach, thread.via(column));
        }
      }
    }
  }

  /**
   * Makes sure that the row of the transaction of {@code thread} that began at {@code tag} has an
   * entry for {@code column}. If that transaction has ended meanwhile, the row is void from the
   * start.
   */
  private void enter(FrontierThread thread, long tag, int column) {
    if (thread.row < 0) {
      addRow(thread);
    }
    if (thread.rowTag() != tag) {
      emptyRow(thread);
      thread.startRow(tag);
    }
    if (!thread.hasColumn(column)) {
      thread.addEntry(column);
      rowsAt[column * rowWords + (thread.row >>> 6)] |= 1L << thread.row;
      bySlot[column].entries++;
    }
  }

  private void addRow(FrontierThread thread) {
    thread.row = freeRows.isEmpty() ? rows++ : freeRows.remove();
    if (thread.row == byRow.length) {
      byRow = Arrays.copyOf(byRow, 2 * byRow.length);
    }
    byRow[thread.row] = thread;
    if (rows > rowWords << 6) {
      widenRows();
    }
  }

  private void widenRows() {
    int words = 2 * rowWords;
    long[] wider = new long[bySlot.length * words];
    for (int slot = 0; slot < slots; slot++) {
      System.arraycopy(rowsAt, slot * rowWords, wider, slot * words, rowWords);
    }
    rowsAt = wider;
    rowWords = words;
  }

  private void emptyRow(FrontierThread thread) {
    long[] columns = thread.columns();
    for (int word = 0; word < columns.length; word++) {
      for (long bits = columns[word]; bits != 0; bits &= bits - 1) {
        int column = (word << 6) + Long.numberOfTrailingZeros(bits);
        rowsAt[column * rowWords + (thread.row >>> 6)] &= ~(1L << thread.row);
        bySlot[column].entries--;
      }
      columns[word] = 0;
    }
  }

  private boolean isReached(int slot) {
    for (int word = 0; word < rowWords; word++) {
      for (long bits = rowsAt[slot * rowWords + word]; bits != 0; bits &= bits - 1) {
        FrontierThread other = byRow[(word << 6) + Long.numberOfTrailingZeros(bits)];
        if (other.hasRow()) {
          return true;
        }
        emptyRow(other);
      }
    }
    return false;
  }

  /** How the source of {@code last} came to know the thread's clock {@code begin}, and last. */
  private List<Hop> knownPath(FrontierThread thread, long begin, Hop last) {
    List<Hop> path = new ArrayList<>();
    Hop hop = last;
    path.add(hop);
    for (int at; (at = Epoch.slot(hop.source())) != thread.slot; ) {
      hop = thread.learned(at, begin);
      path.add(hop);
    }
    Collections.reverse(path);
    return path;
  }

  /** How the thread's transaction came to reach the source of {@code last}, and last. */
  private List<Hop> reachPath(FrontierThread thread, Hop last) {
    List<Hop> path = new ArrayList<>();
    Hop hop = last;
    path.add(hop);
    for (int at; (at = Epoch.slot(hop.source())) != thread.slot; ) {
      hop = thread.via(at);
      path.add(hop);
    }
    Collections.reverse(path);
    return path;
  }

  /** Slots in use or waiting to be reused: the largest number of threads that mattered at once. */
  public int slots() {
    return slots;
  }

  /** Edges that told a thread something new. */
  public long effectiveEdges() {
    return effectiveEdges;
  }

  /** How often a running transaction came to reach one more thread by an edge. */
  public long reachingEdges() {
    return reachingEdges;
  }

  public long cycleEdges() {
    return cycleEdges;
  }
}
