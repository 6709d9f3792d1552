package io.cosmodrome.agent.runtime;

import java.lang.ref.ReferenceQueue;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of an object through which threads synchronize, if it is not a monitor: a
 * lock, a synchronizer, a future, a task or an element of a queue.
 *
 * <p>The two fields for mutual exclusion belong to the thread that holds the lock. All else is
 * guarded by the runtime's lock, but for {@link Readers}, which says itself what is not.
 */
final class SyncState extends IdentityEntry {
  /** Sets of {@link #releases}: what operations of a kind that commute among themselves left. */
  static final int RELEASES = 0;

  static final int QUERIES = 1;
  static final int SHARED_RELEASES = 1; // of a synchronizer of the program's own
  static final int INTERRUPTS = 1; // of a thread

  long release; // epoch of the last release by a thread that had the lock for itself, or 0
  int releaseSite;
  int message = -1; // in a trace, what that release has told
  @Nullable SyncState whole; // the lock that a condition, a read or a write lock is a part of
  @Nullable Readers releases; // by set and thread, the latest one
  @Nullable HandOver handOvers; // of this object that were not yet received, latest first
  @Nullable Generation generation; // of a barrier or a phaser: the arrivals, latest phase first
  volatile @Nullable Scope scope; // of a task, where it was handed on; not guarded

  // in a trace only
  int number; // in the object's name
  int messages; // how many there were
  int lock = -1; // id of a lock
  @Nullable MonitoredThread holder; // of that lock

  /** This object was put somewhere, for another thread to take. */
  static final class HandOver {
    final long epoch;
    final int site;
    final int message; // in a trace, what this has told
    final @Nullable SyncState where; // a queue, or null for a task
    @Nullable HandOver earlier;

    HandOver(
        long epoch, int site, int message, @Nullable SyncState where, @Nullable HandOver earlier) {
      this.epoch = epoch;
      this.site = site;
      this.message = message;
      this.where = where;
      this.earlier = earlier;
    }
  }

  /** Those who pass a barrier, or end a phase, together. */
  static final class Generation {
    final SyncState barrier;
    final int phase;
    final Readers arrivals = new Readers();
    @Nullable Generation earlier;
    int count;

    Generation(SyncState barrier, int phase, @Nullable Generation earlier) {
      this.barrier = barrier;
      this.phase = phase;
      this.earlier = earlier;
    }
  }

  SyncState(Object object, @Nullable ReferenceQueue<Object> queue) {
    super(object, queue);
  }

  @Override
  void forget() {
    releases = null;
    handOvers = null;
    generation = null;
    scope = null;
  }
}
