package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.Epoch;
import io.cosmodrome.trace.Op;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.ReferenceQueue;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of an object that stands for a variable or several, such as an {@code
 * AtomicLong} or an {@code AtomicIntegerArray}. The rules are those of {@link AccessingThread}; the
 * variables' lock is the shadow itself. The mark on a write word is only ever added to what is
 * there, since accesses that take a while exclude nobody.
 */
class ObjectShadow extends Elements implements Cell {
  /** The shadow of nothing: nothing is remembered there. */
  static final ObjectShadow NONE = new ObjectShadow(new Object(), null, 0, false);

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  // of each variable, side by side: epoch and site of the last write, of the latest read
  private static final int FIELDS = 4;
  private static final int WRITE_SITE = 1;
  private static final int READ = 2;
  private static final int READ_SITE = 3;

  private long[] words;
  private @Nullable ReadCells readers;
  private List<String> fields = List.of();

  ObjectShadow(
      @Nullable Object object,
      @Nullable ReferenceQueue<Object> queue,
      int elements,
      boolean whole) {
    super(object, queue, whole);
    this.words = new long[FIELDS * elements];
  }

  static ObjectShadow of(Object object, @Nullable ReferenceQueue<Object> queue) {
    if (object instanceof AtomicIntegerArray array) {
      return new ObjectShadow(object, queue, array.length(), false);
    } else if (object instanceof AtomicLongArray array) {
      return new ObjectShadow(object, queue, array.length(), false);
    } else if (object instanceof AtomicReferenceArray<?> array) {
      return new ObjectShadow(object, queue, array.length(), false);
    }
    return ofOne(object, queue);
  }

  /** The shadow of an object that stands for one variable. */
  static ObjectShadow ofOne(Object object, @Nullable ReferenceQueue<Object> queue) {
    return new ObjectShadow(object, queue, 1, true);
  }

  /** The shadow of an object whose variables are fields, which the sites name. */
  static ObjectShadow ofFields(Object object, List<String> fields) {
    ObjectShadow shadow = new ObjectShadow(object, null, fields.size(), true);
    shadow.fields = fields;
    return shadow;
  }

  @Override
  List<String> fields() {
    return fields;
  }

  @Override
  void forget() {
    words = new long[0];
    readers = null;
    super.forget();
  }

  @Override
  int elements() {
    return words.length / FIELDS;
  }

  /** Whether there is such a variable; if not, the access itself will throw. */
  private boolean has(int element) {
    return element >= 0 && element < elements();
  }

  /** The index that a variable is shown with; -1 if it is the only one. */
  int shown(int element) {
    return whole ? -1 : element;
  }

  /** Puts a variable into the thread's hand; under the lock. */
  private void load(int at, MonitoredThread me) {
    int writeSite = (int) words[at + WRITE_SITE];
    int readSite = (int) words[at + READ_SITE];
    me.load(words[at], writeSite, words[at + READ], readSite, readers, elements());
  }

  @Override
  public void read(int element, MonitoredThread me, int site) {
    if (MonitoredThread.SKIPS_REPEATS && isRepeated(element, false, me)) {
      return;
    }
    rememberRead(element, me, site);
    if (MonitoredThread.RECORDS) {
      record(Op.READ, element, me, site);
    }
  }

  private boolean isRepeated(int element, boolean isWrite, MonitoredThread me) {
    int at = FIELDS * element;
    return has(element)
        && (words[at] == me.epoch() || (!isWrite && words[at + READ] == me.epoch()));
  }

  private void rememberRead(int element, MonitoredThread me, int site) {
    int at = FIELDS * element;
    long[] words = this.words;
    if (!has(element)) {
      return;
    }
    long epoch = me.epoch();
    long lastRead = words[at + READ];
    if (lastRead == epoch || words[at] == epoch) {
      return;
    }
    if ((lastRead ^ epoch) >>> Epoch.CLOCK_BITS == 0) {
      words[at + READ] = me.epoch();
      words[at + READ_SITE] = site;
    } else {
      readSlow(element, me, site);
    }
  }

  private void readSlow(int element, MonitoredThread me, int site) {
    int at = FIELDS * element;
    if (me.readAgain(readers, element, site) || readsFirst(at, element, me, site)) {
      return;
    }
    synchronized (this) {
      load(at, me);
      if (me.read(owner(), element, shown(element), site)) {
        words[at + READ] = me.epoch();
        words[at + READ_SITE] = site;
      }
      shares(at, me);
    }
  }

  /** Remembers the first read since a write that no longer matters; needs no lock. */
  private boolean readsFirst(int at, int element, MonitoredThread me, int site) {
    long lastWrite = words[at];
    return lastWrite != 0
        && me.readFirst(lastWrite, readers, element, site)
        && WORD.compareAndSet(words, at, lastWrite, lastWrite | MonitoredThread.SHARED);
  }

  /** Keeps that the thread in hand has read, unless the read word tells it; under the lock. */
  private void shares(int at, MonitoredThread me) {
    readers = me.readers();
    if (me.lastWrite() < 0) {
      // not stored: a write that needs no lock may be there by now
      WORD.getAndBitwiseOr(words, at, MonitoredThread.SHARED);
    }
  }

  @Override
  public void write(int element, MonitoredThread me, int site) {
    if (MonitoredThread.SKIPS_REPEATS && isRepeated(element, true, me)) {
      return;
    }
    rememberWrite(element, me, site);
    if (MonitoredThread.RECORDS) {
      record(Op.WRITE, element, me, site);
    }
  }

  private void rememberWrite(int element, MonitoredThread me, int site) {
    int at = FIELDS * element;
    long[] words = this.words;
    if (!has(element)) {
      return;
    }
    long epoch = me.epoch();
    long lastWrite = words[at];
    if (lastWrite == epoch) {
      return;
    }
    if ((lastWrite ^ epoch) >>> Epoch.CLOCK_BITS == 0) {
      words[at] = me.epoch();
      words[at + WRITE_SITE] = site;
    } else if ((lastWrite | words[at + READ]) == 0
        || me.takesOver(lastWrite, words[at + READ], readers, element)) {
      wrote(at, me, site);
    } else {
      writeSlow(element, me, site);
    }
  }

  /**
   * The variable is now this thread's. Sites come first: who looks in between finds the epoch from
   * before, which does not matter any more.
   */
  private void wrote(int at, MonitoredThread me, int site) {
    long[] words = this.words;
    words[at + WRITE_SITE] = site;
    words[at + READ_SITE] = site;
    WORD.setRelease(words, at + READ, me.epoch());
    WORD.setRelease(words, at, me.epoch());
  }

  private void writeSlow(int element, MonitoredThread me, int site) {
    int at = FIELDS * element;
    synchronized (this) {
      load(at, me);
      me.write(owner(), element, shown(element), site);
      wrote(at, me, site);
    }
  }

  // ---- accesses that take a while, such as an update with a function of the program ----

  // What they conflict with is looked up when they begin, and they are remembered when they are
  // over. So two that overlap are not ordered, as nobody knows their order.

  /** An access begins; edges from what conflicts with it and is over. */
  void begins(boolean isWrite, int element, MonitoredThread me, int site) {
    int at = FIELDS * element;
    long[] words = this.words;
    if (!has(element) || (isOwn(words[at], me) && isOwn(words[at + READ], me))) {
      return;
    }
    if (isAllOver(isWrite, element, me)) {
      return;
    }
    synchronized (this) {
      load(at, me);
      me.meets(owner(), element, shown(element), isWrite, site);
    }
  }

  /** Whether nothing that the access conflicts with matters any more; needs no lock. */
  private boolean isAllOver(boolean isWrite, int element, MonitoredThread me) {
    long[] words = this.words;
    int at = FIELDS * element;
    long lastWrite = (long) WORD.getAcquire(words, at);
    ReadCells readers = this.readers;
    return me.isOver(lastWrite & ~MonitoredThread.SHARED)
        && (!isWrite
            || (me.isOver(words[at + READ])
                && (lastWrite >= 0
                    || readers == null
                    || readers.all(element, (epoch, site) -> me.isOver(epoch)))));
  }

  private static boolean isOwn(long word, MonitoredThread me) {
    return (word ^ me.epoch()) >>> Epoch.CLOCK_BITS == 0;
  }

  /** The access is over. */
  void ends(boolean isWrite, int element, MonitoredThread me, int site) {
    int at = FIELDS * element;
    if (!has(element)) {
      return;
    }
    if (MonitoredThread.RECORDS) {
      // in a trace it has its place now: after all that is over
      begins(isWrite, element, me, site);
      record(isWrite ? Op.WRITE : Op.READ, element, me, site);
    }
    long[] words = this.words;
    int own = isWrite ? at : at + READ;
    if (words[own] == me.epoch()) {
      return;
    }
    if (isOwn(words[own], me)) {
      words[own] = me.epoch();
      words[own + 1] = site;
      return;
    }
    if (!isWrite && endsReading(element, me, site)) {
      return;
    }
    synchronized (this) {
      load(at, me);
      if (isWrite) {
        me.wrote(element);
        words[at] = me.epoch();
        words[at + WRITE_SITE] = site;
      } else if (!me.haveRead(element, site)) {
        shares(at, me);
        return;
      }
      words[at + READ] = me.epoch();
      words[at + READ_SITE] = site;
    }
  }

  /**
   * Remembers a read that is over where there is room for it; needs no lock. A write that ends at
   * the same time may undo that: then their order is not known.
   */
  private boolean endsReading(int element, MonitoredThread me, int site) {
    long[] words = this.words;
    int at = FIELDS * element;
    long lastWrite = (long) WORD.getAcquire(words, at);
    ReadCells readers = this.readers;
    if (readers == null || lastWrite == 0) {
      return false;
    }
    if (lastWrite < 0 && readers.again(me.slot(), element, me.epoch(), site)) {
      return true;
    }
    long shared = lastWrite | MonitoredThread.SHARED;
    return readers.put(me.slot(), element, me.epoch(), site)
        && WORD.compareAndSet(words, at, lastWrite, shared);
  }
}
