package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.DontInline;
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
 * loop in which nothing synchronizes stores to them blindly: {@link #ownReads}. What it accesses
 * one after the other is remembered at once, in {@link SweptRanges} if possible.
 */
public final class ArrayView implements Cell {
  private static final long CLAIMED = 1; // clock 0, which no event has
  private static final int MAX_FLAT = 1 << 21; // elements; of larger arrays words are in pages
  private static final int FEW_LOOPS = 4; // for which no ranges are made; few arrays live for more
  private static final int SMALL = 8; // elements; words are as good for so few
  private static final long[] NO_WORDS = {};

  /** What {@link #ownReads(int, int)} answers if words are in pages. */
  private static final long[] IN_PAGES = {};

  /** What it answers if there are none yet, and nobody else uses the array: it needs none. */
  private static final long[] NOT_NEEDED = {};

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

  private long[] few = FewAccesses.NONE; // before there are words

  // none while no word was ever lost
  private @Nullable Ownership ownReads;
  private @Nullable Ownership ownWrites;

  // by loops, once there were some
  private @Nullable SweptRanges sweptReads;
  private @Nullable SweptRanges sweptWrites;
  private int loops;

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
    sweptReads = null;
    sweptWrites = null;
    few = FewAccesses.NONE;
  }

  /**
   * Whether all accesses that are remembered were before a clock. An array that is large says no:
   * its pages come and go by themselves.
   */
  boolean isBefore(long clock) {
    return !isLarge()
        && FewAccesses.latest(few) < clock
        && latest(sweptReads) < clock
        && latest(sweptWrites) < clock
        && WordPages.areBefore(clock, reads)
        && WordPages.areBefore(clock, writes);
  }

  private static long latest(@Nullable SweptRanges swept) {
    return swept == null ? 0 : swept.latest();
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
    if (pages != null) {
      return own(pages, counted(OWN_READS), first, last);
    }
    return reads.length == 0 ? ownAlone(first, last) : own(reads, ownReads, first, last);
  }

  /** The write words if none of those from one element to another makes the thread look. */
  long @Nullable [] ownWrites(int first, int last) {
    WordPages pages = writePages;
    if (pages != null) {
      return own(pages, counted(OWN_WRITES), first, last);
    }
    return writes.length == 0 ? ownAlone(first, last) : own(writes, ownWrites, first, last);
  }

  private long @Nullable [] ownAlone(int first, int last) {
    boolean isInside = first >= 0 && last < array.elements();
    return isInside && last - first + 1 >= SweptRanges.LEAST && isAlone() ? NOT_NEEDED : null;
  }

  private long @Nullable [] own(WordPages pages, Ownership ownership, int first, int last) {
    if (first < 0 || last >= array.elements()) {
      return null;
    }
    if (!ownership.hasSeen(pages, first, last)) {
      int lost = ownership.lost();
      if (!pages.areAtLeast(CLAIMED, first, last)) {
        return null;
      }
      ownership.saw(pages, first, last, lost);
    }
    return IN_PAGES;
  }

  private static long @Nullable [] own(
      long[] words, @Nullable Ownership ownership, int first, int last) {
    if (first < 0 || last >= words.length) {
      return null;
    }
    if (ownership == null || ownership.isWhole() || ownership.hasSeen(words, first, last)) {
      return words;
    }
    int lost = ownership.lost();
    for (int element = first; element <= last; element++) {
      if (words[element] < CLAIMED) {
        return null;
      }
    }
    ownership.saw(words, first, last, lost);
    return words;
  }

  /**
   * Remembers what a loop has accessed.
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
    long word = word(me, site);
    boolean inPages = own == IN_PAGES;
    if (own == NOT_NEEDED && sweepAlone(areWrites, first, stride, count, word, me)) {
      return;
    }
    if (own == NOT_NEEDED || array.isDropped()) {
      sweepSlowly(areWrites, first, stride, count, me, site);
    } else if (loops < FEW_LOOPS
        || !swept(areWrites).add(first, stride, count, word, inPages ? null : own, me)) {
      loops = Math.min(loops + 1, FEW_LOOPS);
      if (inPages) {
        sweepSlowly(areWrites, first, stride, count, me, site);
      } else {
        store(own, first, stride, count, word);
      }
    }
  }

  /** The same without words, which the thread needs once another one uses the array. */
  private boolean sweepAlone(
      boolean areWrites, int first, int stride, int count, long word, MonitoredThread me) {
    synchronized (array) { // who comes next finds it when making words
      return isAlone() && swept(areWrites).add(first, stride, count, word, null, me);
    }
  }

  private static void store(long[] words, int first, int stride, int count, long word) {
    if (stride == 1) {
      Arrays.fill(words, first, first + count, word);
      return;
    }
    int index = first;
    for (int turn = 0; turn < count; turn++) {
      words[index] = word;
      index += stride;
    }
  }

  private SweptRanges swept(boolean areWrites) {
    SweptRanges swept = areWrites ? sweptWrites : sweptReads;
    if (swept == null) {
      swept = new SweptRanges();
      if (areWrites) {
        sweptWrites = swept;
      } else {
        sweptReads = swept;
      }
    }
    return swept;
  }

  /** The same one by one: words, or pages of them, may have been given up while the loop ran. */
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

  /** Accesses to elements one after the other, all of them in the array. */
  void accessRange(boolean areWrites, int first, int count, MonitoredThread me, int site) {
    int last = first + count - 1;
    long[] own = null;
    if (!MonitoredThread.RECORDS && count >= SweptRanges.LEAST) {
      own = areWrites ? ownWrites(first, last) : ownReads(first, last);
    }
    if (own != null) {
      sweep(own, areWrites, first, 1, count, me, site);
      return;
    }
    for (int element = first; element <= last; element++) {
      if (areWrites) {
        write(element, me, site);
      } else {
        read(element, me, site);
      }
    }
  }

  // ---- what others do to the words ----

  /** The word of the latest read; ranges are asked first, see {@link SweptRanges}. */
  private long lastRead(int element) {
    long before = Math.max(swept(sweptReads, element), FewAccesses.word(few, false, element));
    return Math.max(before, readWord(element));
  }

  private long lastWrite(int element) {
    long before = Math.max(swept(sweptWrites, element), FewAccesses.word(few, true, element));
    return Math.max(before, writeWord(element));
  }

  private static long swept(@Nullable SweptRanges ranges, int element) {
    return ranges == null ? 0 : ranges.at(element);
  }

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

  // a word is taken away before that is counted: see Ownership

  /** Another thread has read: this one has to look before it writes again. */
  private void share(int element) {
    WordPages pages = writePages;
    long[] words = writes;
    if (pages != null) {
      long before = pages.get(element);
      if (before > 0) {
        pages.set(element, before | MonitoredThread.SHARED);
        counted(OWN_WRITES).lose();
      }
    } else if (element < words.length && words[element] > 0) {
      words[element] |= MonitoredThread.SHARED;
      counted(OWN_WRITES).lose();
    }
  }

  /** Another thread has written: this one has to look before it does anything. */
  private void clear(int element) {
    WordPages pages = readPages;
    long[] words = reads;
    if (pages != null) {
      if (pages.get(element) != 0) {
        pages.set(element, 0);
        counted(OWN_READS).lose();
      }
    } else if (element < words.length && words[element] != 0) {
      words[element] = 0;
      counted(OWN_READS).lose();
    }
    pages = writePages;
    words = writes;
    long before = 0;
    if (pages != null) {
      before = pages.get(element);
      pages.set(element, 0);
    } else if (element < words.length) {
      before = words[element];
      words[element] = 0;
    }
    if (before > 0) { // else it was shared before
      counted(OWN_WRITES).lose();
    }
  }

  private long epoch(long word) {
    long clock = word >>> Sites.BITS;
    return clock == 0 ? 0 : Epoch.of(slot, clock);
  }

  private static int site(long word) {
    return (int) word & ((1 << Sites.BITS) - 1);
  }

  // ---- few accesses ----

  /** Remembers an access without words, if nobody else uses the array and there were few. */
  private boolean rememberFew(boolean isWrite, int element, MonitoredThread me, int site) {
    if (MonitoredThread.RECORDS || array.elements() <= SMALL || isLarge() || !isAlone()) {
      return false;
    }
    if (few.length == 0) {
      few = FewAccesses.room();
    }
    return FewAccesses.put(few, isWrite, element, word(me, site)) && isAlone();
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

  /** Whether loops may have accessed something that has its words where an element has its own. */
  private boolean hasSwept(@Nullable SweptRanges swept, int element) {
    return swept != null
        && (!isLarge() || swept.overlap(WordPages.first(element), WordPages.last(element)));
  }

  private boolean isLarge() {
    return array.elements() > MAX_FLAT;
  }

  @DontInline
  private void makeReads(int element, MonitoredThread me) {
    synchronized (array) {
      boolean claims = isAlone() || !haveOthers(element, false, me);
      if (isLarge()) {
        if (readPages == null) {
          readPages = new WordPages(array.elements());
        }
        readPages.add(element, claims ? CLAIMED : 0, me);
        counted(OWN_READS).unsee(); // other pages may be gone
      } else {
        long[] words = newWords(claims);
        ownReads = claims ? null : new Ownership(words.length);
        VarHandle.releaseFence(); // who takes a word away finds where it is counted
        reads = words;
      }
    }
  }

  @DontInline
  private void makeWrites(int element, MonitoredThread me) {
    synchronized (array) {
      boolean claims = isAlone() || !haveOthers(element, true, me);
      if (isLarge()) {
        if (writePages == null) {
          writePages = new WordPages(array.elements());
        }
        writePages.add(element, claims ? CLAIMED : 0, me);
        counted(OWN_WRITES).unsee();
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
                && (view.hasWrites(element)
                    || FewAccesses.haveAny(view.few, true)
                    || view.hasSwept(view.sweptWrites, element)
                    || (isWrite
                        && (view.hasReads(element)
                            || FewAccesses.haveAny(view.few, false)
                            || view.hasSwept(view.sweptReads, element))));
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
    if (owner == null
        || isLarge()
        || !owner.isGarbageUpTo(FewAccesses.latest(few))
        || !owner.isGarbageUpTo(latest(sweptReads))
        || !owner.isGarbageUpTo(latest(sweptWrites))
        || !isGarbage(reads, owner)
        || !isGarbage(writes, owner)) {
      return false;
    }
    forget();
    return true;
  }

  // ---- slow ----

  /** A read that has to look at the others' writes, or for which there are no words yet. */
  @DontInline
  public void readSlow(int element, MonitoredThread me, int site) {
    try {
      if (array.isDropped()) {
        me.recent.viewAgain(array).read(element, me, site);
        return;
      }
      if (!hasReads(element)) {
        if (rememberFew(false, element, me, site)) {
          return;
        }
        makeReads(element, me);
      }
      if (readWord(element) == 0) {
        takeWrites(element, me, site);
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
  @DontInline
  public void writeSlow(int element, MonitoredThread me, int site) {
    try {
      if (array.isDropped()) {
        me.recent.viewAgain(array).write(element, me, site);
        return;
      }
      if (!hasWrites(element)) {
        if (rememberFew(true, element, me, site)) {
          return;
        }
        makeWrites(element, me);
        if (writeWord(element) != 0) {
          setWrite(element, word(me, site));
          return;
        }
      }
      takeWrites(element, me, site);
      takeReads(element, me, site);
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

  @DontInline
  private void takeWrites(int element, MonitoredThread me, int site) {
    for (ArrayView view = array.views(); view != null; view = view.next) {
      take(view, view.lastWrite(element), element, me, site);
    }
  }

  @DontInline
  private void takeReads(int element, MonitoredThread me, int site) {
    for (ArrayView view = array.views(); view != null; view = view.next) {
      take(view, view.lastRead(element), element, me, site);
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
