package io.cosmodrome.format;

import io.cosmodrome.trace.Op;
import java.util.Arrays;

/**
 * Turns up to {@link Cdt#MAX_EVENTS} events into the events part of a {@code cdt} block.
 *
 * <p>The arrays are kept from block to block. What encodes the targets best is looked for in every
 * {@link #TRIAL_INTERVAL}th block and kept for those in between.
 */
final class CdtBlockEncoder {
  private static final int TRIAL_INTERVAL = 16;

  private int count;

  // the events, in the order of the trace
  private final int[] op;
  private final int[] thread;
  private final int[] target;
  private final int[] location;

  // the events, grouped by thread
  private final int[] groupedSite;
  private final int[] groupedTarget; // plus one, so that none is zero
  private final int[] differences;
  private final int[] previous; // by kind or by site

  private final int[] localThread; // by event: index in threads
  private final int[] threads; // ids in the order of their first event
  private final int[] groupEnds; // by local thread
  private int threadCount;
  private int[] localOf = new int[64]; // by thread id: index in threads, plus one

  private final int[] siteOps;
  private final int[] siteLocations;
  private final int[] siteSlots; // where in siteTable each is
  private final int[] siteTable; // open addressing: index in the sites, plus one
  private int siteCount;

  private final ByteSink bytes = new ByteSink();
  private final ByteSink lengths = new ByteSink();
  private final ByteSink trial = new ByteSink();
  private int blocks;
  private int targetCoding;

  /**
   * @param capacity how many events a block takes
   */
  CdtBlockEncoder(int capacity) {
    op = new int[capacity];
    thread = new int[capacity];
    target = new int[capacity];
    location = new int[capacity];
    groupedSite = new int[capacity];
    groupedTarget = new int[capacity];
    differences = new int[capacity];
    previous = new int[capacity + Cdt.KIND_COUNT];
    localThread = new int[capacity];
    threads = new int[capacity];
    groupEnds = new int[capacity + 1];
    siteOps = new int[capacity];
    siteLocations = new int[capacity];
    siteSlots = new int[capacity];
    siteTable = new int[4 * Integer.highestOneBit(capacity)];
  }

  int count() {
    return count;
  }

  boolean isFull() {
    return count == op.length;
  }

  void add(int newOp, int newThread, int newTarget, int newLocation) {
    int at = count;
    op[at] = newOp;
    thread[at] = newThread;
    target[at] = newTarget;
    location[at] = newLocation;
    count = at + 1;
  }

  /** For each kind the largest id that the events use, plus one. */
  int[] usedNames() {
    int[] used = new int[Cdt.KIND_COUNT];
    for (int i = 0; i < count; i++) {
      used[Cdt.THREAD] = Math.max(used[Cdt.THREAD], thread[i] + 1);
      if (op[i] < 0 || op[i] >= Op.COUNT) {
        throw new IllegalArgumentException(
            "expected an operation below " + Op.COUNT + ", found " + op[i]);
      }
      int kind = CdtBlock.kind(op[i]);
      used[kind] = Math.max(used[kind], target[i] + 1);
      used[Cdt.LOCATION] = Math.max(used[Cdt.LOCATION], location[i] + 1);
    }
    return used;
  }

  /** Appends the events to {@code out} and forgets them. */
  void encode(ByteSink out) {
    if (count == 0) {
      return;
    }
    findThreads();
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
    for (int site = 0; site < siteCount; site++) {
      siteTable[siteSlots[site]] = 0;
    }
    threadCount = 0;
    siteCount = 0;
    count = 0;
    blocks++;
  }

  /** Numbers the threads of the block and finds where their groups end. */
  private void findThreads() {
    for (int i = 0; i < count; i++) {
      int id = thread[i];
      if (id >= localOf.length) {
        localOf = Arrays.copyOf(localOf, Math.max(id + 1, 2 * localOf.length));
      }
      int local = localOf[id] - 1;
      if (local < 0) {
        local = threadCount++;
        threads[local] = id;
        localOf[id] = local + 1;
        groupEnds[local] = 0;
      }
      localThread[i] = local;
      groupEnds[local]++;
    }
    int end = 0;
    for (int local = 0; local < threadCount; local++) {
      int size = groupEnds[local];
      groupEnds[local] = end; // the start for now; group() moves it to the end
      end += size;
    }
  }

  private void group() {
    // sites are numbered in the order of the trace: the decoder does not care
    for (int i = 0; i < count; i++) {
      int at = groupEnds[localThread[i]]++;
      groupedSite[at] = site(op[i], location[i]);
      groupedTarget[at] = target[i] + 1;
    }
  }

  private int site(int siteOp, int siteLocation) {
    int mask = siteTable.length - 1;
    int hash = (siteLocation * Op.COUNT + siteOp) * 0x9E3779B9;
    int slot = (hash ^ (hash >>> 15)) & mask;
    for (; siteTable[slot] != 0; slot = (slot + 1) & mask) {
      int site = siteTable[slot] - 1;
      if (siteOps[site] == siteOp && siteLocations[site] == siteLocation) {
        return site;
      }
    }
    int site = siteCount++;
    siteOps[site] = siteOp;
    siteLocations[site] = siteLocation;
    siteTable[slot] = siteCount;
    siteSlots[site] = slot;
    return site;
  }

  private void writeTables(ByteSink out) {
    bytes.clear();
    for (int local = 0; local < threadCount; local++) {
      bytes.putVarint(threads[local]);
    }
    int previous = 0;
    for (int site = 0; site < siteCount; site++) {
      int value = siteLocations[site] + 1;
      bytes.putByte(siteOps[site]);
      bytes.putVarint(CdtBlock.zigzag(value - previous));
      previous = value;
    }
    CdtBytes.write(bytes.array(), bytes.size(), out);
  }

  private int writeThreads(ByteSink out) {
    int width = CdtBlock.width(threadCount - 1);
    bytes.clear();
    for (int i = 0; i < count; ) {
      int end = i + 1;
      while (end < count && localThread[end] == localThread[i]) {
        end++;
      }
      bytes.putVarint(localThread[i]);
      bytes.putVarint(end - i);
      i = end;
    }
    if (bytes.size() <= CdtBlock.packedSize(count, width)) {
      CdtBytes.write(bytes.array(), bytes.size(), out);
      return CdtBlock.RUNS;
    }
    pack(localThread, 0, width, out);
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
    if (out.size() - start <= CdtBlock.packedSize(count, width)) {
      return CdtBlock.WHOLE_BYTES;
    }
    out.truncate(start);
    pack(groupedSite, 0, width, out);
    return CdtBlock.PACKED;
  }

  private void writeTargets(ByteSink out, int codingAt, int baseAt) {
    int smallest = Integer.MAX_VALUE;
    int largest = 0;
    for (int i = 0; i < count; i++) {
      smallest = Math.min(smallest, groupedTarget[i]);
      largest = Math.max(largest, groupedTarget[i]);
    }
    int width = CdtBlock.width(largest - smallest);
    if (blocks % TRIAL_INTERVAL == 0) {
      chooseTargetCoding(CdtBlock.packedSize(count, width));
    }
    if (targetCoding == CdtBlock.PACKED) {
      pack(groupedTarget, smallest, width, out);
    } else {
      width = writeDifferences(targetCoding, out);
    }
    out.array()[codingAt] = (byte) targetCoding;
    out.array()[codingAt + 1] = (byte) width;
    LittleEndian.putInt(out.array(), baseAt, smallest);
  }

  private void chooseTargetCoding(int packedSize) {
    targetCoding = CdtBlock.PACKED;
    int smallest = packedSize;
    for (int coding : new int[] {CdtBlock.BY_KIND, CdtBlock.BY_SITE}) {
      trial.clear();
      writeDifferences(coding, trial);
      if (trial.size() < smallest) {
        smallest = trial.size();
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
      int site = groupedSite[i];
      int context = coding == CdtBlock.BY_SITE ? site : CdtBlock.kind(siteOps[site]);
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
