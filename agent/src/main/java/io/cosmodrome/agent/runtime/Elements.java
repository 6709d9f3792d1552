package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.DontInline;
import java.lang.ref.ReferenceQueue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An array, or an object that stands for one variable or several, as a trace names them. */
abstract class Elements extends IdentityEntry {
  final boolean whole; // one variable for all elements, at index 0
  private int number; // in the array's name in a trace
  private int @Nullable [] ids; // in a trace: of the first element of each segment, plus one

  Elements(@Nullable Object array, @Nullable ReferenceQueue<Object> queue, boolean whole) {
    super(array, queue);
    this.whole = whole;
  }

  /** The object that the variables belong to, as names tell it; null if it is gone. */
  @Nullable Object owner() {
    return get();
  }

  /** How many variables there are. */
  abstract int elements();

  /** The names of the variables, if they are fields; there are not more than a segment has. */
  List<String> fields() {
    return List.of();
  }

  @Override
  void forget() {
    ids = null;
  }

  final void record(int op, int element, MonitoredThread me, int site) {
    if (element < 0 || element >= elements()) {
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
  @DontInline
  private int @Nullable [] giveIds(int segment, MonitoredThread me) {
    InlineRuntime runtime = me.runtime();
    try {
      synchronized (runtime.lock) {
        Recorder recorder = runtime.recorder();
        Object array = owner();
        if (array == null || recorder == null) {
          return null;
        }
        int elements = elements();
        if (ids == null) {
          ids = new int[(elements - 1) / RecordedNames.SEGMENT + 1];
        }
        if (ids[segment] == 0) {
          int first = segment * RecordedNames.SEGMENT;
          int count = Math.min(elements - first, RecordedNames.SEGMENT);
          int arrayNumber = number(recorder.names);
          List<String> fields = fields();
          int id =
              fields.isEmpty()
                  ? recorder.names.newElements(array, arrayNumber, whole ? -1 : first, count)
                  : recorder.names.newFields(array, arrayNumber, fields);
          ids[segment] = 1 + id;
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
    Object array = owner();
    if (number == 0 && array != null) {
      number = names.number(array);
    }
    return number;
  }
}
