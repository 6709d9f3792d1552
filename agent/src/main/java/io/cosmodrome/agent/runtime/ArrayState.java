package io.cosmodrome.agent.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.reflect.Array;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of an array: the last write of each element, and a {@link ArrayView} for each
 * thread that uses it.
 */
final class ArrayState extends Elements {
  private static final int MAX_READS = 1 << 23; // in all views but the first

  long[] writes;
  int[] writeSites;
  @Nullable ReadCells readers; // of threads for which a view would take too much memory
  private @Nullable ArrayView[] views = {}; // by slot; added under the runtime's lock

  ArrayState(Object array, @Nullable ReferenceQueue<Object> queue, boolean whole) {
    super(array, queue, whole);
    int elements = whole ? 1 : Array.getLength(array);
    this.writes = new long[elements];
    this.writeSites = new int[elements];
  }

  @Override
  void forget() {
    for (ArrayView view : views) {
      if (view != null) {
        view.forget();
      }
    }
    views = new ArrayView[0];
    writes = new long[0];
    writeSites = new int[0];
    readers = null;
    super.forget();
  }

  @Override
  int elements() {
    return writes.length;
  }

  /** All views, with gaps. */
  @Nullable ArrayView[] views() {
    return views;
  }

  /** The view of a thread, made if there is none; under the lock. */
  ArrayView view(MonitoredThread me) {
    int slot = me.slot();
    ArrayView view = slot < views.length ? views[slot] : null;
    if (view == null) {
      view = new ArrayView(this, slot, readsOfOneMore());
      if (isUntouched()) {
        view.claim(me.claim());
      }
      if (slot >= views.length) {
        views = Arrays.copyOf(views, slot + 1);
      }
      views[slot] = view;
    }
    return view;
  }

  private boolean isUntouched() {
    return views.length == 0;
  }

  private int readsOfOneMore() {
    long before = 0;
    for (ArrayView view : views) {
      before += view == null ? 0 : writes.length;
    }
    return before == 0 || before + writes.length <= MAX_READS ? writes.length : 0;
  }
}
