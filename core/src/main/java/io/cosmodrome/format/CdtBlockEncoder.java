package io.cosmodrome.format;

import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import java.util.Arrays;

/**
 * Turns up to {@link Cdt#MAX_EVENTS} events into the events part of a {@code cdt} block.
 *
 * <p>The arrays are kept from block to block. What encodes the targets best is looked for in every
 * {@link #TRIAL_INTERVAL}th block and kept for those in between.
 */
final class CdtBlockEncoder {
  private static final int TRIAL_INTERVAL = 16;
  private static final int OP_BITS = 4; // in a key
  private static final int DIRECT_KEYS = 1 << 18;

  private int count;

  // the events, in the order of the trace
  private final int[] site;
  private final int[] target; // plus one, so that none is zero

  // runs of events of one thread
  private final int[] runThread; // index in threads
  private final int[] runStart; // its first event
  private int runCount;
  private int lastThread = -1; // id of the thread of the last run

  // the events, grouped by thread
  private int[] groupedSite; // the same as site if there is one thread, else space
  private int[] groupedTarget;
  private final int[] siteSpace;
  private final int[] targetSpace;
  private final int[] differences;
  private final int[] previous; // by kind or by site

  private final int[] threads; // ids in the order of their first event
  private final int[] groupEnds; // by index in threads
  private int threadCount;
  private int[] localOf = new int[64]; // by thread id: index in threads, plus one

  // the sites, in the order of their first event
  private final int[] siteOps;
  private final int[] siteLocations;
  private final int[] smallest; // target plus one that may be there
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
    site = new int[capacity];
    target = new int[capacity];
    runThread = new int[capacity];
    runStart = new int[capacity + 1];
    siteSpace = new int[capacity];
    targetSpace = new int[capacity];
    groupedSite = site;
    groupedTarget = target;
    differences = new int[capacity];
    previous = new int[capacity + Cdt.KIND_COUNT];
    threads = new int[capacity];
    groupEnds = new int[capacity + 1];
    siteOps = new int[capacity];
    siteLocations = new int[capacity];
    smallest = new int[capacity];
    largest = new int[capacity];
    siteSlots = new int[capacity];
    siteTable = new int[4 * Integer.highestOneBit(capacity)];
  }

  int count() {
    return count;
  }

  boolean isFull() {
    return count == site.length;
  }

  /**
   * @throws IllegalArgumentException if it is an event that no reader would take
   */
  void add(int op, int thread, int newTarget, int location) {
    int key = key(op, location);
    int found = key >= 0 && key < direct.length ? direct[key] : 0;
    int index = (found != 0 ? found : findSite(op, thread, newTarget, location)) - 1;
    int value = newTarget + 1;
    if (thread != lastThread || value < smallest[index]) {
      startRun(op, thread, newTarget, location, index);
    }
    if (value > largest[index]) {
      largest[index] = value;
    }
    int at = count;
    site[at] = index;
    target[at] = value;
    count = at + 1;
  }

  /** One number for operation and location, or a negative one. */
  private static int key(int op, int location) {
    return op >>> OP_BITS == 0 ? (location + 1) << OP_BITS | op : -1;
  }

  private void startRun(int op, int thread, int newTarget, int location, int index) {
    if (thread < 0 || newTarget + 1 < smallest[index]) {
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

  /** The index of a site, plus one; new if it was not seen before. */
  private int findSite(int op, int thread, int newTarget, int location) {
    if (op < 0 || op >= Op.COUNT || location < Symbols.NONE) {
      throw notAnEvent(op, thread, newTarget, location);
    }
    int key = key(op, location);
    if (key >= 0 && key < DIRECT_KEYS) {
      if (key >= direct.length) {
        direct = Arrays.copyOf(direct, Math.max(key + 1, 2 * direct.length));
      }
      int index = newSite(op, location, -1);
      direct[key] = index + 1;
      return index + 1;
    }
    int mask = siteTable.length - 1;
    int hash = (location * Op.COUNT + op) * 0x9E3779B9;
    int slot = (hash ^ (hash >>> 15)) & mask;
    for (; siteTable[slot] != 0; slot = (slot + 1) & mask) {
      int index = siteTable[slot] - 1;
      if (siteOps[index] == op && siteLocations[index] == location) {
        return index + 1;
      }
    }
    int index = newSite(op, location, slot);
    siteTable[slot] = index + 1;
    return index + 1;
  }

  private int newSite(int op, int location, int slot) {
    int index = siteCount++;
    siteOps[index] = op;
    siteLocations[index] = location;
    siteSlots[index] = slot;
    smallest[index] = CdtBlock.smallestTarget(op) + 1;
    largest[index] = 0;
    return index;
  }

  /** For each kind the largest id that the events use, plus one. */
  int[] usedNames() {
    int[] used = new int[Cdt.KIND_COUNT];
    for (int i = 0; i < threadCount; i++) {
      used[Cdt.THREAD] = Math.max(used[Cdt.THREAD], threads[i] + 1);
    }
    for (int i = 0; i < siteCount; i++) {
      int kind = CdtBlock.kind(siteOps[i]);
      used[kind] = Math.max(used[kind], largest[i]);
      used[Cdt.LOCATION] = Math.max(used[Cdt.LOCATION], siteLocations[i] + 1);
    }
    return used;
  }

  /** Appends the events to {@code out} and forgets them. */
  void encode(ByteSink out) {
    if (count == 0) {
      return;
    }
    group();
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
  }

  private void clear() {
    for (int i = 0; i < threadCount; i++) {
      localOf[threads[i]] = 0;
    }
    for (int i = 0; i < siteCount; i++) {
      if (siteSlots[i] >= 0) {
        siteTable[siteSlots[i]] = 0;
      } else {
        direct[key(siteOps[i], siteLocations[i])] = 0;
      }
    }
    threadCount = 0;
    siteCount = 0;
    count = 0;
    runCount = 0;
    lastThread = -1;
    blocks++;
  }

  /** Brings the events of each thread together. Sites keep their numbers: no reader cares. */
  private void group() {
    runStart[runCount] = count;
    if (threadCount == 1) {
      groupedSite = site;
      groupedTarget = target;
      return;
    }
    groupedSite = siteSpace;
    groupedTarget = targetSpace;
    Arrays.fill(groupEnds, 0, threadCount + 1, 0);
    for (int run = 0; run < runCount; run++) {
      groupEnds[runThread[run] + 1] += runStart[run + 1] - runStart[run];
    }
    for (int local = 0; local < threadCount; local++) {
      groupEnds[local + 1] += groupEnds[local]; // the starts for now
    }
    for (int run = 0; run < runCount; run++) {
      int start = runStart[run];
      int length = runStart[run + 1] - start;
      int to = groupEnds[runThread[run]];
      System.arraycopy(site, start, groupedSite, to, length);
      System.arraycopy(target, start, groupedTarget, to, length);
      groupEnds[runThread[run]] = to + length;
    }
  }

  private void writeTables(ByteSink out) {
    bytes.clear();
    for (int local = 0; local < threadCount; local++) {
      bytes.putVarint(threads[local]);
    }
    int previous = 0;
    for (int i = 0; i < siteCount; i++) {
      int value = siteLocations[i] + 1;
      bytes.putByte(siteOps[i]);
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
      Arrays.fill(differences, runStart[run], runStart[run + 1], runThread[run]);
    }
    pack(differences, 0, width, out);
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
    int base = Integer.MAX_VALUE;
    int top = 0;
    for (int i = 0; i < count; i++) {
      base = Math.min(base, groupedTarget[i]);
      top = Math.max(top, groupedTarget[i]);
    }
    int width = CdtBlock.width(top - base);
    if (blocks % TRIAL_INTERVAL == 0) {
      chooseTargetCoding(CdtBlock.worthwhile(CdtBlock.packedSize(count, width)));
    }
    if (targetCoding == CdtBlock.PACKED) {
      pack(groupedTarget, base, width, out);
    } else {
      width = writeDifferences(targetCoding, out);
    }
    out.array()[codingAt] = (byte) targetCoding;
    out.array()[codingAt + 1] = (byte) width;
    LittleEndian.putInt(out.array(), baseAt, base);
  }

  /** Takes the coding with the fewest bytes; packed, unless one takes at most {@code limit}. */
  private void chooseTargetCoding(int limit) {
    targetCoding = CdtBlock.PACKED;
    int best = limit + 1;
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
    int longest = findDifferences(coding) >>> 24 == 0 ? 3 : 4;
    lengths.clear();
    lengths.reserve((count + 3) / 4);
    Arrays.fill(lengths.array(), 0, lengths.size(), (byte) 0);
    bytes.clear();
    int at = bytes.reserve(Integer.BYTES * count + Integer.BYTES);
    for (int i = 0; i < count; i++) {
      int difference = differences[i];
      int code = Math.min(3, (CdtBlock.width(difference) + 7) >>> 3);
      lengths.array()[i >>> 2] |= (byte) (code << ((i & 3) << 1));
      LittleEndian.putInt(bytes.array(), at, difference);
      at += code < 3 ? code : longest;
    }
    CdtBytes.write(lengths.array(), lengths.size(), out);
    CdtBytes.write(bytes.array(), at, out);
    return longest;
  }

  /** Fills {@code differences}; all of them or-ed together. */
  private int findDifferences(int coding) {
    Arrays.fill(previous, 0, Math.max(siteCount, Cdt.KIND_COUNT), 0);
    int all = 0;
    for (int i = 0; i < count; i++) {
      int index = groupedSite[i];
      int context = coding == CdtBlock.BY_SITE ? index : CdtBlock.kind(siteOps[index]);
      int difference = CdtBlock.zigzag(groupedTarget[i] - previous[context]);
      previous[context] = groupedTarget[i];
      differences[i] = difference;
      all |= difference;
    }
    return all;
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
