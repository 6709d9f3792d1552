package io.cosmodrome.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.trace.MalformedTraceException;
import io.cosmodrome.trace.SymbolTable;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/**
 * Names as they stand in a line, turned into ids.
 *
 * <p>Names must be UTF-8: only then does a name survive being read and written again. That is
 * checked once for each name, not for each event.
 */
final class Names {
  private Names() {}

  /** The id of the name that stands in the line. */
  static int intern(SymbolTable table, LineReader line, int from, int to)
      throws MalformedTraceException {
    int known = table.count();
    int id = table.intern(line.buffer(), from, to - from);
    if (id == known) {
      check(line, from, to);
    }
    return id;
  }

  static void check(LineReader line, int from, int to) throws MalformedTraceException {
    if (!isUtf8(line.buffer(), from, to)) {
      throw notUtf8(line.number(), line, from, to);
    }
  }

  static MalformedTraceException notUtf8(long number, LineReader line, int from, int to) {
    return new MalformedTraceException(
        "line " + number, "expected UTF-8, found " + line.quoted(from, to));
  }

  static boolean isUtf8(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to && bytes[i] >= 0) {
      i++;
    }
    return i == to || isUtf8Slow(bytes, i, to);
  }

  private static boolean isUtf8Slow(byte[] bytes, int from, int to) {
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
