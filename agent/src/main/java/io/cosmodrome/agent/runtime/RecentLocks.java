package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.DontInline;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * The monitors that a thread has used lately, by their objects. Looks at one after the other: the
 * hash of a locked object is not in its header, but far away.
 *
 * <p>What is asked is the thread's own list of objects, and not what is remembered of each: that
 * changes whenever some thread takes or gives back the monitor, so to look at it is to wait for
 * another processor's cache. The list itself is held weakly, so that it keeps no object alive for
 * longer than until the next collection, which takes it away.
 */
final class RecentLocks {
  private static final int SIZE = 64;
  private static final int MAX_AGE = 1 << 12; // additions until a list is replaced: it may be old

  private static final @Nullable LockState[] NO_LOCKS = new LockState[SIZE];
  private static final WeakReference<@Nullable Object[]> NO_OBJECTS = new WeakReference<>(null);

  private final IdentityTable<LockState> all;
  private @Nullable LockState[] locks = NO_LOCKS; // the thread's own once it uses one
  private WeakReference<@Nullable Object[]> objects = NO_OBJECTS; // likewise
  private int latest; // the place of the one that was used last
  private int additions; // to the list

  RecentLocks(IdentityTable<LockState> all) {
    this.all = all;
  }

  /** What is remembered of an object's monitor. */
  LockState get(Object object) {
    @Nullable Object[] list = objects.get();
    LockState lock = locks[latest];
    return list != null && list[latest] == object && lock != null ? lock : find(object, list);
  }

  @DontInline
  private LockState find(Object object, @Nullable Object @Nullable [] list) {
    if (list != null) {
      for (int place = 0; place < SIZE; place++) {
        LockState lock = locks[place];
        if (list[place] == object && lock != null) {
          latest = place;
          return lock;
        }
      }
    }
    LockState lock = all.get(object);
    add(object, lock, list);
    return lock;
  }

  private void add(Object object, LockState lock, @Nullable Object @Nullable [] list) {
    @Nullable Object[] newest = list;
    if (newest == null || additions == MAX_AGE) {
      additions = 0;
      newest = new Object[SIZE];
      objects = new WeakReference<>(newest);
      locks = new LockState[SIZE];
    }
    latest = additions++ & (SIZE - 1);
    newest[latest] = object;
    locks[latest] = lock;
  }
}
