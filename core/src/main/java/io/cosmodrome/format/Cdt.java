package io.cosmodrome.format;

import io.cosmodrome.trace.MalformedTraceException;
import io.cosmodrome.trace.Symbols;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The fixed numbers of the {@code cdt} format and its file header. docs/format.md explains them.
 */
final class Cdt {
  static final int VERSION = 1;

  /** The kinds of names in the order in which a block counts and defines them. */
  static final List<Symbols.Kind> KINDS =
      List.of(
          Symbols.Kind.THREAD,
          Symbols.Kind.VARIABLE,
          Symbols.Kind.LOCK,
          Symbols.Kind.LABEL,
          Symbols.Kind.LOCATION);

  static final int KIND_COUNT = 5;
  static final int THREAD = 0; // index in KINDS, as the next ones
  static final int VARIABLE = 1;
  static final int LOCK = 2;
  static final int LABEL = 3;
  static final int LOCATION = 4;

  static final int HEADER_SIZE = 16;
  static final int BLOCK_MAGIC = 0x42544443; // "CDTB"
  static final int INDEX_MAGIC = 0x49544443; // "CDTI"

  static final int MAX_EVENTS = 1 << 16; // in a block
  static final int MAX_NAME = 1 << 20; // bytes of a name
  static final int MAX_NAMES = 1 << 22; // bytes of a block's names, uncompressed

  /** More than any block needs, less than would hurt: five columns of four bytes and the tables. */
  static final int MAX_EVENTS_SIZE = 32 * MAX_EVENTS;

  private static final byte[] MAGIC = {(byte) 0x89, 'C', 'D', 'T', '\r', '\n', 0x1a, '\n'};

  private Cdt() {}

  static boolean looksLike(byte[] head) {
    return head.length >= 4 && Arrays.equals(head, 0, 4, MAGIC, 0, 4);
  }

  static byte[] header() {
    byte[] header = Arrays.copyOf(MAGIC, HEADER_SIZE);
    LittleEndian.putInt(header, 8, VERSION);
    LittleEndian.putInt(header, 12, crc(header, 0, 12));
    return header;
  }

  static void checkHeader(byte[] header) throws MalformedTraceException {
    int length = Math.min(header.length, MAGIC.length);
    if (!looksLike(header)) {
      throw new MalformedTraceException(
          "byte 0", "expected a cdt trace, found " + Quoted.text(header, 0, length));
    }
    if (header.length < HEADER_SIZE) {
      throw new MalformedTraceException("byte " + header.length, "the file ends inside its header");
    }
    if (!Arrays.equals(header, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new MalformedTraceException(
          "byte 4", "the line ends were changed, as by a transfer in text mode");
    }
    if (LittleEndian.getInt(header, 12) != crc(header, 0, 12)) {
      throw new MalformedTraceException("byte 12", "checksum mismatch in the file header");
    }
    int version = LittleEndian.getInt(header, 8);
    if (version != VERSION) {
      throw new MalformedTraceException(
          "byte 8", "cdt version " + version + "; this program reads version " + VERSION);
    }
  }

  static int crc(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
