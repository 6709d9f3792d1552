package io.cosmodrome.format;

import io.cosmodrome.trace.MalformedTraceException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The blocks of a {@code cdt} file one after the other, each checked against its checksums and
 * against the blocks before it.
 *
 * <p>Memory: one block as stored, and twelve bytes for each block seen.
 */
final class CdtStream {
  private final InputStream in;
  private final long size; // of the file, or -1
  private final CdtIndex seen = new CdtIndex();
  private List<Integer> names = Collections.nCopies(Cdt.KIND_COUNT, 0); // defined so far
  private long offset; // of the block being read
  private byte[] body = new byte[0];

  /**
   * @param size of the whole file, or -1 if it is not known
   */
  CdtStream(InputStream in, long size) throws IOException {
    this.in = in;
    this.size = size;
    Cdt.checkHeader(in.readNBytes(Cdt.HEADER_SIZE));
    offset = Cdt.HEADER_SIZE;
  }

  /**
   * Reads the next block. Empty after the last one, when the index is there and says the same.
   *
   * @throws MalformedTraceException if there is no whole block
   */
  Optional<CdtBlockHeader> next() throws IOException {
    byte[] start = in.readNBytes(CdtIndex.START_SIZE);
    if (start.length == 0) {
      throw malformed("the trace was not finished");
    }
    if (start.length == CdtIndex.START_SIZE && LittleEndian.getInt(start, 0) == Cdt.INDEX_MAGIC) {
      readIndex(start);
      return Optional.empty();
    }
    byte[] bytes = Arrays.copyOf(start, CdtBlockHeader.SIZE);
    int rest = CdtBlockHeader.SIZE - CdtIndex.START_SIZE;
    if (start.length < CdtIndex.START_SIZE
        || in.readNBytes(bytes, CdtIndex.START_SIZE, rest) < rest) {
      throw malformed("the file ends inside a block header");
    }
    CdtBlockHeader header = CdtBlockHeader.read(place(), bytes);
    checkOrder(header);
    readBody(header);
    advance(header);
    return Optional.of(header);
  }

  private void checkOrder(CdtBlockHeader header) throws MalformedTraceException {
    if (header.firstEvent() != seen.events()) {
      throw malformed(
          "expected a block that starts with event "
              + seen.events()
              + ", found "
              + Long.toUnsignedString(header.firstEvent()));
    }
    if (!header.namesBefore().equals(names)) {
      throw malformed("expected a block after names " + names + ", found " + header.namesBefore());
    }
  }

  private void readBody(CdtBlockHeader header) throws IOException {
    int length = header.namesSize() + header.eventsSize();
    if (size >= 0 && length > size - offset - CdtBlockHeader.SIZE) {
      throw malformed("the file ends inside a block");
    }
    if (length > body.length) {
      body = new byte[length];
    }
    if (in.readNBytes(body, 0, length) < length) {
      throw malformed("the file ends inside a block");
    }
    if (Cdt.crc(body, 0, header.namesSize()) != header.namesCrc()) {
      throw malformed("checksum mismatch in the names");
    }
    if (Cdt.crc(body, header.namesSize(), header.eventsSize()) != header.eventsCrc()) {
      throw malformed("checksum mismatch in the events");
    }
  }

  private void advance(CdtBlockHeader header) {
    seen.add(offset, header.events());
    names = IntStream.range(0, Cdt.KIND_COUNT).mapToObj(header::names).toList();
    offset += CdtBlockHeader.SIZE + header.namesSize() + header.eventsSize();
  }

  private void readIndex(byte[] start) throws IOException {
    if (LittleEndian.getInt(start, 4) != seen.blocks()) {
      throw malformed(
          "expected an index of "
              + seen.blocks()
              + " blocks, found "
              + Integer.toUnsignedString(LittleEndian.getInt(start, 4)));
    }
    int length = (int) CdtIndex.size(seen.blocks());
    byte[] bytes = Arrays.copyOf(start, length);
    int rest = length - start.length;
    if (in.readNBytes(bytes, start.length, rest) < rest) {
      throw malformed("the file ends inside the index");
    }
    if (!CdtIndex.read(place(), bytes, offset).sameAs(seen)) {
      throw malformed("expected an index of the blocks before it, found another");
    }
    if (in.read() >= 0) {
      throw malformed("expected the end of the file after the index, found more");
    }
  }

  /** The names part of the block that was read last. */
  ByteSource names(CdtBlockHeader header) {
    return new ByteSource(lastPlace(), body, 0, header.namesSize());
  }

  /** The events part of the block that was read last. */
  ByteSource events(CdtBlockHeader header) {
    int start = header.namesSize();
    return new ByteSource(lastPlace(), body, start, start + header.eventsSize());
  }

  /** Where the next block is expected. */
  long offset() {
    return offset;
  }

  /** The blocks read so far. */
  CdtIndex seen() {
    return seen;
  }

  /** How many names of each kind the blocks read so far define. */
  int[] definedNames() {
    return names.stream().mapToInt(Integer::intValue).toArray();
  }

  private String place() {
    return place(offset, seen.blocks());
  }

  private String lastPlace() {
    int last = seen.blocks() - 1;
    return place(seen.offset(last), last);
  }

  private String place(long at, int block) {
    return "byte " + at + (size < 0 ? "" : " of " + size) + ", block " + block;
  }

  private MalformedTraceException malformed(String problem) {
    return new MalformedTraceException(place(), problem);
  }
}
