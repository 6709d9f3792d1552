package io.cosmodrome.agent.runtime;

import io.cosmodrome.trace.Op;
import java.lang.ref.ReferenceQueue;
import java.lang.reflect.Array;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of an array's elements: two words and two sites each, side by side, write
 * first. The rules are those of {@link MonitoredThread}. An object such as an {@code AtomicLong} is
 * an array of one element here.
 */
public final class ArrayShadow extends IdentityEntry implements Cell {
  /** The shadow of no array: nothing is remembered there. */
  static final ArrayShadow NONE = new ArrayShadow(new int[0], null, 0, false);

  private static final int SLOT_SHIFT = 43;

  private long[] words;
  private int[] sites;
  private @Nullable Readers readers;
  private int number; // in the array's name in a trace
  private int @Nullable [] ids; // in a trace: of the first element of each segment, plus one
  private final boolean whole; // one variable for all elements, at index 0

  private ArrayShadow(
      Object array, @Nullable ReferenceQueue<Object> queue, int elements, boolean whole) {
    super(array, queue);
    this.whole = whole;
    this.words = new long[2 * elements];
    this.sites = new int[2 * elements];
  }

  /** The shadow of an array, or of an object that stands for one variable or several. */
  static ArrayShadow of(
      Object object, @Nullable ReferenceQueue<Object> queue, boolean wholeArrays) {
    if (object.getClass().isArray() && !wholeArrays) {
      return new ArrayShadow(object, queue, Array.getLength(object), false);
    } else if (object instanceof AtomicIntegerArray array) {
      return new ArrayShadow(object, queue, array.length(), false);
    } else if (object instanceof AtomicLongArray array) {
      return new ArrayShadow(object, queue, array.length(), false);
    } else if (object instanceof AtomicReferenceArray<?> array) {
      return new ArrayShadow(object, queue, array.length(), false);
    }
    return ofOne(object, queue);
  }

  /** The shadow of an object that stands for one variable. */
  static ArrayShadow ofOne(Object object, @Nullable ReferenceQueue<Object> queue) {
    return new ArrayShadow(object, queue, 1, true);
  }

  @Override
  void forget() {
    words = new long[0];
    sites = new int[0];
    readers = null;
    ids = null;
  }

  @Override
  public void read(int element, MonitoredThread me, int site) {
    rememberRead(element, me, site);
    if (MonitoredThread.RECORDS) {
      record(Op.READ, element, me, site);
    }
  }

  private void rememberRead(int element, MonitoredThread me, int site) {
    int at = 2 * element;
    long[] words = this.words;
    if (at < 0 || at >= words.length) {
      return; // the access itself will throw
    }
    long epoch = me.epoch();
    long lastRead = words[at + 1];
    if (lastRead == epoch || words[at] == epoch) {
      return;
    }
    if ((lastRead ^ epoch) >>> SLOT_SHIFT == 0) {
      words[at + 1] = me.publish();
      sites[at + 1] = site;
    } else {
      readSlow(element, me, site);
    }
  }

  private void readSlow(int element, MonitoredThread me, int site) {
    if (me.readAgain(readers, element, site)) {
      return;
    }
    int at = 2 * element;
    synchronized (me.runtime().lock) {
      me.load(words[at], sites[at], words[at + 1], sites[at + 1], readers);
      if (me.read(get(), element, whole ? -1 : element, site)) {
        words[at + 1] = me.epoch();
        sites[at + 1] = site;
      }
      words[at] = me.lastWrite();
      readers = me.readers();
    }
  }

  @Override
  public void write(int element, MonitoredThread me, int site) {
    rememberWrite(element, me, site);
    if (MonitoredThread.RECORDS) {
      record(Op.WRITE, element, me, site);
    }
  }

  private void rememberWrite(int element, MonitoredThread me, int site) {
    int at = 2 * element;
    long[] words = this.words;
    if (at < 0 || at >= words.length) {
      return;
    }
    long epoch = me.epoch();
    long lastWrite = words[at];
    if (lastWrite == epoch) {
      return;
    }
    if ((lastWrite ^ epoch) >>> SLOT_SHIFT == 0) {
      words[at] = me.publish();
      sites[at] = site;
    } else if ((lastWrite | words[at + 1]) == 0) {
      words[at] = me.publish();
      words[at + 1] = epoch;
      sites[at] = site;
      sites[at + 1] = site;
    } else {
      writeSlow(element, me, site);
    }
  }

  private void writeSlow(int element, MonitoredThread me, int site) {
    int at = 2 * element;
    synchronized (me.runtime().lock) {
      me.load(words[at], sites[at], words[at + 1], sites[at + 1], readers);
      long epoch = me.write(get(), element, whole ? -1 : element, site);
      words[at] = epoch;
      words[at + 1] = epoch;
      sites[at] = site;
      sites[at + 1] = site;
    }
  }

  // ---- accesses that take a while, such as an update with a function of the program ----

  // What they conflict with is looked up when they begin, and they are remembered when they are
  // over. So two that overlap are not ordered, as nobody knows their order.

  /** An access begins; edges from what conflicts with it and is over. */
  void begins(boolean isWrite, int element, MonitoredThread me, int site) {
    int at = 2 * element;
    long[] words = this.words;
    if (at < 0 || at >= words.length || (isOwn(words[at], me) && isOwn(words[at + 1], me))) {
      return;
    }
    synchronized (me.runtime().lock) {
      me.load(words[at], sites[at], words[at + 1], sites[at + 1], readers);
      me.meets(get(), element, whole ? -1 : element, isWrite, site);
    }
  }

  private static boolean isOwn(long word, MonitoredThread me) {
    return (word ^ me.epoch()) >>> SLOT_SHIFT == 0;
  }

  /** The access is over. */
  void ends(boolean isWrite, int element, MonitoredThread me, int site) {
    int at = 2 * element;
    if (at < 0 || at >= words.length) {
      return;
    }
    if (MonitoredThread.RECORDS) {
      // in a trace it has its place now: after all that is over
      begins(isWrite, element, me, site);
      record(isWrite ? Op.WRITE : Op.READ, element, me, site);
    }
    long[] words = this.words;
    int own = isWrite ? at : at + 1;
    if (words[own] == me.epoch()) {
      return;
    }
    if (isOwn(words[own], me)) {
      words[own] = me.publish();
      sites[own] = site;
      return;
    }
    synchronized (me.runtime().lock) {
      me.load(words[at], sites[at], words[at + 1], sites[at + 1], readers);
      if (isWrite) {
        me.wrote(element);
        words[at] = me.publish();
        sites[at] = site;
      } else if (!me.haveRead(element, site)) {
        words[at] = me.lastWrite();
        readers = me.readers();
        return;
      }
      words[at + 1] = me.publish();
      sites[at + 1] = site;
    }
  }

  // ---- recording ----

  private void record(int op, int element, MonitoredThread me, int site) {
    if (element < 0 || element >= words.length / 2) {
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
        int elements = words.length / 2;
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
