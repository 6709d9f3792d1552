package io.cosmodrome.agent.runtime;

import org.jspecify.annotations.Nullable;

/**
 * How a thread synchronizes with others through anything but monitors: it releases what others wait
 * for, and goes on because of what others have released.
 *
 * <p>Used by the thread alone. What is remembered of each object is in its {@link SyncState}, which
 * says what is done under the runtime's lock.
 */
final class ThreadSyncs {
  private static final boolean RECORDS = MonitoredThread.RECORDS;
  private static final int CACHED = 16;

  private final MonitoredThread thread;
  private final InlineRuntime runtime;
  private @Nullable SyncState @Nullable [] cache; // once the thread uses one
  private long taken; // the last release that an edge was taken from

  ThreadSyncs(MonitoredThread thread) {
    this.thread = thread;
    this.runtime = thread.runtime();
  }

  /** What is remembered of an object. */
  SyncState of(Object object) {
    @Nullable SyncState[] known = cache;
    if (known == null) {
      known = new SyncState[CACHED];
      cache = known;
    }
    int position = System.identityHashCode(object) & (CACHED - 1);
    SyncState state = known[position];
    if (state == null || !state.refersTo(object)) {
      state = runtime.syncs.get(object);
      known[position] = state;
    }
    return state;
  }

  /** The thread is about to let others go on that wait for as many as there may be. */
  void release(SyncState state, int set, int site) {
    if (!thread.isSilent() && (RECORDS || !releaseAgain(state.releases, set, site))) {
      releaseSlow(state, set, site);
    }
  }

  /** Refreshes a release of the thread's that still counts; needs no lock. */
  private boolean releaseAgain(@Nullable Readers releases, int set, int site) {
    Readers.Reader release = releases == null ? null : releases.find(set, thread.slot());
    if (release == null) {
      return false;
    }
    if (release.epoch != thread.epoch()) {
      release.epoch = thread.epoch();
      release.site = site;
    }
    return true;
  }

  private void releaseSlow(SyncState state, int set, int site) {
    if (RECORDS) {
      Readers.Reader before =
          state.releases == null ? null : state.releases.find(set, thread.slot());
      if (before != null && before.epoch == thread.epoch()) {
        return;
      }
    }
    int message = thread.send(state, site);
    synchronized (runtime.lock) {
      if (state.releases == null) {
        state.releases = new Readers();
      }
      forgetTaken(state.releases, set);
      Readers.Reader release = state.releases.get(set, thread.slot());
      release.site = site;
      release.message = message;
      release.epoch = thread.publish();
    }
  }

  /** Who comes after the thread's next release comes after what the thread came after. */
  private void forgetTaken(Readers releases, int set) {
    releases.compact(set);
    for (Readers.Reader release : releases.all(set)) {
      if (release != null && release.taker == thread.slot() && release.taken != 0) {
        release.drop(release.taken);
      }
    }
  }

  /** The thread goes on because of what all those did that have released. */
  void acquire(SyncState state, int set, int site) {
    Readers releases = state.releases;
    if (releases != null && releases.all(set).length > 0) {
      synchronized (runtime.lock) {
        thread.conflicts++;
        edges(releases, set, state.get(), site);
      }
      thread.received(site);
    }
  }

  /**
   * Takes an edge from each of a set, and drops those that matter no more; under the lock, after
   * which {@link OrderedThread#received} is due.
   */
  void edges(Readers releases, int set, @Nullable Object object, int site) {
    for (Readers.Reader release : releases.all(set)) {
      long epoch = release == null ? 0 : release.epoch;
      if (epoch == 0) {
        continue;
      }
      if (!RECORDS && runtime.frontier.isGarbage(epoch)) {
        release.drop(epoch);
      } else {
        thread.edge(epoch, release.site, release.message, object, site);
        release.taken = epoch;
        release.taker = thread.slot();
      }
    }
  }

  /** The thread shares a lock with others that have it since the last release of one alone. */
  void acquireShared(SyncState lock, int site) {
    long release = lock.release;
    if (release != taken && !thread.isOver(release)) {
      synchronized (runtime.lock) {
        thread.conflicts++;
        thread.edge(release, lock.releaseSite, lock.message, lock.get(), site);
      }
      thread.received(site);
      taken = release;
    }
  }

  /** The thread has a lock, for itself or not; before the edges that come with it. */
  void hold(SyncState lock) {
    if (!RECORDS) {
      thread.heldLocks.take(lock);
    }
  }

  /** The thread has a lock no more; after it was remembered. */
  void letGo(SyncState lock) {
    if (!RECORDS) {
      thread.heldLocks.drop(lock);
    }
  }

  /** The thread has the lock for itself. */
  void acquireAlone(SyncState lock, int site) {
    hold(lock);
    acquireShared(lock, site);
    Readers shared = lock.releases;
    if (shared != null && shared.all(SyncState.RELEASES).length > 0) {
      synchronized (runtime.lock) {
        thread.conflicts++;
        edges(shared, SyncState.RELEASES, lock.get(), site);
        shared.clear(SyncState.RELEASES);
      }
      thread.received(site);
    }
    ThreadTrace trace = thread.trace;
    if (RECORDS && trace != null) {
      trace.acquireAlone(lock, site);
    }
  }

  /** The thread is about to let go of a lock that it has for itself. */
  void releaseAlone(SyncState lock, int site) {
    ThreadTrace trace = thread.trace;
    if (RECORDS && trace != null) {
      trace.releaseAlone(lock, site);
    }
    lock.release = thread.publish();
    lock.releaseSite = site;
    letGo(lock);
  }
}
