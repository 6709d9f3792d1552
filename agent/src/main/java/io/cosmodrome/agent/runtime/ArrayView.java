package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.Epoch;
import io.cosmodrome.trace.Op;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An array as one thread uses it: for each element a word for the thread's latest read and one for
 * its latest write, a clock and a site in one.
 *
 * <p>A read word of 0 says that the thread has to look at the others' writes before it reads; a
 * write word that is not positive, that it has to look at their reads and writes before it writes.
 * What makes that right:
 *
 * <ul>
 *   <li>A thread stores to its own words without the lock. Others only make it look: a write sets
 *       the others' words of that element to 0, the first read since a write sets {@link
 *       MonitoredThread#SHARED} in the writer's word. So at most one thread has a write word.
 *   <li>Words are made when they are needed, under the array's monitor. They start as {@link
 *       #CLAIMED}, with nothing to look at, if no other thread has words that could say otherwise.
 *   <li>A thread that is {@linkplain MonitoredThread#isAway away} is in no access; if its words
 *       matter no more, whoever comes next takes them away, all at once.
 * </ul>
 *
 * <p>A view that a method holds may be {@linkplain LoneArrays dropped} meanwhile. It has no words
 * then, and the slow path goes on with the view that took its place.
 *
 * <p>While no word of one kind makes the thread look, the thread <em>owns</em> these words, and a
 * loop in which nothing synchronizes stores to them blindly: {@link #ownReads}. Others count the
 * words that they take away, the thread those that it gets back. If several take away the same word
 * at once too many are counted; so words are looked through now and then, ever more seldom.
 */
public final class ArrayView implements Cell {
  private static final long CLAIMED = 1; // clock 0, which no event has
  private static final int MAX_FLAT = 1 << 21; // elements; of larger arrays words are in pages
  private static final int PATIENCE = 16; // questions until words are looked through
  private static final int MAX_PATIENCE = 1 << 20;
  private static final long[] NO_WORDS = {};

  /** What {@link #ownReads(int, int)} answers if words are in pages. */
  private static final long[] IN_PAGES = {};

  private static final VarHandle OWN_READS;
  private static final VarHandle OWN_WRITES;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      OWN_READS = lookup.findVarHandle(ArrayView.class, "ownReads", Ownership.class);
      OWN_WRITES = lookup.findVarHandle(ArrayView.class, "ownWrites", Ownership.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The view of no array: nothing is remembered there. */
  static final ArrayView NONE = new ArrayView(new ArrayState(new int[0], null, false), -1, null);

  final ArrayState array;
  final int slot;
  final @Nullable ArrayView next; // of the same array
  private long[] reads = NO_WORDS; // empty until they are needed, and if there are pages
  private long[] writes = NO_WORDS;
  private @Nullable WordPages readPages; // of a large array, once they are needed
  private @Nullable WordPages writePages;

  // none while no word was ever lost
  private @Nullable Ownership ownReads;
  private @Nullable Ownership ownWrites;

  /**
   * @param slot of the thread
   * @param next the view that was made before this one
   */
  ArrayView(ArrayState array, int slot, @Nullable ArrayView next) {
    this.array = array;
    this.slot = slot;
    this.next = next;
  }

  /** Gives up all words. */
  void forget() {
    reads = NO_WORDS;
    writes = NO_WORDS;
    readPages = null;
    writePages = null;
  }

  /**
   * Whether all accesses that the words tell of were before a clock. An array that is large says
   * no: its pages come and go by themselves.
   */
  boolean isBefore(long clock) {
    return !isLarge() && WordPages.areBefore(clock, reads) && WordPages.areBefore(clock, writes);
  }

  static long word(MonitoredThread me, int site) {
    return me.epoch() << Sites.BITS | site;
  }

  private boolean isOutside(int element) {
    return element < 0 || element >= array.elements();
  }

  // ---- fast ----

  /** A read, if that needs no call; else the answer is no. */
  public boolean readFast(int element, MonitoredThread me, int site) {
    long[] words = reads;
    if (element < 0 || element >= words.length || words[element] == 0) {
      return false;
    }
    words[element] = word(me, site);
    return true;
  }

  /** A read of an element of a large array, or of none: then the access itself will throw. */
  public boolean readNext(int element, MonitoredThread me, int site) {
    WordPages pages = readPages;
    return pages == null ? isOutside(element) : pages.replace(element, CLAIMED, word(me, site));
  }

  /** A write, if that needs no call; else the answer is no. */
  public boolean writeFast(int element, MonitoredThread me, int site) {
    long[] words = writes;
    if (element < 0 || element >= words.length || words[element] <= 0) {
      return false;
    }
    words[element] = word(me, site);
    return true;
  }

  /** A write of an element of a large array, or of none: then the access itself will throw. */
  public boolean writeNext(int element, MonitoredThread me, int site) {
    WordPages pages = writePages;
    return pages == null ? isOutside(element) : pages.replace(element, CLAIMED, word(me, site));
  }

  // ---- loops ----

  /** How many words of one kind make the thread look. */
  private static final class Ownership {
    private static final VarHandle LOST;

    static {
      try {
        LOST = MethodHandles.lookup().findVarHandle(Ownership.class, "lost", int.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    int lost; // to other threads, which add to it
    private int regained; // of these; the thread's own
    private int patience = PATIENCE;
    private int nextPatience = PATIENCE;

    Ownership(int missing) {
      this.lost = missing;
    }

    boolean isWhole() {
      return lost == regained;
    }

    void lose() {
      LOST.getAndAdd(this, 1);
    }

    void regain() {
      regained++;
    }

    /** Whether, now and then, no word is found that is less than {@code least}. */
    boolean regainsAll(long[] words, long least) {
      if (patience-- > 0) {
        return false;
      }
      int before = lost;
      VarHandle.fullFence(); // whoever takes a word away from now on is not in that number
      for (long word : words) {
        if (word < least) {
          patience = nextPatience;
          nextPatience = Math.min(MAX_PATIENCE, 2 * nextPatience);
          return false;
        }
      }
      regained = before;
      nextPatience = PATIENCE;
      return isWhole();
    }
  }

  /** The read words if none of them makes the thread look, else null. */
  long @Nullable [] ownReads() {
    long[] words = reads;
    return words.length > 0 && isOwn(words, ownReads) ? words : null;
  }

  /** The write words if none of them makes the thread look, else null. */
  long @Nullable [] ownWrites() {
    long[] words = writes;
    return words.length > 0 && isOwn(words, ownWrites) ? words : null;
  }

  private static boolean isOwn(long[] words, @Nullable Ownership ownership) {
    return ownership == null || ownership.isWhole() || ownership.regainsAll(words, CLAIMED);
  }

  /** What counts the words that are lost; anybody may be the first to need it. */
  private Ownership counted(VarHandle field) {
    Ownership known = (Ownership) field.getAcquire(this);
    if (known == null) {
      field.compareAndSet(this, null, new Ownership(0));
      known = (Ownership) field.getAcquire(this);
    }
    return known;
  }

  /**
   * The read words if none of those from one element to another makes the thread look. Only for
   * {@link #sweep}: words that are in pages cannot be stored to in other ways.
   */
  long @Nullable [] ownReads(int first, int last) {
    WordPages pages = readPages;
    return pages != null
        ? own(pages, first, last) ? IN_PAGES : null
        : own(reads, ownReads, first, last);
  }

  /** The write words if none of those from one element to another makes the thread look. */
  long @Nullable [] ownWrites(int first, int last) {
    WordPages pages = writePages;
    return pages != null
        ? own(pages, first, last) ? IN_PAGES : null
        : own(writes, ownWrites, first, last);
  }

  private boolean own(WordPages pages, int first, int last) {
    return first >= 0 && last < array.elements() && pages.areAtLeast(CLAIMED, first, last);
  }

  private static long @Nullable [] own(
      long[] words, @Nullable Ownership ownership, int first, int last) {
    if (first < 0 || last >= words.length) {
      return null;
    }
    if (ownership == null || ownership.isWhole()) {
      return words;
    }
    for (int element = first; element <= last; element++) {
      if (words[element] < CLAIMED) {
        return null;
      }
    }
    return words;
  }

  /**
   * Stores words for what a loop has accessed.
   *
   * @param own the words, as they were asked for before the loop
   * @param first the index of the first turn
   * @param stride what each turn added to it
   */
  void sweep(
      long[] own,
      boolean areWrites,
      int first,
      int stride,
      int turns,
      MonitoredThread me,
      int site) {
    int count = stride == 0 ? Math.min(turns, 1) : turns;
    if (own == IN_PAGES || array.isDropped()) {
      sweepSlowly(areWrites, first, stride, count, me, site);
      return;
    }
    long word = word(me, site);
    if (stride == 1) {
      Arrays.fill(own, first, first + count, word);
      return;
    }
    int index = first;
    for (int turn = 0; turn < count; turn++) {
      own[index] = word;
      index += stride;
    }
  }

  /** The same in pages, which may have been given up while the loop ran, as the words may. */
  private void sweepSlowly(
      boolean areWrites, int first, int stride, int count, MonitoredThread me, int site) {
    int index = first;
    for (int turn = 0; turn < count; turn++) {
      if (areWrites && !writeNext(index, me, site)) {
        writeSlow(index, me, site);
      } else if (!areWrites && !readNext(index, me, site)) {
        readSlow(index, me, site);
      }
      index += stride;
    }
  }

  // ---- what others do to the words ----

  private long readWord(int element) {
    WordPages pages = readPages;
    if (pages != null) {
      return pages.get(element);
    }
    long[] words = reads;
    return element < words.length ? words[element] : 0;
  }

  /** Without the mark {@link MonitoredThread#SHARED}; 0 if there was no write. */
  private long writeWord(int element) {
    WordPages pages = writePages;
    if (pages != null) {
      return pages.get(element) & ~MonitoredThread.SHARED;
    }
    long[] words = writes;
    return element < words.length ? words[element] & ~MonitoredThread.SHARED : 0;
  }

  private void setRead(int element, long word) {
    WordPages pages = readPages;
    long[] words = reads;
    if (pages != null) {
      pages.set(element, word);
    } else if (element < words.length) {
      if (words[element] == 0) {
        counted(OWN_READS).regain();
      }
      words[element] = word;
    }
  }

  private void setWrite(int element, long word) {
    WordPages pages = writePages;
    long[] words = writes;
    if (pages != null) {
      pages.set(element, word);
    } else if (element < words.length) {
      if (words[element] <= 0) {
        counted(OWN_WRITES).regain();
      }
      words[element] = word;
    }
  }

  /** Another thread has read: this one has to look before it writes again. */
  private void share(int element) {
    WordPages pages = writePages;
    long[] words = writes;
    if (pages != null) {
      pages.set(element, mark(pages.get(element)));
    } else if (element < words.length && words[element] > 0) {
      words[element] = mark(words[element]);
      counted(OWN_WRITES).lose();
    }
  }

  private static long mark(long lastWrite) {
    return lastWrite == 0 ? 0 : lastWrite | MonitoredThread.SHARED;
  }

  /** Another thread has written: this one has to look before it does anything. */
  private void clear(int element) {
    WordPages pages = readPages;
    long[] words = reads;
    if (pages != null) {
      pages.set(element, 0);
    } else if (element < words.length && words[element] != 0) {
      words[element] = 0;
      counted(OWN_READS).lose();
    }
    pages = writePages;
    words = writes;
    if (pages != null) {
      pages.set(element, 0);
    } else if (element < words.length) {
      if (words[element] > 0) {
        counted(OWN_WRITES).lose();
      }
      words[element] = 0;
    }
  }

  private long epoch(long word) {
    long clock = word >>> Sites.BITS;
    return clock == 0 ? 0 : Epoch.of(slot, clock);
  }

  private static int site(long word) {
    return (int) word & ((1 << Sites.BITS) - 1);
  }

  // ---- making words; under the array's monitor, since two that do it must see each other ----

  /** Whether nothing that the words speak of can matter any more. */
  static boolean isGarbage(long[] words, MonitoredThread owner) {
    return owner.isGarbageUpTo(WordPages.latest(words));
  }

  private boolean hasReads(int element) {
    WordPages pages = readPages;
    return pages != null ? pages.has(element) : reads.length > 0;
  }

  private boolean hasWrites(int element) {
    WordPages pages = writePages;
    return pages != null ? pages.has(element) : writes.length > 0;
  }

  private boolean isLarge() {
    return array.elements() > MAX_FLAT;
  }

  private void makeReads(int element, MonitoredThread me) {
    synchronized (array) {
      boolean claims = isAlone() || !haveOthers(element, false, me);
      if (isLarge()) {
        if (readPages == null) {
          readPages = new WordPages(array.elements());
        }
        readPages.add(element, claims ? CLAIMED : 0, me);
      } else {
        long[] words = newWords(claims);
        ownReads = claims ? null : new Ownership(words.length);
        VarHandle.releaseFence(); // who takes a word away finds where it is counted
        reads = words;
      }
    }
  }

  private void makeWrites(int element, MonitoredThread me) {
    synchronized (array) {
      boolean claims = isAlone() || !haveOthers(element, true, me);
      if (isLarge()) {
        if (writePages == null) {
          writePages = new WordPages(array.elements());
        }
        writePages.add(element, claims ? CLAIMED : 0, me);
      } else {
        long[] words = newWords(claims);
        ownWrites = claims ? null : new Ownership(words.length);
        VarHandle.releaseFence();
        writes = words;
      }
    }
  }

  /** Whether no other thread has used the array; who comes next has yet to make its words. */
  private boolean isAlone() {
    return array.views() == this && next == null;
  }

  /** Whether other threads have words that a read, or a write, has to look at. */
  private boolean haveOthers(int element, boolean isWrite, MonitoredThread me) {
    boolean found = false;
    synchronized (me.runtime().lock) {
      for (ArrayView view = array.views(); view != null; view = view.next) {
        found |=
            view != this
                && !view.isGone(me)
                && (view.hasWrites(element) || (isWrite && view.hasReads(element)));
      }
    }
    return found;
  }

  private long[] newWords(boolean claimed) {
    long[] words = new long[array.elements()];
    if (claimed) {
      Arrays.fill(words, CLAIMED);
    }
    return words;
  }

  /**
   * Whether the words of a thread that is away were taken from it, because none matters; under the
   * lock, too.
   */
  private boolean isGone(MonitoredThread me) {
    MonitoredThread owner = me.runtime().away(slot);
    if (owner == null || isLarge() || !isGarbage(reads, owner) || !isGarbage(writes, owner)) {
      return false;
    }
    forget();
    return true;
  }

  // ---- slow ----

  /** A read that has to look at the others' writes, or for which there are no words yet. */
  public void readSlow(int element, MonitoredThread me, int site) {
    try {
      if (array.isDropped()) {
        me.recent.viewAgain(array).read(element, me, site);
        return;
      }
      if (!hasReads(element)) {
        makeReads(element, me);
      }
      if (readWord(element) == 0 && !isWriteOver(element, me)) {
        synchronized (me.runtime().lock) {
          takeWrites(element, me, site);
        }
      }
      if (readWord(element) == 0) {
        for (ArrayView view = array.views(); view != null; view = view.next) {
          if (view != this) {
            view.share(element);
          }
        }
      }
      setRead(element, word(me, site));
    } catch (Throwable failure) {
      me.runtime().failed(failure);
    }
  }

  /** A write that has to look at the others' accesses, or for which there are no words yet. */
  public void writeSlow(int element, MonitoredThread me, int site) {
    try {
      if (array.isDropped()) {
        me.recent.viewAgain(array).write(element, me, site);
        return;
      }
      if (!hasWrites(element)) {
        makeWrites(element, me);
        if (writeWord(element) != 0) {
          setWrite(element, word(me, site));
          return;
        }
      }
      if (!isWriteOver(element, me) || !areReadsOver(element, me)) {
        synchronized (me.runtime().lock) {
          takeWrites(element, me, site);
          takeReads(element, me, site);
        }
      }
      for (ArrayView view = array.views(); view != null; view = view.next) {
        if (view != this) {
          view.clear(element);
        }
      }
      setWrite(element, word(me, site));
      if (readWord(element) == 0) {
        setRead(element, CLAIMED);
      }
    } catch (Throwable failure) {
      me.runtime().failed(failure);
    }
  }

  /** Whether no other thread's write matters any more; may be asked without the lock. */
  private boolean isWriteOver(int element, MonitoredThread me) {
    for (ArrayView view = array.views(); view != null; view = view.next) {
      if (!me.isOver(view.epoch(view.writeWord(element)))) {
        return false;
      }
    }
    return true;
  }

  private boolean areReadsOver(int element, MonitoredThread me) {
    for (ArrayView view = array.views(); view != null; view = view.next) {
      if (!me.isOver(view.epoch(view.readWord(element)))) {
        return false;
      }
    }
    return true;
  }

  private void takeWrites(int element, MonitoredThread me, int site) {
    for (ArrayView view = array.views(); view != null; view = view.next) {
      take(view, view.writeWord(element), element, me, site);
    }
  }

  private void takeReads(int element, MonitoredThread me, int site) {
    for (ArrayView view = array.views(); view != null; view = view.next) {
      take(view, view.readWord(element), element, me, site);
    }
  }

  private void take(ArrayView view, long word, int element, MonitoredThread me, int site) {
    long source = view.epoch(word);
    if (source != 0 && view != this) {
      me.conflict(source, site(word), array.get(), array.whole ? -1 : element, site);
    }
  }

  /** Whether a word tells of an access in the thread's present epoch, and nothing since. */
  private static boolean isNow(long[] words, int element, MonitoredThread me) {
    return element >= 0
        && element < words.length
        && words[element] >>> Sites.BITS == word(me, 0) >>> Sites.BITS;
  }

  @Override
  public void read(int element, MonitoredThread me, int site) {
    if (MonitoredThread.SKIPS_REPEATS
        && (isNow(reads, element, me) || isNow(writes, element, me))) {
      return;
    }
    if (!readFast(element, me, site) && !readNext(element, me, site)) {
      readSlow(element, me, site);
    }
    if (MonitoredThread.RECORDS) {
      array.record(Op.READ, element, me, site);
    }
  }

  @Override
  public void write(int element, MonitoredThread me, int site) {
    if (MonitoredThread.SKIPS_REPEATS && isNow(writes, element, me)) {
      return;
    }
    if (!writeFast(element, me, site) && !writeNext(element, me, site)) {
      writeSlow(element, me, site);
    }
    if (MonitoredThread.RECORDS) {
      array.record(Op.WRITE, element, me, site);
    }
  }
}
