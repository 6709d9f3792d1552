package io.cosmodrome.agent.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.ReferenceQueue;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of an array: an {@link ArrayView} for each thread that uses it.
 *
 * <p>Once nothing of it matters and one thread alone has a view, that thread may drop it: then it
 * is in its table no more, and whoever uses the array next begins with another one.
 */
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

  /** The view of the thread with that slot; null if it has none. */
  @Nullable ArrayView find(int slot) {
    for (ArrayView view = views; view != null; view = view.next) {
      if (view.slot == slot) {
        return view;
      }
    }
    return null;
  }

  /** Adds a view for the thread with that slot, which calls this; null if this was dropped. */
  @Nullable ArrayView add(int slot) {
    while (true) {
      ArrayView before = views;
      if (before == ArrayView.NONE) {
        return null;
      }
      ArrayView view = new ArrayView(this, slot, before);
      if (VIEWS.compareAndSet(this, before, view)) {
        return view;
      }
    }
  }

  /** Lets no thread use this any more, unless others than the view's use it already. */
  boolean drop(ArrayView only) {
    return only.next == null && VIEWS.compareAndSet(this, only, ArrayView.NONE);
  }

  boolean isDropped() {
    return views == ArrayView.NONE;
  }
}
