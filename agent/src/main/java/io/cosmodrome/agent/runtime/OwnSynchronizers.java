package io.cosmodrome.agent.runtime;

import org.jspecify.annotations.Nullable;

/**
 * What instrumented code calls around its calls of synchronizers that the program has made of
 * {@code AbstractQueuedSynchronizer}.
 *
 * <p>What such a synchronizer means only the program knows. Certain is: who acquires it exclusively
 * comes after all who have released it, and who shares it after those who had it exclusively. Of
 * two that share it, the later one comes after the earlier one only if it had to wait: a reader
 * need not come after another reader. Nothing of ours is thrown from here.
 */
public final class OwnSynchronizers {
  private static final InlineRuntime RUNTIME = InlineRuntime.installed();

  private OwnSynchronizers() {}

  public static void releases(@Nullable Object object, MonitoredThread me, int site) {
    releases(object, SyncState.RELEASES, me, site);
  }

  public static void releasesShared(@Nullable Object object, MonitoredThread me, int site) {
    releases(object, SyncState.SHARED_RELEASES, me, site);
  }

  private static void releases(@Nullable Object object, int set, MonitoredThread me, int site) {
    try {
      if (object != null) {
        me.syncs.release(me.syncs.of(object), set, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** It threw, so the thread has released nothing. */
  public static void notReleased(@Nullable Object object, MonitoredThread me) {
    try {
      if (object != null) {
        synchronized (RUNTIME.lock) {
          Readers releases = me.syncs.of(object).releases;
          forget(releases, SyncState.RELEASES, me);
          forget(releases, SyncState.SHARED_RELEASES, me);
        }
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  private static void forget(@Nullable Readers releases, int set, MonitoredThread me) {
    Readers.Reader mine = releases == null ? null : releases.find(set, me.slot());
    if (mine != null) {
      mine.epoch = 0;
    }
  }

  /** The thread is about to acquire a synchronizer. */
  public static void begins(MonitoredThread me) {
    me.hasWaited = false;
  }

  public static void acquired(Object object, boolean success, MonitoredThread me, int site) {
    acquired(object, success, true, me, site);
  }

  public static void acquiredShared(Object object, boolean success, MonitoredThread me, int site) {
    acquired(object, success, me.hasWaited, me, site);
  }

  private static void acquired(
      Object object, boolean success, boolean alsoShared, MonitoredThread me, int site) {
    try {
      if (success) {
        SyncState state = me.syncs.of(object);
        me.heldLocks.blur();
        me.syncs.acquire(state, SyncState.RELEASES, site);
        if (alsoShared) {
          me.syncs.acquire(state, SyncState.SHARED_RELEASES, site);
        }
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }
}
