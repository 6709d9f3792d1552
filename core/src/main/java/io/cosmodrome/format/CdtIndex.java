package io.cosmodrome.format;

import io.cosmodrome.trace.MalformedTraceException;
import java.util.Arrays;

/**
 * Where the blocks of a {@code cdt} file are. It is written behind the last block and so also says
 * that the trace is whole.
 */
final class CdtIndex {
  /** Bytes before the entries: magic, blocks, events. */
  static final int START_SIZE = 16;

  /** Bytes after the entries: checksum, own place, magic. */
  static final int END_SIZE = 20;

  static final int ENTRY_SIZE = 12;

  private static final long END_MAGIC = 0x0A_444E_4554_4443L; // "CDTEND\n" and a zero

  private long[] offsets = new long[16];
  private int[] counts = new int[16];
  private int blocks;
  private long events;

  /** Adds a block, which follows those added before. */
  void add(long offset, int count) {
    if (blocks == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * blocks);
      counts = Arrays.copyOf(counts, 2 * blocks);
    }
    offsets[blocks] = offset;
    counts[blocks] = count;
    blocks++;
    events += count;
  }

  int blocks() {
    return blocks;
  }

  long events() {
    return events;
  }

  long offset(int block) {
    return offsets[block];
  }

  int count(int block) {
    return counts[block];
  }

  /**
   * @param offset where in the file it will stand
   */
  void write(long offset, ByteSink out) {
    int start = out.size();
    out.putInt(Cdt.INDEX_MAGIC);
    out.putInt(blocks);
    out.putLong(events);
    for (int block = 0; block < blocks; block++) {
      out.putLong(offsets[block]);
      out.putInt(counts[block]);
    }
    out.putLong(offset);
    out.putInt(Cdt.crc(out.array(), start, out.size() - start));
    out.putLong(END_MAGIC);
  }

  /** Where the file's last {@link #END_SIZE} bytes say that the index starts, or -1. */
  static long place(byte[] end) {
    return LittleEndian.getLong(end, 12) == END_MAGIC ? LittleEndian.getLong(end, 0) : -1;
  }

  /** Whether an index that starts like this takes so many bytes; never true for too many. */
  static boolean isOfSize(byte[] start, long size) {
    return LittleEndian.getInt(start, 0) == Cdt.INDEX_MAGIC
        && size == size(LittleEndian.getInt(start, 4))
        && size <= Integer.MAX_VALUE - 8;
  }

  static long size(int blocks) {
    return START_SIZE + (long) ENTRY_SIZE * blocks + END_SIZE;
  }

  /** The index that fills {@code bytes} and stood at {@code offset}. */
  static CdtIndex read(String place, byte[] bytes, long offset) throws MalformedTraceException {
    int end = bytes.length - END_SIZE;
    if (end < START_SIZE
        || !isOfSize(bytes, bytes.length)
        || place(Arrays.copyOfRange(bytes, end, bytes.length)) != offset) {
      throw new MalformedTraceException(place, "the index is damaged");
    }
    if (LittleEndian.getInt(bytes, end + 8) != Cdt.crc(bytes, 0, end + 8)) {
      throw new MalformedTraceException(place, "checksum mismatch in the index");
    }
    CdtIndex index = new CdtIndex();
    for (int at = START_SIZE; at < end; at += ENTRY_SIZE) {
      index.add(LittleEndian.getLong(bytes, at), LittleEndian.getInt(bytes, at + 8));
    }
    if (index.events != LittleEndian.getLong(bytes, 8)) {
      throw new MalformedTraceException(place, "the index counts other events than its blocks");
    }
    return index;
  }

  boolean sameAs(CdtIndex other) {
    return blocks == other.blocks
        && Arrays.equals(offsets, 0, blocks, other.offsets, 0, blocks)
        && Arrays.equals(counts, 0, blocks, other.counts, 0, blocks);
  }
}
