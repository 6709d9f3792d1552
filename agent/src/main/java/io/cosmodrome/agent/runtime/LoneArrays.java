package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.Epoch;
import java.util.Arrays;

/**
 * The arrays that a thread was the first to use lately. Most arrays live for a moment and have one
 * thread, and its accesses soon matter no more: then what is remembered of them is dropped.
 *
 * <p>That is exact, since no edge from what is dropped would do anything, and nobody else has
 * anything there. Only the thread itself drops, when it looks up an array, so it is in no access
 * then. Without that, the collector would have to find each array dead first, and would keep and
 * copy what is remembered of it until then.
 *
 * <p>Now and then all are looked at. Those that were used again and again meanwhile are let be: who
 * drops them would only have to make them anew. Costs O(1) for each array, or O(length) where its
 * words are as many. Used by its thread alone; a run that is recorded drops nothing, because its
 * order is to be exact even where it does not matter.
 */
final class LoneArrays {
  private static final int LEAST = 512; // views until they are looked at
  private static final int MOST = 1 << 14; // in long blocks, where nothing can be dropped
  private static final ArrayView[] NO_VIEWS = {};

  private final MonitoredThread me;
  private final Recent recent;
  private ArrayView[] views = NO_VIEWS;
  private int count;
  private int old; // of these, from the first on, were there at the last look
  private int veteran; // of these again, at the one before
  private int limit = LEAST;
  private long lastLook; // a clock

  LoneArrays(MonitoredThread me, Recent recent) {
    this.me = me;
    this.recent = recent;
  }

  /** Another array that the thread is the first to use. */
  void add(ArrayView view) {
    if (MonitoredThread.RECORDS) {
      return;
    }
    if (count == views.length) {
      views = Arrays.copyOf(views, Math.max(LEAST, 2 * count));
    }
    views[count++] = view;
  }

  /** Drops what matters no more, if there is reason to look for it. */
  void dropSome() {
    if (count >= limit) {
      look();
    }
  }

  private void look() {
    long garbage;
    synchronized (me.runtime().lock) {
      garbage = me.runtime().frontier.garbageBefore(me);
    }
    long unused = Math.min(garbage, lastLook);
    int kept = 0;
    int oldKept = 0;
    for (int i = 0; i < count; i++) {
      ArrayView view = views[i];
      if (i < old && view.isBefore(unused)) {
        drop(view);
      } else if (i >= veteran || view.isBefore(lastLook)) {
        views[kept++] = view;
      }
      oldKept = i < old ? kept : oldKept;
    }
    Arrays.fill(views, kept, count, null);
    count = kept;
    veteran = oldKept;
    if (count > MOST / 2) {
      forget(count - MOST / 2);
    }
    old = count;
    limit = Math.max(LEAST, 2 * count);
    lastLook = Epoch.clock(me.epoch());
  }

  private void drop(ArrayView view) {
    if (view.array.drop(view)) {
      me.runtime().arrays.remove(view.array);
      recent.forget(view);
      view.forget();
    }
  }

  /** Leaves the first ones to the collector. */
  private void forget(int some) {
    count -= some;
    veteran = Math.max(0, veteran - some);
    System.arraycopy(views, some, views, 0, count);
    Arrays.fill(views, count, count + some, null);
  }
}
