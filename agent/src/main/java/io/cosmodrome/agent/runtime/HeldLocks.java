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
 * <p>That costs some 9 ns for taking a lock and giving it back. So a thread that has taken more
 * than {@value #PATIENCE} times {@value #STEP} locks stops, unless the run has findings, and goes
 * on when it has the first.
 *
 * <p>Changed by its thread alone, without a lock. Others may ask {@link #at} meanwhile: what is
 * about to be overwritten is said to be forgotten before, and a new entry is of the future.
 *
 * <p>Not seen: locks that are taken in code that is not instrumented. Semaphores and synchronizers
 * of the program's own may be used as locks or not; of a thread that uses one {@linkplain #blur
 * nothing is certain} from then on.
 */
final class HeldLocks {
  private static final int FIRST = 8;
  private static final int MAX = 512;
  private static final int STEP = MAX / 4; // so many entries are forgotten at once
  private static final int PATIENCE = 1000;
  private static final long STILL = Long.MAX_VALUE; // as the last clock: the lock is held

  private final MonitoredThread thread;
  private Entries entries = new Entries(new IdentityEntry[FIRST], new long[2 * FIRST]);
  private int next; // where the next entry goes, if that is free
  private long forgotten; // the last clock of all entries that were overwritten
  private int held; // how many, also while nothing is kept
  private boolean isOn = true;
  private boolean isBlurred;
  private int patience = PATIENCE;

  /** Side by side: a lock; the first and the last clock at which it was held. */
  private static final class Entries {
    final @Nullable IdentityEntry[] locks;
    final long[] clocks;

    Entries(@Nullable IdentityEntry[] locks, long[] clocks) {
      this.locks = locks;
      this.clocks = clocks;
    }

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
    if (isOn || turnsOn()) {
      add(lock);
    }
    held++;
  }

  private void add(IdentityEntry lock) {
    Entries all = entries;
    int place = next;
    if (all.clocks[2 * place + 1] > forgotten) {
      place = makeRoom();
      all = entries;
    }
    next = (place + 1) & (all.locks.length - 1);
    all.clocks[2 * place] = thread.nextClock(); // too late for whoever looks just now
    VarHandle.storeStoreFence();
    if (all.locks[place] != lock) { // a reference costs the collector's barrier
      all.locks[place] = lock;
    }
    all.clocks[2 * place + 1] = STILL;
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
    long later = all.clocks[2 * ((place + STEP) & (size - 1)) + 1];
    forgotten = Math.max(all.clocks[2 * place + 1], later == STILL ? forgotten : later);
    if (--patience <= 0 && !thread.runtime().hasFindings) {
      isOn = false;
      forgotten = STILL;
    }
    VarHandle.storeStoreFence();
    return place;
  }

  /** Whether it is time to go on: then nothing is held, and so nothing was missed. */
  private boolean turnsOn() {
    if (held > 0 || !thread.runtime().hasFindings) {
      return false;
    }
    Arrays.fill(entries.clocks, 0);
    VarHandle.storeStoreFence();
    forgotten = thread.nextClock();
    isOn = true;
    return true;
  }

  /** The thread is about to give back a lock, once if it has it more often. */
  void drop(IdentityEntry lock) {
    if (held > 0) {
      held--;
    }
    if (isOn) {
      end(lock);
    }
  }

  private void end(IdentityEntry lock) {
    @Nullable IdentityEntry[] locks = entries.locks;
    long[] clocks = entries.clocks;
    int place = next;
    for (int i = 0; i < locks.length; i++) {
      place = (place - 1) & (locks.length - 1);
      if (locks[place] == lock && clocks[2 * place + 1] == STILL) {
        clocks[2 * place + 1] = thread.nextClock() - 1;
        return;
      }
    }
  }

  /** From now on the thread may hold something that is not known to be a lock. */
  void blur() {
    isBlurred = true;
  }

  /**
   * What was held at a clock of the thread, in the order in which it was taken; null if unknown.
   */
  @Nullable List<IdentityEntry> at(long clock) {
    VarHandle.loadLoadFence();
    Entries all = entries;
    List<IdentityEntry> locks = new ArrayList<>();
    List<Long> since = new ArrayList<>();
    for (int place = 0; place < all.locks.length; place++) {
      IdentityEntry lock = all.locks[place];
      long first = all.clocks[2 * place];
      if (lock != null && first <= clock && clock <= all.clocks[2 * place + 1]) {
        int position = 0;
        while (position < since.size() && since.get(position) < first) {
          position++;
        }
        locks.add(position, lock);
        since.add(position, first);
      }
    }
    VarHandle.loadLoadFence();
    return isBlurred || clock <= forgotten ? null : locks;
  }
}
