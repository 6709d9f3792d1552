package io.cosmodrome.format;

import io.cosmodrome.trace.EventBatch;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import java.util.Arrays;

/**
 * Turns up to {@link Cdt#MAX_EVENTS} events into the events part of a {@code cdt} block.
 *
 * <p>Adding an event costs next to nothing; all else is left to {@link #encode}, which may run on
 * another thread. The arrays are kept from block to block. What encodes the targets best is looked
 * for in every {@link #TRIAL_INTERVAL}th block and kept for those in between.
 */
final class CdtBlockEncoder {
  private static final int TRIAL_INTERVAL = 16;
  private static final int OP_BITS = 4; // in a key
  private static final int MAX_LOCATION = (1 << (Integer.SIZE - OP_BITS)) - 2;
  private static final int DIRECT_KEYS = 1 << 18;

  private int count;

  // the events, in the order of the trace
  private final int[] keys; // operation and location; once grouped, index of the site
  private final int[] target; // plus one, so that none is zero

  // runs of events of one thread
  private final int[] runThread; // index in threads
  private final int[] runStart; // its first event
  private int runCount;
  private int lastThread = -1; // id of the thread of the last run

  // the events, grouped by thread
  private int[] groupedSite; // the same as keys if there is one thread, else space
  private int[] groupedTarget;
  private final int[] siteSpace;
  private final int[] targetSpace;
  private final int[] threadSpace;
  private final int[] previous; // by kind or by site

  private final int[] threads; // ids in the order of their first event
  private final int[] groupEnds; // by index in threads
  private int threadCount;
  private int[] localOf = new int[64]; // by thread id: index in threads, plus one

  // the sites, in the order of their first event
  private final int[] siteKeys;
  private final int[] largest; // target plus one that was there
  private int siteCount;

  // where each site is found: by its key if that is small, else in a hash table
  private int[] direct = new int[1 << 10]; // index in the sites, plus one
  private final int[] siteSlots; // where in siteTable each is, or -1
  private final int[] siteTable; // open addressing: index in the sites, plus one

  private final ByteSink bytes = new ByteSink();
  private final ByteSink lengths = new ByteSink();
  private final ByteSink trial = new ByteSink();
  private int blocks;
  private int targetCoding;

  /**
   * @param capacity how many events a block takes
   */
  CdtBlockEncoder(int capacity) {
    keys = new int[capacity];
    target = new int[capacity];
    runThread = new int[capacity];
    runStart = new int[capacity + 1];
    siteSpace = new int[capacity];
    targetSpace = new int[capacity];
    groupedSite = keys;
    groupedTarget = target;
    threadSpace = new int[capacity];
    previous = new int[capacity + Cdt.KIND_COUNT];
    threads = new int[capacity];
    groupEnds = new int[capacity + 1];
    siteKeys = new int[capacity];
    largest = new int[capacity];
    siteSlots = new int[capacity];
    siteTable = new int[4 * Integer.highestOneBit(capacity)];
  }

  int count() {
    return count;
  }

  boolean isFull() {
    return count == keys.length;
  }

  /**
   * @throws IllegalArgumentException if it is an event that no reader would take
   */
  void add(int op, int thread, int newTarget, int location) {
    if (isNone(op, newTarget, location)) {
      throw notAnEvent(op, thread, newTarget, location);
    }
    if (thread != lastThread) {
      startRun(op, thread, newTarget, location);
    }
    int at = count;
    keys[at] = (location + 1) << OP_BITS | op;
    target[at] = newTarget + 1;
    count = at + 1;
  }

  private static boolean isNone(int op, int target, int location) {
    return op < 0
        || op >= Op.COUNT
        || location < Symbols.NONE
        || location > MAX_LOCATION
        || (target < 0 && target < CdtBlock.smallestTarget(op));
  }

  /**
   * Adds events of a batch from an index on, as many as there is room for; the next index.
   *
   * @throws IllegalArgumentException if there is one that no reader would take
   */
  int add(EventBatch batch, int from) {
    int end = batch.size();
    int at = count;
    int i = from;
    for (; i < end && at < keys.length; i++) {
      int op = batch.op(i);
      int thread = batch.thread(i);
      int newTarget = batch.target(i);
      int location = batch.location(i);
      if (isNone(op, newTarget, location)) {
        if (op == Op.HIDDEN) {
          continue;
        }
        throw notAnEvent(op, thread, newTarget, location);
      }
      if (thread != lastThread) {
        count = at;
        startRun(op, thread, newTarget, location);
      }
      keys[at] = (location + 1) << OP_BITS | op;
      target[at] = newTarget + 1;
      at++;
    }
    count = at;
    return i;
  }

  private void startRun(int op, int thread, int newTarget, int location) {
    if (thread < 0) {
      throw notAnEvent(op, thread, newTarget, location);
    }
    if (thread >= localOf.length) {
      localOf = Arrays.copyOf(localOf, Math.max(thread + 1, 2 * localOf.length));
    }
    int local = localOf[thread] - 1;
    if (local < 0) {
      local = threadCount++;
      threads[local] = thread;
      localOf[thread] = local + 1;
    }
    lastThread = thread;
    runThread[runCount] = local;
    runStart[runCount] = count;
    runCount++;
  }

  private static IllegalArgumentException notAnEvent(int op, int thread, int target, int location) {
    return new IllegalArgumentException(
        "not an event: operation %d of thread %d on %d at %d"
            .formatted(op, thread, target, location));
  }

  /** The index of a site, plus one, where {@code direct} does not have it; new if it is new. */
  private int findSiteSlow(int key) {
    if (key >= 0 && key < DIRECT_KEYS) {
      if (key >= direct.length) {
        direct = Arrays.copyOf(direct, Math.max(key + 1, 2 * direct.length));
      }
      direct[key] = newSite(key, -1) + 1;
      return direct[key];
    }
    int mask = siteTable.length - 1;
    int hash = key * 0x9E3779B9;
    int slot = (hash ^ (hash >>> 15)) & mask;
    for (; siteTable[slot] != 0; slot = (slot + 1) & mask) {
      int index = siteTable[slot] - 1;
      if (siteKeys[index] == key) {
        return index + 1;
      }
    }
    siteTable[slot] = newSite(key, slot) + 1;
    return siteTable[slot];
  }

  private int newSite(int key, int slot) {
    int index = siteCount++;
    siteKeys[index] = key;
    siteSlots[index] = slot;
    largest[index] = 0;
    return index;
  }

  private int op(int site) {
    return siteKeys[site] & ((1 << OP_BITS) - 1);
  }

  /** The id of a site's location, plus one. */
  private int location(int site) {
    return siteKeys[site] >>> OP_BITS;
  }

  /** For each kind the largest id that the events use, plus one. */
  private int[] usedNames() {
    int[] used = new int[Cdt.KIND_COUNT];
    for (int i = 0; i < threadCount; i++) {
      used[Cdt.THREAD] = Math.max(used[Cdt.THREAD], threads[i] + 1);
    }
    for (int i = 0; i < siteCount; i++) {
      int kind = CdtBlock.kind(op(i));
      used[kind] = Math.max(used[kind], largest[i]);
      used[Cdt.LOCATION] = Math.max(used[Cdt.LOCATION], location(i));
    }
    return used;
  }

  /**
   * Appends the events to {@code out} and forgets them.
   *
   * @return for each kind the largest id that the events use, plus one
   */
  int[] encode(ByteSink out) {
    if (count == 0) {
      return new int[Cdt.KIND_COUNT];
    }
    group();
    int[] usedNames = usedNames();
    int codings = out.reserve(4);
    out.putInt(threadCount);
    out.putInt(siteCount);
    int base = out.reserve(Integer.BYTES);
    writeTables(out);
    int threadCoding = writeThreads(out);
    int siteCoding = writeSites(out);
    writeTargets(out, codings + 2, base);
    out.array()[codings] = (byte) threadCoding;
    out.array()[codings + 1] = (byte) siteCoding;
    clear();
    return usedNames;
  }

  private void clear() {
    for (int i = 0; i < threadCount; i++) {
      localOf[threads[i]] = 0;
    }
    for (int i = 0; i < siteCount; i++) {
      if (siteSlots[i] >= 0) {
        siteTable[siteSlots[i]] = 0;
      } else {
        direct[siteKeys[i]] = 0;
      }
    }
    threadCount = 0;
    siteCount = 0;
    count = 0;
    runCount = 0;
    lastThread = -1;
    blocks++;
  }

  /**
   * Brings the events of each thread together and finds their sites; no reader cares for the order
   * of sites.
   */
  private void group() {
    runStart[runCount] = count;
    if (threadCount == 1) {
      groupedSite = keys;
      groupedTarget = target;
    } else {
      groupedSite = siteSpace;
      groupedTarget = targetSpace;
    }
    Arrays.fill(groupEnds, 0, threadCount + 1, 0);
    for (int run = 0; run < runCount; run++) {
      groupEnds[runThread[run] + 1] += runStart[run + 1] - runStart[run];
    }
    for (int local = 0; local < threadCount; local++) {
      groupEnds[local + 1] += groupEnds[local]; // the starts for now
    }
    for (int run = 0; run < runCount; run++) {
      int start = runStart[run];
      int end = runStart[run + 1];
      int to = groupEnds[runThread[run]];
      group(start, end, to);
      groupEnds[runThread[run]] = to + end - start;
    }
  }

  private void group(int start, int end, int to) {
    int[] sites = direct;
    for (int i = start, at = to; i < end; i++, at++) {
      int key = keys[i];
      int found = key >= 0 && key < sites.length ? sites[key] : 0;
      if (found == 0) {
        found = findSiteSlow(key);
        sites = direct;
      }
      int value = target[i];
      groupedSite[at] = found - 1;
      groupedTarget[at] = value;
      if (value > largest[found - 1]) {
        largest[found - 1] = value;
      }
    }
  }

  private void writeTables(ByteSink out) {
    bytes.clear();
    for (int local = 0; local < threadCount; local++) {
      bytes.putVarint(threads[local]);
    }
    int previous = 0;
    for (int i = 0; i < siteCount; i++) {
      int value = location(i);
      bytes.putByte(op(i));
      bytes.putVarint(CdtBlock.zigzag(value - previous));
      previous = value;
    }
    CdtBytes.write(bytes.array(), bytes.size(), out);
  }

  private int writeThreads(ByteSink out) {
    int width = CdtBlock.width(threadCount - 1);
    bytes.clear();
    for (int run = 0; run < runCount; run++) {
      bytes.putVarint(runThread[run]);
      bytes.putVarint(runStart[run + 1] - runStart[run]);
    }
    if (bytes.size() <= CdtBlock.packedSize(count, width)) {
      CdtBytes.write(bytes.array(), bytes.size(), out);
      return CdtBlock.RUNS;
    }
    for (int run = 0; run < runCount; run++) {
      Arrays.fill(threadSpace, runStart[run], runStart[run + 1], runThread[run]);
    }
    pack(threadSpace, 0, width, out);
    return CdtBlock.PACKED;
  }

  private int writeSites(ByteSink out) {
    int start = out.size();
    bytes.clear();
    int size = siteCount > 256 ? 2 : 1;
    int at = bytes.reserve(size * count + 1);
    byte[] array = bytes.array();
    for (int i = 0; i < count; i++) {
      array[at] = (byte) groupedSite[i];
      array[at + 1] = (byte) (groupedSite[i] >> 8); // overwritten by the next, if size is 1
      at += size;
    }
    CdtBytes.write(array, size * count, out);
    int width = CdtBlock.width(siteCount - 1);
    if (out.size() - start <= CdtBlock.worthwhile(CdtBlock.packedSize(count, width))) {
      return CdtBlock.WHOLE_BYTES;
    }
    out.truncate(start);
    pack(groupedSite, 0, width, out);
    return CdtBlock.PACKED;
  }

  private void writeTargets(ByteSink out, int codingAt, int baseAt) {
    if (blocks % TRIAL_INTERVAL == 0) {
      chooseTargetCoding();
    }
    int base = 0;
    int width;
    if (targetCoding == CdtBlock.PACKED) {
      base = smallestTarget();
      width = CdtBlock.width(largestTarget() - base);
      pack(groupedTarget, base, width, out);
    } else {
      width = writeDifferences(targetCoding, out);
    }
    out.array()[codingAt] = (byte) targetCoding;
    out.array()[codingAt + 1] = (byte) width;
    LittleEndian.putInt(out.array(), baseAt, base);
  }

  private int smallestTarget() {
    int smallest = Integer.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      smallest = Math.min(smallest, groupedTarget[i]);
    }
    return smallest;
  }

  private int largestTarget() {
    int largest = 0;
    for (int i = 0; i < count; i++) {
      largest = Math.max(largest, groupedTarget[i]);
    }
    return largest;
  }

  /** Takes the coding with the fewest bytes; packed, unless one is worthwhile. */
  private void chooseTargetCoding() {
    targetCoding = CdtBlock.PACKED;
    int width = CdtBlock.width(largestTarget() - smallestTarget());
    int best = CdtBlock.worthwhile(CdtBlock.packedSize(count, width)) + 1;
    for (int coding : new int[] {CdtBlock.BY_KIND, CdtBlock.BY_SITE}) {
      trial.clear();
      writeDifferences(coding, trial);
      if (trial.size() < best) {
        best = trial.size();
        targetCoding = coding;
      }
    }
  }

  /** The lengths of the differences, four to a byte, and their bytes; the longest length. */
  private int writeDifferences(int coding, ByteSink out) {
    int longest = 3;
    int size = putDifferences(coding, longest);
    if (size < 0) {
      longest = 4;
      size = putDifferences(coding, longest);
    }
    CdtBytes.write(lengths.array(), lengths.size(), out);
    CdtBytes.write(bytes.array(), size, out);
    return longest;
  }

  /**
   * Fills {@code lengths} and {@code bytes}; how many bytes, or -1 if {@code longest} is not
   * enough.
   */
  private int putDifferences(int coding, int longest) {
    boolean bySite = coding == CdtBlock.BY_SITE;
    Arrays.fill(previous, 0, Math.max(siteCount, Cdt.KIND_COUNT), 0);
    lengths.clear();
    lengths.reserve((count + 3) / 4);
    bytes.clear();
    bytes.reserve(Integer.BYTES * count + Integer.BYTES);
    byte[] codes = lengths.array();
    byte[] values = bytes.array();
    int at = 0;
    int codesHere = 0; // of up to four events
    for (int i = 0; i < count; i++) {
      int index = groupedSite[i];
      int context = bySite ? index : CdtBlock.kind(op(index));
      int value = groupedTarget[i];
      int difference = CdtBlock.zigzag(value - previous[context]);
      previous[context] = value;
      int code = (CdtBlock.width(difference) + 7) >>> 3;
      if (code >= 3) {
        if (code > longest) {
          return -1;
        }
        code = 3;
      }
      LittleEndian.putInt(values, at, difference);
      at += code < 3 ? code : longest;
      codesHere |= code << ((i & 3) << 1);
      if ((i & 3) == 3) {
        codes[i >>> 2] = (byte) codesHere;
        codesHere = 0;
      }
    }
    if ((count & 3) != 0) {
      codes[count >>> 2] = (byte) codesHere;
    }
    return at;
  }

  /** Writes {@code width} bits of each value less {@code base}, the lowest bits first. */
  private void pack(int[] values, int base, int width, ByteSink out) {
    int size = CdtBlock.packedSize(count, width);
    bytes.clear();
    bytes.reserve(size + Long.BYTES);
    byte[] array = bytes.array();
    long held = 0; // bits not yet written
    int heldBits = 0; // less than 32 of them before each value
    int at = 0;
    for (int i = 0; i < count; i++) {
      held |= ((values[i] - base) & 0xffff_ffffL) << heldBits;
      heldBits += width;
      if (heldBits >= Integer.SIZE) {
        LittleEndian.putInt(array, at, (int) held);
        at += Integer.BYTES;
        held >>>= Integer.SIZE;
        heldBits -= Integer.SIZE;
      }
    }
    LittleEndian.putInt(array, at, (int) held);
    CdtBytes.write(array, size, out);
  }
}
