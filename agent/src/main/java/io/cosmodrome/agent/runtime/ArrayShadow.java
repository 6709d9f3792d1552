package io.cosmodrome.agent.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.reflect.Array;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of an array: the last write of each element, and a {@link ArrayView} for each
 * thread that uses it.
 */
final class ArrayShadow extends IdentityEntry {
  private static final int MAX_READS = 1 << 23; // in all views but the first

  long[] writes;
  int[] writeSites;
  final boolean whole; // one variable for all elements, at index 0
  @Nullable Readers readers; // of threads for which a view would take too much memory
  private @Nullable ArrayView[] views = {}; // by slot; added under the runtime's lock
  private int number; // in the array's name in a trace
  private int @Nullable [] ids; // in a trace: of the first element of each segment, plus one

  ArrayShadow(Object array, @Nullable ReferenceQueue<Object> queue, boolean whole) {
    super(array, queue);
    int elements = whole ? 1 : Array.getLength(array);
    this.whole = whole;
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
    ids = null;
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

  // ---- recording ----

  void record(int op, int element, MonitoredThread me, int site) {
    if (element < 0 || element >= writes.length) {
      return; // the access itself will throw
    }
    int[] known = ids;
    int segment = element / RecordedNames.SEGMENT;
    if (known == null || known[segment] == 0) {
      known = giveIds(segment, me);
    }
    if (known != null) {
      me.record(op, site, known[segment] - 1 + element % RecordedNames.SEGMENT);
    }
  }

  /** Gives ids to the elements of a segment; null if that was not possible. */
  private int @Nullable [] giveIds(int segment, MonitoredThread me) {
    InlineRuntime runtime = me.runtime();
    try {
      synchronized (runtime.lock) {
        Recorder recorder = runtime.recorder();
        Object array = get();
        if (array == null || recorder == null) {
          return null;
        }
        int elements = writes.length;
        if (ids == null) {
          ids = new int[(elements - 1) / RecordedNames.SEGMENT + 1];
        }
        if (ids[segment] == 0) {
          int first = segment * RecordedNames.SEGMENT;
          int count = Math.min(elements - first, RecordedNames.SEGMENT);
          int arrayNumber = number(recorder.names);
          ids[segment] =
              1 + recorder.names.newElements(array, arrayNumber, whole ? -1 : first, count);
        }
        return ids;
      }
    } catch (Throwable failure) {
      runtime.failed(failure);
      return null;
    }
  }

  /** The number in the array's name; under the runtime's lock. */
  int number(RecordedNames names) {
    Object array = get();
    if (number == 0 && array != null) {
      number = names.number(array);
    }
    return number;
  }
}
