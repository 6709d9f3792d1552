package io.cosmodrome.agent.runtime;

import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;

/**
 * What instrumented code calls around its calls of {@link StampedLock}.
 *
 * <p>Whoever has the lock for itself is ordered with everybody, those who share it are not ordered
 * among themselves. An optimistic reader comes after the last writer before it began, and before
 * the first one after it was found valid. What it reads meanwhile may turn out to be in vain, so
 * nothing comes before that; when it does turn out so, blocks begin anew, as after a comparison
 * that failed. Nothing of ours is thrown from here.
 */
public final class StampedLocks {
  private static final InlineRuntime RUNTIME = InlineRuntime.installed();

  /** What a stamp is converted to. */
  public static final int TO_WRITE = 0;

  public static final int TO_READ = 1;
  public static final int TO_OPTIMISTIC = 2;

  private StampedLocks() {}

  /** The thread starts over with this lock. */
  private static void endsAttempt(SyncState lock, MonitoredThread me) {
    me.endOptimism(lock);
    beginsAnew(lock, me);
    me.inVain = null;
  }

  /** Lets blocks begin anew if the thread knows already that what it does is in vain. */
  private static void beginsAnew(SyncState lock, MonitoredThread me) {
    if (me.inVain == lock) {
      me.resume(me.suspend());
    }
  }

  public static void lockedAlone(Object lock, long stamp, MonitoredThread me, int site) {
    try {
      if (stamp != 0) {
        SyncState state = me.syncs.of(lock);
        endsAttempt(state, me);
        me.syncs.acquireAlone(state, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  public static void lockedShared(Object lock, long stamp, MonitoredThread me, int site) {
    try {
      if (stamp != 0) {
        SyncState state = me.syncs.of(lock);
        endsAttempt(state, me);
        me.syncs.hold(state);
        me.syncs.acquireShared(state, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** The thread begins to read, whether or not there is a writer just now. */
  public static void triesToRead(Object lock, long stamp, MonitoredThread me, int site) {
    try {
      SyncState state = me.syncs.of(lock);
      endsAttempt(state, me);
      if (stamp == 0) {
        me.inVain = state;
      } else {
        me.syncs.acquireShared(state, site);
      }
      me.beginOptimism(state);
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** The thread knows whether anybody has written since it got its stamp. */
  public static void validated(Object lock, boolean valid, MonitoredThread me, int site) {
    try {
      SyncState state = me.syncs.of(lock);
      boolean wasOptimistic = me.endOptimism(state);
      me.inVain = null;
      if (valid && wasOptimistic) {
        me.syncs.release(state, SyncState.RELEASES, site);
      } else if (!valid) {
        me.resume(me.suspend());
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  public static void unlocks(@Nullable Object lock, long stamp, MonitoredThread me, int site) {
    try {
      if (lock instanceof StampedLock stamped && stamped.validate(stamp)) {
        releases(stamped, stamp, me, site);
        beginsAnew(me.syncs.of(stamped), me);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  private static void releases(StampedLock lock, long stamp, MonitoredThread me, int site) {
    if (StampedLock.isWriteLockStamp(stamp)) {
      me.syncs.releaseAlone(me.syncs.of(lock), site);
    } else if (StampedLock.isReadLockStamp(stamp)) {
      releasesShared(me.syncs.of(lock), me, site);
    }
  }

  private static void releasesShared(SyncState lock, MonitoredThread me, int site) {
    me.syncs.release(lock, SyncState.RELEASES, site);
    me.syncs.letGo(lock);
  }

  public static void tryUnlockWrite(Object lock, boolean success, MonitoredThread me, int site) {
    try {
      if (success) {
        me.syncs.releaseAlone(me.syncs.of(lock), site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  public static void tryUnlockRead(Object lock, boolean success, MonitoredThread me, int site) {
    try {
      if (success) {
        releasesShared(me.syncs.of(lock), me, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** The thread is about to convert a stamp; it gives up what it will have no longer. */
  public static void converts(
      @Nullable Object lock, long stamp, int target, MonitoredThread me, int site) {
    try {
      boolean givesUp =
          target == TO_OPTIMISTIC || (target == TO_READ && StampedLock.isWriteLockStamp(stamp));
      if (givesUp && lock instanceof StampedLock stamped && stamped.validate(stamp)) {
        releases(stamped, stamp, me, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  public static void converted(Object lock, long stamp, int target, MonitoredThread me, int site) {
    if (stamp == 0) {
      validated(lock, false, me, site);
      me.inVain = me.syncs.of(lock); // it gives the lock back and takes it again
    } else if (target == TO_WRITE) {
      lockedAlone(lock, stamp, me, site);
    } else if (target == TO_READ) {
      lockedShared(lock, stamp, me, site);
    } else {
      triesToRead(lock, stamp, me, site);
    }
  }

  /** Whether a lock is the view of a stamped lock that many can share. */
  static boolean isSharedView(Object lock) {
    return lock.getClass().getName().equals("java.util.concurrent.locks.StampedLock$ReadLockView");
  }

  /** Whether a lock is the view of a stamped lock for one alone. */
  static boolean isView(Object lock) {
    return lock.getClass().getName().equals("java.util.concurrent.locks.StampedLock$WriteLockView");
  }
}
