package io.cosmodrome.agent.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.ReferenceQueue;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/** What is remembered of an array: an {@link ArrayView} for each thread that uses it. */
final class ArrayState extends Elements {
  private static final VarHandle VIEWS;

  static {
    try {
      VIEWS = MethodHandles.lookup().findVarHandle(ArrayState.class, "views", ArrayView.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int elements;
  private volatile @Nullable ArrayView views; // the latest, which leads to the others

  ArrayState(Object array, @Nullable ReferenceQueue<Object> queue, boolean whole) {
    super(array, queue, whole);
    this.elements = whole ? 1 : Array.getLength(array);
  }

  @Override
  void forget() {
    for (ArrayView view = views; view != null; view = view.next) {
      view.forget();
    }
    views = null;
    super.forget();
  }

  @Override
  int elements() {
    return elements;
  }

  /** The latest view, which leads to the others; null if there is none. */
  @Nullable ArrayView views() {
    return views;
  }

  /** The view of the thread with that slot, which calls this; made if there is none. */
  ArrayView view(int slot) {
    for (ArrayView view = views; view != null; view = view.next) {
      if (view.slot == slot) {
        return view;
      }
    }
    ArrayView before;
    ArrayView view;
    do {
      before = views;
      view = new ArrayView(this, slot, before);
    } while (!VIEWS.compareAndSet(this, before, view));
    return view;
  }
}
