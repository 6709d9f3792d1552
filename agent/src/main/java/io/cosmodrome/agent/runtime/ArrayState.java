package io.cosmodrome.agent.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.reflect.Array;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What is remembered of an array: an {@link ArrayView} for each thread that uses it. */
final class ArrayState extends Elements {
  private final int elements;
  private @Nullable ArrayView[] views = {}; // by slot; added under the runtime's lock

  ArrayState(Object array, @Nullable ReferenceQueue<Object> queue, boolean whole) {
    super(array, queue, whole);
    this.elements = whole ? 1 : Array.getLength(array);
  }

  @Override
  void forget() {
    for (ArrayView view : views) {
      if (view != null) {
        view.forget();
      }
    }
    views = new ArrayView[0];
    super.forget();
  }

  @Override
  int elements() {
    return elements;
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
      view = new ArrayView(this, slot);
      if (slot >= views.length) {
        views = Arrays.copyOf(views, slot + 1);
      }
      views[slot] = view;
    }
    return view;
  }
}
