package io.cosmodrome.check;

import java.util.Arrays;

/**
 * Conflict serializability in one pass with few vector clocks: the optimized AeroDrome (Mathur and
 * Viswanathan, ASPLOS 2020; section 4.3 and Algorithms 2 and 3 of the full version).
 *
 * <p>The judgement is that of {@link AeroDromeBasicChecker}: an edge into a running transaction
 * from an event that the transaction reaches closes a cycle, and at the end of a transaction all
 * that it reached takes in all that reached it. What is saved:
 *
 * <ul>
 *   <li>A variable or lock owns no clock; it refers to that of the transaction, or of the stretch
 *       of a thread outside transactions, that used it last. So accesses copy nothing (the paper's
 *       lazy updates), and one that repeats the last one is told by comparing two longs.
 *   <li>The end of a transaction brings the clocks up to date that it reached (the paper's update
 *       sets); it never walks the variables.
 *   <li>A transaction that ends while no running one reaches it is forgotten, and so is any event
 *       once that is true of it: an edge from there is told by its dead handle.
 *   <li>The reads of a variable by transactions that have ended share one clock.
 *   <li>Clocks have a column for each running transaction others have heard of, not each thread.
 * </ul>
 *
 * <pre>
 *   paper                            here
 *   C_t                              the clock now[t]
 *   C_t^begin, its component t       the time of the clock's column in AeroDromeClocks
 *   L_l, lastRelThr_l                the clock lastRelease[l]
 *   W_x, Stale^w_x, lastWThr_x       the clock accesses[2 x]
 *   R_x, Stale^r_x                   the clocks accesses[2 x + 1], a set of AeroDromeReaders
 *   chR_x                            not needed, see AeroDromeReaders
 *   UpdateSet_t                      AeroDromeClocks.holders
 *   CHECKANDGET                      take
 *   hasIncomingEdge                  a clock that holds a column
 * </pre>
 *
 * <p>How it keeps clear of the traps of the optimized form: what decides whether a transaction is
 * forgotten is whether a running one reaches it, not whether its clock changed since its begin, for
 * edges are inherited from the thread's past and from the fork; a transaction found later to reach
 * another one inherits its update set at the other's end; at that end the clocks of running
 * transactions stand for all accesses that refer to them; an event outside transactions never
 * shares the clock of a running one, which may come to depend on the event.
 *
 * <p>Exact for whole traces: some cycles among running transactions are found only when one of them
 * ends, so the report may come later than the first cycle event, and those still open at the end of
 * the trace are closed there. A join of a child that had no event transmits nothing. The first
 * report says all that the engine can say; after it events are only counted. Neither blocks are
 * blamed nor witnesses given.
 *
 * <p>Time O(1) for an access that repeats the last one or follows forgotten events, else O(w) where
 * w is the number of running transactions others have heard of; O(w) for each clock that an ending
 * transaction reached. Memory two longs a variable, one a lock, two a thread, and O(w) a clock in
 * use; all clocks in use are referred to. Nothing is allocated but to grow.
 */
final class AeroDromeChecker extends StreamChecker {
  /** In place of a thread's clock: the thread has had no event. */
  private static final long UNBORN = Long.MIN_VALUE;

  private final AeroDromeClocks clocks = new AeroDromeClocks();
  private final AeroDromeReaders readers = new AeroDromeReaders(clocks);

  private long[] now = {};
  private long[] forked = {}; // of the unborn: the clock they will start with
  private int[] depth = {};
  private long[] lastRelease = {};
  private long[] accesses = new long[2 * 64]; // a variable's last write and the reads since then

  private long transactions;
  private long collected;
  private long repeatedAccesses;
  private long edges;

  AeroDromeChecker(CheckOptions options) {
    super(options);
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    if (hasCycle() && !isDone()) {
      endEvent();
    } else {
      super.event(op, thread, target, location);
    }
  }

  @Override
  protected void read(int thread, int variable) {
    if (thread >= now.length) {
      addThreads(thread);
    }
    if (2 * variable >= accesses.length) {
      addVariables(variable);
    }
    long own = now[thread];
    long lastWrite = accesses[2 * variable];
    if (lastWrite == own || (own == accesses[2 * variable + 1] && own != AeroDromeClocks.NONE)) {
      repeatedAccesses++;
    } else {
      readSlow(thread, variable, lastWrite);
    }
  }

  private void readSlow(int thread, int variable, long lastWrite) {
    long own = take(thread, enter(thread), lastWrite);
    if (own != AeroDromeClocks.NONE) {
      accesses[2 * variable + 1] = readers.add(accesses[2 * variable + 1], own);
    }
  }

  @Override
  protected void write(int thread, int variable) {
    if (thread >= now.length) {
      addThreads(thread);
    }
    if (2 * variable >= accesses.length) {
      addVariables(variable);
    }
    long lastWrite = accesses[2 * variable];
    long reads = accesses[2 * variable + 1];
    if (lastWrite == now[thread] && reads == AeroDromeClocks.NONE) {
      repeatedAccesses++;
    } else {
      writeSlow(thread, variable, lastWrite, reads);
    }
  }

  private void writeSlow(int thread, int variable, long lastWrite, long reads) {
    long own = take(thread, enter(thread), lastWrite);
    if (AeroDromeReaders.isList(reads)) {
      for (int i = 0; i < readers.size(reads); i++) {
        own = take(thread, own, readers.get(reads, i));
      }
    } else {
      own = take(thread, own, reads);
    }
    clocks.retain(own);
    clocks.release(lastWrite);
    readers.clear(reads);
    accesses[2 * variable] = own;
    accesses[2 * variable + 1] = AeroDromeClocks.NONE;
  }

  @Override
  protected void acquire(int thread, int lock) {
    addThreads(thread);
    addLocks(lock);
    take(thread, enter(thread), lastRelease[lock]);
  }

  @Override
  protected void release(int thread, int lock) {
    addThreads(thread);
    addLocks(lock);
    long own = enter(thread);
    if (lastRelease[lock] != own) {
      clocks.retain(own);
      clocks.release(lastRelease[lock]);
      lastRelease[lock] = own;
    }
  }

  @Override
  protected void fork(int thread, int child) {
    addThreads(Math.max(thread, child));
    long own = enter(thread);
    if (own != AeroDromeClocks.NONE) {
      edges++;
      forked[child] = clocks.after(forked[child], own);
    }
  }

  @Override
  protected void join(int thread, int child) {
    addThreads(Math.max(thread, child));
    long own = enter(thread);
    if (now[child] != UNBORN) {
      take(thread, own, now[child]);
    }
  }

  @Override
  protected void begin(int thread, int label) {
    addThreads(thread);
    if (depth[thread]++ == 0) {
      transactions++;
      now[thread] = clocks.begin(enter(thread));
    }
  }

  @Override
  protected void end(int thread) {
    addThreads(thread);
    if (--depth[thread] == 0 && endTransaction(thread)) {
      reportCycle(Witness.NONE);
    }
  }

  private boolean endTransaction(int thread) {
    boolean cycle = clocks.end(now[thread]);
    if (!clocks.isLive(now[thread])) {
      collected++;
      now[thread] = AeroDromeClocks.NONE;
    }
    return cycle;
  }

  @Override
  public void finish() {
    for (int thread = 0; thread < now.length && !hasCycle(); thread++) {
      if (depth[thread] > 0 && endTransaction(thread)) {
        reportCycle(position() - 1, Witness.NONE);
      }
    }
    statistic("transactions", transactions);
    statistic("collected", collected);
    statistic("repeatedAccesses", repeatedAccesses);
    statistic("edges", edges);
    statistic("joins", clocks.joins());
    statistic("updates", clocks.updates());
    statistic("maxClocks", clocks.maxClocks());
    statistic("maxColumns", clocks.maxColumns());
  }

  /** The thread's clock at an event, live or none. */
  private long enter(int thread) {
    long own = now[thread];
    if (own == UNBORN) {
      own = forked[thread];
    }
    if (!clocks.isLive(own)) {
      own = AeroDromeClocks.NONE;
    }
    now[thread] = own;
    return own;
  }

  /**
   * An event with the clock {@code from} comes before the event in hand of {@code thread}, which
   * had the clock {@code own} and has the returned one.
   */
  private long take(int thread, long own, long from) {
    if (from == own || !clocks.isLive(from)) {
      return own;
    }
    edges++;
    if (depth[thread] == 0) {
      now[thread] = clocks.after(own, from);
      return now[thread];
    }
    if (clocks.join(own, from)) {
      reportCycle(Witness.NONE);
    }
    return own;
  }

  private void addThreads(int thread) {
    if (thread >= now.length) {
      int capacity = Math.max(8, Math.max(2 * now.length, thread + 1));
      int before = now.length;
      now = Arrays.copyOf(now, capacity);
      Arrays.fill(now, before, capacity, UNBORN);
      forked = Arrays.copyOf(forked, capacity);
      depth = Arrays.copyOf(depth, capacity);
    }
  }

  private void addLocks(int lock) {
    if (lock >= lastRelease.length) {
      lastRelease = Arrays.copyOf(lastRelease, Math.max(8, Math.max(2 * lock, lock + 1)));
    }
  }

  private void addVariables(int variable) {
    if (2 * variable >= accesses.length) {
      accesses = Arrays.copyOf(accesses, Math.max(2 * accesses.length, 2 * (variable + 1)));
    }
  }
}
