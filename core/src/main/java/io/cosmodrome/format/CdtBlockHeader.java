package io.cosmodrome.format;

import io.cosmodrome.trace.MalformedTraceException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What stands before a block: enough to skip it, to place it in the trace and to check it.
 *
 * @param events how many events the block holds
 * @param firstEvent position of the first one in the trace
 * @param namesBefore how many names of each kind the blocks before define
 * @param namesHere how many names of each kind this block defines
 * @param namesSize bytes of the names as stored, which come first
 * @param eventsSize bytes of the events as stored
 * @param namesCrc checksum of the names as stored
 * @param eventsCrc checksum of the events as stored
 */
record CdtBlockHeader(
    int events,
    long firstEvent,
    List<Integer> namesBefore,
    List<Integer> namesHere,
    int namesSize,
    int eventsSize,
    int namesCrc,
    int eventsCrc) {
  static final int SIZE = 76;

  private static final int BEFORE_AT = 16;
  private static final int HERE_AT = BEFORE_AT + Integer.BYTES * Cdt.KIND_COUNT;
  private static final int SIZES_AT = HERE_AT + Integer.BYTES * Cdt.KIND_COUNT;
  private static final int CRC_AT = SIZE - Integer.BYTES;

  void write(ByteSink out) {
    int start = out.size();
    out.putInt(Cdt.BLOCK_MAGIC);
    out.putInt(events);
    out.putLong(firstEvent);
    for (int count : namesBefore) {
      out.putInt(count);
    }
    for (int count : namesHere) {
      out.putInt(count);
    }
    out.putInt(namesSize);
    out.putInt(eventsSize);
    out.putInt(namesCrc);
    out.putInt(eventsCrc);
    out.putInt(Cdt.crc(out.array(), start, CRC_AT));
  }

  /** The header in the first {@link #SIZE} bytes, its sizes within the limits of the format. */
  static CdtBlockHeader read(String place, byte[] bytes) throws MalformedTraceException {
    if (LittleEndian.getInt(bytes, 0) != Cdt.BLOCK_MAGIC) {
      throw new MalformedTraceException(
          place, "expected a block or the index, found " + Quoted.text(bytes, 0, 4));
    }
    if (LittleEndian.getInt(bytes, CRC_AT) != Cdt.crc(bytes, 0, CRC_AT)) {
      throw new MalformedTraceException(place, "checksum mismatch in the block header");
    }
    CdtBlockHeader header =
        new CdtBlockHeader(
            LittleEndian.getInt(bytes, 4),
            LittleEndian.getLong(bytes, 8),
            counts(bytes, BEFORE_AT),
            counts(bytes, HERE_AT),
            LittleEndian.getInt(bytes, SIZES_AT),
            LittleEndian.getInt(bytes, SIZES_AT + 4),
            LittleEndian.getInt(bytes, SIZES_AT + 8),
            LittleEndian.getInt(bytes, SIZES_AT + 12));
    header.checkLimits(place);
    return header;
  }

  private static List<Integer> counts(byte[] bytes, int at) {
    return IntStream.range(0, Cdt.KIND_COUNT)
        .mapToObj(kind -> LittleEndian.getInt(bytes, at + Integer.BYTES * kind))
        .toList();
  }

  private void checkLimits(String place) throws MalformedTraceException {
    checkLimit(place, "events", events, Cdt.MAX_EVENTS);
    checkLimit(place, "bytes of names", namesSize, Cdt.MAX_NAMES + 2 * Integer.BYTES);
    checkLimit(place, "bytes of events", eventsSize, Cdt.MAX_EVENTS_SIZE);
    for (int kind = 0; kind < Cdt.KIND_COUNT; kind++) {
      int before = namesBefore.get(kind);
      checkLimit(place, "names before", before, Integer.MAX_VALUE);
      checkLimit(place, "names", namesHere.get(kind), Integer.MAX_VALUE - before);
    }
  }

  private static void checkLimit(String place, String what, int found, int limit)
      throws MalformedTraceException {
    if (found < 0 || found > limit) {
      throw new MalformedTraceException(
          place,
          "expected at most " + limit + " " + what + ", found " + Integer.toUnsignedString(found));
    }
  }

  /** Whether the block defines names. */
  boolean hasNames() {
    return namesHere.stream().anyMatch(count -> count > 0);
  }

  /** How many names of the kind there are for the events of this block. */
  int names(int kind) {
    return namesBefore.get(kind) + namesHere.get(kind);
  }
}
