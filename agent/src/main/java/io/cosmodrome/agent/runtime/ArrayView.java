package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.Epoch;
import io.cosmodrome.trace.Op;
import java.util.Arrays;

/**
 * An array as one thread sees it: the last write of each element, and the thread's own latest read
 * since, a clock and a site in one word, 0 if there was none.
 *
 * <p>The rules are those of {@link MonitoredThread}, but simpler, because each thread has its own
 * place for its reads: only the first read after a write of another thread has to look at that
 * write. The mark {@link MonitoredThread#SHARED} in a write word says that threads other than the
 * writer have read since. The first view of an array owns all elements from the beginning.
 */
public final class ArrayView implements Cell {
  private static final long[] NO_WORDS = {};
  private static final int[] NO_SITES = {};
  private static final long CLAIMED =
      1; // a read that no clock has: the thread need not look at the write

  /** The view of no array: nothing is remembered there. */
  static final ArrayView NONE = new ArrayView(new ArrayState(new int[0], null, false), 0, 0);

  final ArrayState array;
  private long[] writes;
  private int[] writeSites;
  private long[] reads; // empty if that would take too much memory
  private final int slot;

  /**
   * @param slot of the thread
   * @param elements how many the thread can remember reads of: all or none
   */
  ArrayView(ArrayState array, int slot, int elements) {
    this.array = array;
    this.slot = slot;
    this.writes = array.writes;
    this.writeSites = array.writeSites;
    this.reads = elements == 0 ? NO_WORDS : new long[elements];
  }

  void claim(long claim) {
    Arrays.fill(writes, claim);
    Arrays.fill(reads, CLAIMED);
  }

  void forget() {
    writes = NO_WORDS;
    writeSites = NO_SITES;
    reads = NO_WORDS;
  }

  /** A read, if that needs no call; else the answer is no. */
  public boolean readFast(int element, MonitoredThread me, int site) {
    long[] reads = this.reads;
    if (element < 0 || element >= reads.length) {
      return element < 0 || element >= writes.length; // then the access itself will throw
    }
    long clock = me.epoch() << Sites.BITS;
    long lastRead = reads[element];
    if (lastRead == 0) {
      return false;
    }
    if ((lastRead ^ clock) >>> Sites.BITS != 0) {
      reads[element] = clock | site;
    }
    return true;
  }

  /** The first read after a write that does not matter. */
  public boolean readFirst(int element, MonitoredThread me, int site) {
    long lastWrite = writes[element];
    if (element >= reads.length || !me.isOver(lastWrite & ~MonitoredThread.SHARED)) {
      return false;
    }
    share(element, lastWrite, me.epoch());
    reads[element] = me.epoch() << Sites.BITS | site;
    return true;
  }

  private void share(int element, long lastWrite, long epoch) {
    if ((lastWrite ^ epoch) >>> Epoch.CLOCK_BITS != 0) {
      writes[element] = lastWrite | MonitoredThread.SHARED;
    }
  }

  /** A read after a write that may matter. */
  public void readSlow(int element, MonitoredThread me, int site) {
    ReadCells readers = array.readers;
    if (reads.length == 0 && me.readAgain(readers, element, site)) {
      return;
    }
    synchronized (me.runtime().lock) {
      long lastWrite = writes[element];
      me.conflict(
          lastWrite & ~MonitoredThread.SHARED, writeSites[element], array.get(), at(element), site);
      share(element, lastWrite, me.epoch());
      if (reads.length > 0) {
        reads[element] = me.epoch() << Sites.BITS | site;
      } else {
        array.readers = me.register(readers, writes.length, element, site);
      }
    }
  }

  private int at(int element) {
    return array.whole ? -1 : element;
  }

  /** A write, if that needs no call; else the answer is no. */
  public boolean writeFast(int element, MonitoredThread me, int site) {
    long[] writes = this.writes;
    if (element < 0 || element >= writes.length) {
      return true; // the access itself will throw
    }
    long epoch = me.epoch();
    long lastWrite = writes[element];
    if (lastWrite == epoch) {
      return true;
    }
    if ((lastWrite ^ epoch) >>> Epoch.CLOCK_BITS != 0) {
      return false;
    }
    writes[element] = epoch;
    writeSites[element] = site;
    return true;
  }

  /** A write to an element that others have used. */
  public void writeSlow(int element, MonitoredThread me, int site) {
    if (!areOver(element, me)) {
      synchronized (me.runtime().lock) {
        takeEdges(element, me, site);
      }
    }
    for (ArrayView view : array.views()) {
      if (view != null && element < view.reads.length) {
        view.reads[element] = 0;
      }
    }
    ReadCells readers = array.readers;
    if (readers != null) {
      readers.clear(element);
    }
    writes[element] = me.epoch();
    writeSites[element] = site;
    if (element < reads.length) {
      reads[element] = CLAIMED;
    }
  }

  /** Whether no earlier access of an element matters any more; may be asked without the lock. */
  private boolean areOver(int element, MonitoredThread me) {
    if (!me.isOver(writes[element] & ~MonitoredThread.SHARED)) {
      return false;
    }
    for (ArrayView view : array.views()) {
      if (view != null && element < view.reads.length && !me.isOver(view.readEpoch(element))) {
        return false;
      }
    }
    ReadCells readers = array.readers;
    return readers == null || readers.all(element, (epoch, site) -> me.isOver(epoch));
  }

  private long readEpoch(int element) {
    return reads[element] == 0 ? 0 : Epoch.of(slot, reads[element] >>> Sites.BITS);
  }

  private int readSite(int element) {
    return (int) reads[element] & ((1 << Sites.BITS) - 1);
  }

  private void takeEdges(int element, MonitoredThread me, int site) {
    Object object = array.get();
    int at = at(element);
    me.conflict(writes[element] & ~MonitoredThread.SHARED, writeSites[element], object, at, site);
    for (ArrayView view : array.views()) {
      if (view != null && element < view.reads.length) {
        me.conflict(view.readEpoch(element), view.readSite(element), object, at, site);
      }
    }
    ReadCells readers = array.readers;
    if (readers != null) {
      readers.all(
          element,
          (epoch, readSite) -> {
            me.conflict(epoch, readSite, object, at, site);
            return true;
          });
    }
  }

  @Override
  public void read(int element, MonitoredThread me, int site) {
    if (!readFast(element, me, site) && !readFirst(element, me, site)) {
      readSlow(element, me, site);
    }
    if (MonitoredThread.RECORDS) {
      array.record(Op.READ, element, me, site);
    }
  }

  @Override
  public void write(int element, MonitoredThread me, int site) {
    if (!writeFast(element, me, site)) {
      writeSlow(element, me, site);
    }
    if (MonitoredThread.RECORDS) {
      array.record(Op.WRITE, element, me, site);
    }
  }
}
