package io.cosmodrome.agent.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of an array's elements: two words and two sites each, side by side, write
 * first. The rules are those of {@link MonitoredThread}.
 */
public final class ArrayShadow extends IdentityEntry {
  /** The shadow of no array: nothing is remembered there. */
  static final ArrayShadow NONE = new ArrayShadow(new int[0], null, false);

  private static final int SLOT_SHIFT = 43;

  private long[] words;
  private int[] sites;
  private @Nullable Readers readers;
  private final boolean whole; // one variable for all elements, at index 0

  ArrayShadow(Object array, @Nullable ReferenceQueue<Object> queue, boolean whole) {
    super(array, queue);
    int elements = whole ? 1 : Array.getLength(array);
    this.whole = whole;
    this.words = new long[2 * elements];
    this.sites = new int[2 * elements];
  }

  @Override
  void forget() {
    words = new long[0];
    sites = new int[0];
    readers = null;
  }

  public void read(int element, MonitoredThread me, int site) {
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

  public void write(int element, MonitoredThread me, int site) {
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
}
