package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.DontInline;
import io.cosmodrome.check.Epoch;
import io.cosmodrome.trace.Op;
import org.jspecify.annotations.Nullable;

/**
 * A thread of the program. Instrumented code fetches it once per method and passes it on.
 *
 * <p>What it does is told in several places: its blocks and what they come after in {@link
 * OrderedThread}, accesses to variables in {@link AccessingThread}, monitors and other threads
 * here, all else that threads synchronize with in {@link ThreadSyncs}.
 */
public final class MonitoredThread extends AccessingThread {
  private static final LockState NO_LOCK = new LockState(new Object(), null);

  @Nullable String startedBy; // name of the thread, if its start was seen
  int startSite;
  private int untilAccesses = Costs.ACCESSES; // that are told of
  private int untilCalls = Costs.CALLS;
  Findings.@Nullable Report report; // the latest about its blocks
  int stripe = -1; // held around a volatile access
  int place; // site of the call of the program that is in hand, for hooks inside the JDK
  boolean hasWaited; // in the call of a synchronizer that is in hand

  private final RecentLocks locks;
  final Recent recent = new Recent(this);
  private boolean away; // guarded by the runtime's lock
  JdkCollections.@Nullable Known lookedInto; // a collection of the program's, just now
  JdkCollections.@Nullable OpenCalls openCalls; // of such collections
  @Nullable SyncState inVain; // the lock with which the thread will have to start over
  final ThreadSyncs syncs = new ThreadSyncs(this);
  final HeldLocks heldLocks = new HeldLocks(this); // unless the run is recorded

  MonitoredThread(int id, Thread owner, InlineRuntime runtime) {
    super(id, owner, runtime);
    this.locks = new RecentLocks(runtime.locks);
  }

  // ---- what it costs ----

  /** Counts an access, a block or a monitor; called where that matters only. */
  public void counts(int group) {
    if (--untilAccesses <= 0) {
      untilAccesses = Costs.ACCESSES;
      runtime.costs.addAccesses(group);
    }
  }

  /** Counts a call that has hooks around it. */
  public void countsCall(int group) {
    if (--untilCalls <= 0) {
      untilCalls = Costs.CALLS;
      runtime.costs.addCalls(group);
    }
  }

  // ---- monitors ----

  /** The thread has just entered the object's monitor. */
  public LockState acquire(Object object, int site) {
    LockState lock = NO_LOCK;
    try {
      lock = locks.get(object);
      if (lock.holder == this) {
        lock.depth++;
      } else {
        lock.holder = this;
        lock.depth = 1;
        acquired(lock, object, site);
      }
    } catch (Throwable failure) {
      runtime.failed(failure);
    }
    return lock;
  }

  @DontInline
  private void acquired(LockState lock, Object object, int site) {
    if (!RECORDS) {
      heldLocks.take(lock);
    }
    if (!isOver(lock.release)) {
      synchronized (runtime.lock) {
        conflicts++;
        edge(lock.release, lock.releaseSite, object, -1, site);
      }
    }
    if (RECORDS && trace != null) {
      trace.acquire(lock, object, site);
    }
  }

  /**
   * The thread is about to leave the monitor; whether it holds it as far as we know.
   *
   * @param lock null if the stack ended where {@link #acquire} was called
   */
  public boolean release(@Nullable LockState lock, int site) {
    if (lock == null || lock.holder != this) {
      return false;
    }
    if (--lock.depth == 0) {
      if (RECORDS) {
        recordRelease(lock, site);
      }
      lock.release = epoch();
      lock.releaseSite = site;
      if (!RECORDS) {
        heldLocks.drop(lock);
      }
      lock.holder = null;
    }
    return true;
  }

  private void recordRelease(LockState lock, int site) {
    try {
      if (trace != null) {
        trace.release(lock, site);
      }
    } catch (Throwable failure) {
      runtime.failed(failure);
    }
  }

  boolean release(Object object, int site) {
    try {
      return release(locks.get(object), site);
    } catch (Throwable failure) {
      runtime.failed(failure);
      return false;
    }
  }

  /** The thread is about to wait: it gives the monitor up, however often it entered it. */
  int releaseAll(Object object, int site) {
    LockState lock = locks.get(object);
    if (lock.holder != this) {
      return 0;
    }
    int depth = lock.depth;
    lock.depth = 1;
    release(lock, site);
    return depth;
  }

  /** The thread has waited and has the monitor again. */
  void acquireAgain(Object object, int depth, int site) {
    if (depth > 0) {
      acquire(object, site).depth = depth;
    }
  }

  // ---- other threads ----

  void fork(Thread child, int site) {
    boolean first;
    int number;
    synchronized (runtime.lock) {
      ThreadEntry entry = runtime.threads.entry(child);
      first = entry.fork == 0;
      number = runtime.threads.number(entry, child);
      entry.fork = epoch();
      entry.forkSite = site;
      entry.forkedBy = ThreadKinds.name(owner);
    }
    if (RECORDS && first) {
      record(Op.FORK, site, number);
    }
  }

  /** Takes in the start of this thread; its first event. */
  void takeInFork(ThreadEntry entry) {
    if (entry.fork != 0) {
      startedBy = entry.forkedBy;
      startSite = entry.forkSite;
      edge(entry.fork, entry.forkSite, null, -1, runtime.threadBegins);
    }
  }

  /** The thread has seen that another one is over. */
  void join(Thread child, int site) {
    int number;
    synchronized (runtime.lock) {
      long last = runtime.threads.lastOf(child);
      if (last != 0) {
        edge(last, runtime.threadEnds, null, -1, site);
      }
      number = runtime.threads.numberOf(child);
    }
    if (RECORDS && number >= 0 && child.getState() == Thread.State.TERMINATED) {
      record(Op.JOIN, site, number);
    }
  }

  /**
   * Says that the thread is about to wait for another one to end, or that it has waited: in between
   * it is in no access to anything.
   */
  void setAway(boolean isAway) {
    synchronized (runtime.lock) {
      away = isAway;
    }
  }

  /** Whether the thread waits, or is over; under the lock. */
  boolean isAway() {
    return away || !owner.isAlive();
  }

  /** Whether nothing that the thread did up to a clock can matter any more; needs no lock. */
  boolean isGarbageUpTo(long clock) {
    return clock == 0 || (!RECORDS && runtime.frontier.isSurelyGarbage(Epoch.of(slot(), clock)));
  }
}
