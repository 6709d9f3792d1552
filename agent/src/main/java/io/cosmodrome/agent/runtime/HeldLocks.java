package io.cosmodrome.agent.runtime;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which locks a thread has held, and when, so that a finding can tell how data are guarded.
 *
 * <p>Whenever the thread takes a lock or gives one back it begins a new epoch. So all accesses of
 * an epoch are made under the same locks, and nothing is stored with an access: it is enough to
 * keep, for the latest {@value #MAX} locks that the thread has taken, the first and the last clock
 * at which it held them.
 *
 * <p>Changed by its thread alone, without a lock. Others may ask {@link #at} meanwhile; they do not
 * believe an entry that changes while they look, and ask last what was forgotten.
 *
 * <p>Not seen: locks that are taken in code that is not instrumented. Semaphores and synchronizers
 * of the program's own may be used as locks or not; of a thread that uses one {@linkplain #blur
 * nothing is certain} from then on.
 */
final class HeldLocks {
  private static final int FIRST = 8;
  private static final int MAX = 512;
  private static final long STILL = Long.MAX_VALUE; // as the last clock: the lock is held

  private final MonitoredThread thread;
  private Entries entries = new Entries(new IdentityEntry[FIRST], new long[2 * FIRST]);
  private int next; // where the next entry goes, if that is free
  private long forgotten; // the last clock of all entries that were overwritten

  /** Side by side: a lock; the first and the last clock at which it was held. */
  private record Entries(@Nullable IdentityEntry[] locks, long[] clocks) {
    Entries larger() {
      return new Entries(
          Arrays.copyOf(locks, 2 * locks.length), Arrays.copyOf(clocks, 2 * clocks.length));
    }
  }

  HeldLocks(MonitoredThread thread) {
    this.thread = thread;
  }

  /** The thread has taken a lock. */
  void take(IdentityEntry lock) {
    Entries all = entries;
    long[] clocks = all.clocks;
    int place = next;
    if (clocks[2 * place + 1] > forgotten) {
      place = makeRoom();
      all = entries;
      clocks = all.clocks;
    }
    next = (place + 1) & (all.locks.length - 1);
    clocks[2 * place] = STILL; // who looks just now sees neither the old entry nor the new one
    VarHandle.storeStoreFence();
    if (all.locks[place] != lock) { // a reference costs the collector's barrier
      all.locks[place] = lock;
    }
    clocks[2 * place + 1] = STILL;
    VarHandle.storeStoreFence();
    clocks[2 * place] = thread.nextClock();
    VarHandle.storeStoreFence(); // whoever sees an access sees the locks that it is under
  }

  /** Finds a place, or makes one, and remembers what is forgotten thereby. */
  private int makeRoom() {
    Entries all = entries;
    int size = all.locks.length;
    if (size < MAX) {
      entries = all.larger();
      return size;
    }
    int place = next;
    for (int i = 0; i < size && all.clocks[2 * place + 1] == STILL; i++) {
      place = (place + 1) & (size - 1);
    }
    // more than this one, so that the next ones need not come here
    long later = all.clocks[2 * ((place + size / 4) & (size - 1)) + 1];
    forgotten = Math.max(all.clocks[2 * place + 1], later == STILL ? forgotten : later);
    VarHandle.storeStoreFence();
    return place;
  }

  /** The thread is about to give back a lock, once if it has it more often. */
  void drop(IdentityEntry lock) {
    @Nullable IdentityEntry[] locks = entries.locks;
    long[] clocks = entries.clocks;
    int place = next;
    for (int i = 0; i < locks.length; i++) {
      place = (place - 1) & (locks.length - 1);
      if (locks[place] == lock && clocks[2 * place + 1] == STILL) {
        clocks[2 * place + 1] = thread.clockBeforeNext();
        return;
      }
    }
  }

  /** From now on the thread may hold something that is not known to be a lock. */
  void blur() {
    forgotten = STILL;
  }

  /**
   * What was held at a clock of the thread, in the order in which it was taken; null if unknown.
   */
  @Nullable List<IdentityEntry> at(long clock) {
    VarHandle.loadLoadFence();
    Entries all = entries;
    List<IdentityEntry> held = new ArrayList<>();
    List<Long> since = new ArrayList<>();
    for (int place = 0; place < all.locks.length; place++) {
      long first = all.clocks[2 * place];
      VarHandle.loadLoadFence();
      IdentityEntry lock = all.locks[place];
      long last = all.clocks[2 * place + 1];
      VarHandle.loadLoadFence();
      boolean isStable = all.clocks[2 * place] == first;
      if (isStable && lock != null && first <= clock && clock <= last) {
        int position = 0;
        while (position < since.size() && since.get(position) < first) {
          position++;
        }
        held.add(position, lock);
        since.add(position, first);
      }
    }
    return clock <= forgotten ? null : held;
  }
}
