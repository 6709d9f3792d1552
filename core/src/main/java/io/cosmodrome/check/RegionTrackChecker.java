package io.cosmodrome.check;

import io.cosmodrome.check.RegionTrackThread.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Both verdicts in one pass with vector clocks of subregions and of transactions.
 *
 * <p>RegionTrack's Algorithms 1, 3 and 4. A thread's events between two edges that tell it
 * something new form a subregion and share one vector clock; a block is violated when an edge comes
 * in from a subregion that knows the block's begin. Vector clocks miss orders that enter a
 * transaction late and leave it early; {@link TransactionalClocks} has those, and the trace is
 * non-serializable when an edge comes in from a transaction that the running one reaches.
 *
 * <p>C(t), V(t) and {@code currVC} of the paper are in {@link RegionTrackThread}, V(e) is a {@link
 * Region}, W(x) {@code writes}, R(t, x) {@code reads} and {@code otherReads}, L(m) {@code locks},
 * TV(t) a row of {@link TransactionalClocks}. Other than printed there:
 *
 * <ul>
 *   <li>Unset entries of the transactional clocks are infinity, and their recursive propagation,
 *       which misses cycles over five threads as printed, is the closure it was meant to be.
 *   <li>An event outside all blocks that takes in an edge is a transaction of its own. Without an
 *       edge it is as good as a part of the thread's previous transaction: whoever reaches the one
 *       reaches the other.
 *   <li>A thread's own time counts subregions, not transactions. So an edge from a subregion that
 *       is known already is recognized by one comparison and skipped.
 *   <li>Nested blocks have begin times too, so they are judged as well.
 *   <li>A fork is an edge to the child's first event, a join one from its last. The slot of a
 *       joined thread is given to another one when nobody can tell the difference.
 * </ul>
 *
 * <p>Exact for the trace, the first cycle event and every block, without witnesses. Time O(1) for
 * an access that tells nothing new, O(threads) for one that does, O(threads^2) at worst while it
 * changes what transactions reach. Memory O(variables * threads) with the clocks that variables
 * hold on to, independent of the length of the trace.
 */
final class RegionTrackChecker extends StreamChecker {
  private final TransactionalClocks transactions = new TransactionalClocks();
  private @Nullable RegionTrackThread[] threads = new RegionTrackThread[16]; // by thread id
  private @Nullable Region[] forks = new Region[16]; // by thread id, until its first event
  private final List<Region> freeSlots = new ArrayList<>(); // the last of threads that were joined
  private int slots;
  private @Nullable Region[] writes = new Region[64]; // by variable: its last write
  private @Nullable Region[] reads = new Region[64]; // by variable: its latest read since then
  private @Nullable Region[][] otherReads = new Region[64][]; // and those not known to the latest
  private @Nullable Region[] locks = new Region[16]; // by lock: its last acquire or release
  private long subregions;
  private long joins;
  private long running;
  private long mostRunning;

  RegionTrackChecker(CheckOptions options) {
    super(options);
  }

  @Override
  protected void read(int thread, int variable) {
    RegionTrackThread me = thread(thread);
    growVariables(variable);
    if (!me.isIn(reads[variable])) {
      readSlow(me, variable);
    }
  }

  private void readSlow(RegionTrackThread me, int variable) {
    takeAlone(writes[variable], me);
    Region latest = reads[variable];
    reads[variable] = me.publish();
    Region[] others = otherReads[variable];
    if (others != null) {
      for (int i = 0; i < others.length; i++) {
        if (others[i] != null && me.knows(others[i])) {
          others[i] = null; // from here on the present read stands for it
        }
      }
    }
    if (latest != null && !me.knows(latest)) {
      keep(latest, variable);
    }
  }

  private void keep(Region read, int variable) {
    Region[] others = otherReads[variable];
    int free = 0;
    int size = others == null ? 0 : others.length;
    while (free < size && others[free] != null) {
      free++;
    }
    if (free == size) {
      others = others == null ? new Region[2] : Arrays.copyOf(others, 2 * size);
      otherReads[variable] = others;
    }
    others[free] = read;
  }

  @Override
  protected void write(int thread, int variable) {
    RegionTrackThread me = thread(thread);
    growVariables(variable);
    if (!me.isIn(writes[variable]) || reads[variable] != null) {
      writeSlow(me, variable);
    }
  }

  private void writeSlow(RegionTrackThread me, int variable) {
    Region latest = reads[variable];
    if (latest == null) {
      takeAlone(writes[variable], me);
    } else {
      // no need to take in the last write: every read has
      boolean news = take(latest, me);
      Region[] others = otherReads[variable];
      if (others != null) {
        for (int i = 0; i < others.length; i++) {
          news |= others[i] != null && take(others[i], me);
          others[i] = null;
        }
      }
      countSubregion(me, news);
      reads[variable] = null;
    }
    writes[variable] = me.publish();
  }

  @Override
  protected void acquire(int thread, int lock) {
    useLock(thread, lock);
  }

  @Override
  protected void release(int thread, int lock) {
    useLock(thread, lock);
  }

  /** Acquires and releases of a lock all conflict, as writes of a variable do. */
  private void useLock(int thread, int lock) {
    RegionTrackThread me = thread(thread);
    if (lock >= locks.length) {
      locks = Arrays.copyOf(locks, Math.max(lock + 1, 2 * locks.length));
    }
    takeAlone(locks[lock], me);
    locks[lock] = me.publish();
  }

  @Override
  protected void fork(int thread, int child) {
    RegionTrackThread me = thread(thread);
    growThreads(child);
    forks[child] = me.publish();
  }

  @Override
  protected void join(int thread, int child) {
    RegionTrackThread me = thread(thread);
    growThreads(child);
    RegionTrackThread other = threads[child];
    if (other == null) {
      return; // it had no event that could come before
    }
    takeAlone(other.publish(), me);
    if (!other.ended) {
      other.ended = true;
      freeSlots.add(other.publish());
      if (other.depth > 0) { // a block that was never closed, but nothing more can enter it
        endTransaction(other);
      }
    }
  }

  @Override
  protected void begin(int thread, int label) {
    RegionTrackThread me = thread(thread);
    me.begin(position(), label);
    if (me.depth == 1) {
      transactions.begin(me.slot, me.time);
      running++;
      mostRunning = Math.max(mostRunning, running);
    }
  }

  @Override
  protected void end(int thread) {
    RegionTrackThread me = thread(thread);
    me.end();
    if (me.depth == 0) {
      endTransaction(me);
    }
  }

  private void endTransaction(RegionTrackThread thread) {
    transactions.end(thread.slot);
    running--;
  }

  @Override
  public void finish() {
    statistic("subregions", subregions);
    statistic("joins", joins);
    statistic("threadSlots", slots);
    statistic("maxRunningTransactions", mostRunning);
  }

  /** The edge from the only earlier event, if there is one, that the event in hand depends on. */
  private void takeAlone(@Nullable Region source, RegionTrackThread me) {
    if (source != null) {
      countSubregion(me, take(source, me));
    }
  }

  /**
   * The edge from an event of that subregion to the event in hand: Algorithm 4.
   *
   * @return whether the thread learned anything
   */
  private boolean take(Region source, RegionTrackThread me) {
    if (me.knows(source)) {
      return false;
    }
    joins++;
    int known = source.known(me.slot);
    while (me.isViolatedBy(known)) {
      int block = me.violated++;
      reportViolation(me.blockBegin(block), me.id, me.blockLabel(block), block, Witness.NONE);
    }
    me.learn(source);
    if (transactions.edge(source.slot, source.time, me.slot, me.time)) {
      reportCycle(Witness.NONE);
    }
    return true;
  }

  /** As in the paper's Table 6: events inside blocks that changed their thread's vector clock. */
  private void countSubregion(RegionTrackThread me, boolean news) {
    if (news && me.depth > 0) {
      subregions++;
    }
  }

  private RegionTrackThread thread(int thread) {
    RegionTrackThread me = thread < threads.length ? threads[thread] : null;
    return me != null ? me : start(thread);
  }

  /** The thread, which has its first event. */
  private RegionTrackThread start(int thread) {
    growThreads(thread);
    Region fork = forks[thread];
    RegionTrackThread me = newThread(thread, fork);
    threads[thread] = me;
    if (fork != null) {
      if (fork.slot == me.slot) {
        me.learn(fork); // the parent was here before: its slot's time is known, not what it knew
      } else {
        take(fork, me);
      }
      forks[thread] = null;
    }
    return me;
  }

  /**
   * A thread in a slot of a joined one, or else in a new one. The slot is free if all that was
   * there comes before the fork. Or if no running transaction reaches it: then no subregion there
   * knows of one, nor ever will, so that edges from it mean nothing, whether they are taken in or
   * not.
   */
  private RegionTrackThread newThread(int thread, @Nullable Region fork) {
    for (int i = freeSlots.size() - 1; i >= 0; i--) {
      Region last = freeSlots.get(i);
      if ((fork != null && fork.knows(last)) || !transactions.reach(last.slot)) {
        freeSlots.set(i, freeSlots.get(freeSlots.size() - 1));
        freeSlots.remove(freeSlots.size() - 1);
        return new RegionTrackThread(thread, last.slot, last.time + 1);
      }
    }
    return new RegionTrackThread(thread, slots++, 1);
  }

  private void growThreads(int thread) {
    if (thread >= threads.length) {
      threads = Arrays.copyOf(threads, Math.max(thread + 1, 2 * threads.length));
      forks = Arrays.copyOf(forks, threads.length);
    }
  }

  private void growVariables(int variable) {
    if (variable >= writes.length) {
      int size = Math.max(variable + 1, 2 * writes.length);
      writes = Arrays.copyOf(writes, size);
      reads = Arrays.copyOf(reads, size);
      otherReads = Arrays.copyOf(otherReads, size);
    }
  }
}
