package io.cosmodrome.format;

import io.cosmodrome.trace.EventBatch;
import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.MalformedTraceException;
import io.cosmodrome.trace.Op;

/**
 * Turns the events part of a {@code cdt} block back into events.
 *
 * <p>Everything is checked before the first event is given out: a block is delivered whole or not
 * at all. The loops have no branch that depends on the data; the benchmark is FormatRates. The
 * arrays are kept from block to block and never outgrow {@link Cdt#MAX_EVENTS}. Not thread-safe.
 */
final class CdtBlockDecoder {
  private static final int[] LENGTHS_3 = {0, 1, 2, 3};
  private static final int[] LENGTHS_4 = {0, 1, 2, 4};

  private int capacity;
  private int count;

  private int[] threads; // ids by local thread
  private int[] cursors; // by local thread: the next event of its group
  private int threadCount;
  private char[] order; // local threads, by event or by run
  private int[] runLengths; // by run
  private int runCount; // or 0 if order is by event

  private int[] siteOps;
  private int[] siteLocations;
  private int[] siteContexts;
  private int[] siteFirst; // smallest target that the site may have, plus one
  private int[] siteLast; // largest target that the site may have, plus one
  private int siteCount;

  private char[] sites; // by event, grouped
  private int[] targets; // by event, grouped
  private int[] previous; // target plus one, by context
  private byte[] bytes;
  private byte[] lengths;
  private final EventBatch batch = new EventBatch();

  CdtBlockDecoder() {
    allocate(1 << 10);
  }

  private void allocate(int events) {
    capacity = events;
    threads = new int[events];
    cursors = new int[events + 1];
    order = new char[events];
    runLengths = new int[events];
    siteOps = new int[events];
    siteLocations = new int[events];
    siteContexts = new int[events];
    siteFirst = new int[events];
    siteLast = new int[events];
    sites = new char[events];
    targets = new int[events];
    previous = new int[events + Cdt.KIND_COUNT];
    bytes = new byte[11 * events + CdtBytes.PADDING];
    lengths = new byte[events / 4 + 1];
  }

  /**
   * Gives the events of one block to {@code sink}.
   *
   * @param in the events part, whose checksum was right
   */
  void decode(CdtBlockHeader header, ByteSource in, EventSink sink) throws MalformedTraceException {
    count = header.events();
    if (count == 0) {
      in.expectEnd();
      return;
    }
    if (count > capacity) {
      allocate(Math.min(Cdt.MAX_EVENTS, Math.max(count, 2 * capacity)));
    }
    int threadCoding = in.getByte();
    int siteCoding = in.getByte();
    int targetCoding = in.getByte();
    int targetWidth = in.getByte();
    threadCount = in.getInt();
    siteCount = in.getInt();
    int targetBase = in.getInt();
    checkCount(in, "threads", threadCount);
    checkCount(in, "sites", siteCount);
    readTables(header, in, targetCoding);
    readThreads(in, threadCoding);
    readSites(in, siteCoding);
    readTargets(in, targetCoding, targetWidth, targetBase);
    in.expectEnd();
    if (runCount > 0) {
      deliverRuns(sink);
    } else {
      deliverSingly(sink);
    }
  }

  private void checkCount(ByteSource in, String what, int found) throws MalformedTraceException {
    if (found < 1 || found > count) {
      throw in.malformed("expected 1 to " + count + " " + what + ", found " + found);
    }
  }

  private void readTables(CdtBlockHeader header, ByteSource in, int targetCoding)
      throws MalformedTraceException {
    int length = CdtBytes.read(in, bytes, 11 * count);
    ByteSource tables = in.within(bytes, length);
    int threadNames = header.names(Cdt.THREAD);
    for (int local = 0; local < threadCount; local++) {
      threads[local] = tables.getVarint();
      if (threads[local] < 0 || threads[local] >= threadNames) {
        throw in.malformed("expected a thread below " + threadNames + ", found " + threads[local]);
      }
    }
    int locationNames = header.names(Cdt.LOCATION);
    int location = 0;
    for (int site = 0; site < siteCount; site++) {
      int op = tables.getByte();
      location += CdtBlock.unzigzag(tables.getVarint());
      if (op >= Op.COUNT) {
        throw in.malformed("expected an operation below " + Op.COUNT + ", found " + op);
      }
      if (location < 0 || location > locationNames) {
        throw in.malformed(
            "expected a location below " + locationNames + ", found " + (location - 1));
      }
      int kind = CdtBlock.kind(op);
      siteOps[site] = op;
      siteLocations[site] = location - 1;
      siteContexts[site] = targetCoding == CdtBlock.BY_SITE ? site : kind;
      siteFirst[site] = CdtBlock.smallestTarget(op) + 1;
      siteLast[site] = header.names(kind);
    }
    tables.expectEnd();
  }

  /** Fills {@code order} and leaves in {@code cursors} where each group starts. */
  private void readThreads(ByteSource in, int coding) throws MalformedTraceException {
    for (int local = 0; local <= threadCount; local++) {
      cursors[local] = 0;
    }
    if (coding == CdtBlock.RUNS) {
      readRuns(in);
    } else if (coding == CdtBlock.PACKED) {
      readPackedThreads(in);
    } else {
      throw in.malformed("expected threads coded as 0 or 1, found " + coding);
    }
    int start = 0;
    for (int local = 0; local < threadCount; local++) {
      int size = cursors[local];
      cursors[local] = start;
      start += size;
    }
  }

  private void readRuns(ByteSource in) throws MalformedTraceException {
    int length = CdtBytes.read(in, bytes, 6 * count);
    ByteSource pairs = in.within(bytes, length);
    int left = count;
    runCount = 0;
    while (left > 0) {
      int local = pairs.getVarint();
      int size = pairs.getVarint();
      if (local < 0 || local >= threadCount) {
        throw in.malformed("expected a thread below " + threadCount + ", found " + local);
      }
      if (size < 1 || size > left) {
        throw in.malformed("expected a run of 1 to " + left + " events, found " + size);
      }
      order[runCount] = (char) local;
      runLengths[runCount] = size;
      runCount++;
      cursors[local] += size;
      left -= size;
    }
    pairs.expectEnd();
  }

  private void readPackedThreads(ByteSource in) throws MalformedTraceException {
    int width = CdtBlock.width(threadCount - 1);
    readPacked(in, width);
    unpack(width, order);
    checkBelow(in, "threads", order, threadCount);
    runCount = 0;
    for (int i = 0; i < count; i++) {
      cursors[order[i]]++;
    }
  }

  private void readSites(ByteSource in, int coding) throws MalformedTraceException {
    if (coding == CdtBlock.PACKED) {
      int width = CdtBlock.width(siteCount - 1);
      readPacked(in, width);
      unpack(width, sites);
    } else if (coding == CdtBlock.WHOLE_BYTES) {
      readWholeBytes(in);
    } else {
      throw in.malformed("expected sites coded as 0 or 1, found " + coding);
    }
    checkBelow(in, "sites", sites, siteCount);
  }

  private void checkBelow(ByteSource in, String what, char[] values, int limit)
      throws MalformedTraceException {
    int excess = 0; // negative if some value is too large
    for (int i = 0; i < count; i++) {
      excess |= limit - 1 - values[i];
    }
    if (excess < 0) {
      throw in.malformed("expected " + what + " below " + limit + ", found a larger one");
    }
  }

  private void readWholeBytes(ByteSource in) throws MalformedTraceException {
    int size = siteCount > 256 ? 2 : 1;
    expectLength(in, CdtBytes.read(in, bytes, size * count), size * count);
    if (size == 1) {
      for (int i = 0; i < count; i++) {
        sites[i] = (char) (bytes[i] & 0xff);
      }
    } else {
      for (int i = 0; i < count; i++) {
        sites[i] = (char) ((bytes[2 * i] & 0xff) | (bytes[2 * i + 1] & 0xff) << 8);
      }
    }
  }

  private void readTargets(ByteSource in, int coding, int width, int base)
      throws MalformedTraceException {
    if (coding == CdtBlock.PACKED) {
      if (width > Integer.SIZE) {
        throw in.malformed("expected targets of at most 32 bits, found " + width);
      }
      readPacked(in, width);
      checkExcess(in, unpackTargets(base, width));
    } else if (coding == CdtBlock.BY_KIND || coding == CdtBlock.BY_SITE) {
      readDifferences(in, width);
    } else {
      throw in.malformed("expected targets coded as 0, 1 or 2, found " + coding);
    }
  }

  /** Negative if some target is out of its site's range. */
  private int unpackTargets(int base, int width) {
    long mask = (1L << width) - 1;
    long bit = 0;
    int excess = 0;
    for (int i = 0; i < count; i++, bit += width) {
      long word = LittleEndian.getLong(bytes, (int) (bit >>> 3));
      int value = base + (int) (word >>> (bit & 7) & mask);
      int site = sites[i];
      excess |= (value - siteFirst[site]) | (siteLast[site] - value);
      targets[i] = value - 1;
    }
    return excess;
  }

  private static void checkExcess(ByteSource in, int excess) throws MalformedTraceException {
    if (excess < 0) {
      throw in.malformed("expected targets that are defined, found another one");
    }
  }

  private void readDifferences(ByteSource in, int longest) throws MalformedTraceException {
    if (longest != 3 && longest != 4) {
      throw in.malformed("expected differences of at most 3 or 4 bytes, found " + longest);
    }
    expectLength(in, CdtBytes.read(in, lengths, (count + 3) / 4), (count + 3) / 4);
    int[] lengthOf = longest == 3 ? LENGTHS_3 : LENGTHS_4;
    expectLength(in, CdtBytes.read(in, bytes, Integer.BYTES * count), totalLength(lengthOf));
    for (int context = 0; context < Math.max(siteCount, Cdt.KIND_COUNT); context++) {
      previous[context] = 0;
    }
    checkExcess(in, addDifferences(lengthOf));
  }

  private int totalLength(int[] lengthOf) {
    int total = 0;
    for (int i = 0; i < count; i++) {
      total += lengthOf[(lengths[i >>> 2] >>> ((i & 3) << 1)) & 3];
    }
    return total;
  }

  /** Negative if some target is out of its site's range. */
  private int addDifferences(int[] lengthOf) {
    int excess = 0;
    int at = 0;
    for (int i = 0; i < count; i++) {
      int length = lengthOf[(lengths[i >>> 2] >>> ((i & 3) << 1)) & 3];
      int raw = (int) (LittleEndian.getInt(bytes, at) & ((1L << (length << 3)) - 1));
      at += length;
      int site = sites[i];
      int context = siteContexts[site];
      int value = previous[context] + CdtBlock.unzigzag(raw);
      previous[context] = value;
      excess |= (value - siteFirst[site]) | (siteLast[site] - value);
      targets[i] = value - 1;
    }
    return excess;
  }

  private void readPacked(ByteSource in, int width) throws MalformedTraceException {
    int size = CdtBlock.packedSize(count, width);
    expectLength(in, CdtBytes.read(in, bytes, size), size);
  }

  private void unpack(int width, char[] values) {
    int mask = (1 << width) - 1;
    int bit = 0;
    for (int i = 0; i < count; i++, bit += width) {
      values[i] = (char) (LittleEndian.getInt(bytes, bit >>> 3) >>> (bit & 7) & mask);
    }
  }

  private static void expectLength(ByteSource in, int found, int expected)
      throws MalformedTraceException {
    if (found != expected) {
      throw in.malformed("expected a column of " + expected + " bytes, found " + found);
    }
  }

  private void deliverRuns(EventSink sink) {
    for (int run = 0; run < runCount; run++) {
      int local = order[run];
      int from = cursors[local];
      int to = from + runLengths[run];
      cursors[local] = to;
      while (from < to) {
        int end = Math.min(to, from + EventBatch.CAPACITY - batch.size());
        addRun(threads[local], from, end);
        from = end;
        if (batch.isFull()) {
          deliver(sink);
        }
      }
    }
    deliver(sink);
  }

  private void addRun(int thread, int from, int to) {
    for (int i = from; i < to; i++) {
      int site = sites[i];
      batch.add(siteOps[site], thread, targets[i], siteLocations[site]);
    }
  }

  private void deliverSingly(EventSink sink) {
    for (int event = 0; event < count; ) {
      int end = Math.min(count, event + EventBatch.CAPACITY);
      addSingly(event, end);
      event = end;
      deliver(sink);
    }
  }

  private void addSingly(int from, int to) {
    for (int event = from; event < to; event++) {
      int local = order[event];
      int i = cursors[local]++;
      int site = sites[i];
      batch.add(siteOps[site], threads[local], targets[i], siteLocations[site]);
    }
  }

  private void deliver(EventSink sink) {
    sink.events(batch);
    batch.cut(0);
  }
}
