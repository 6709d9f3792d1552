package io.cosmodrome.format;

import io.cosmodrome.trace.MalformedTraceException;
import java.util.Arrays;

/** Bytes being taken apart, with a check at each step. */
final class ByteSource {
  private final String place; // for errors
  private final byte[] bytes;
  private final int end;
  private int at;

  ByteSource(String place, byte[] bytes, int from, int end) {
    this.place = place;
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /** The bytes that are left, apart from where they came from. */
  ByteSource copy() {
    return new ByteSource(place, Arrays.copyOfRange(bytes, at, end), 0, end - at);
  }

  byte[] array() {
    return bytes;
  }

  int getByte() throws MalformedTraceException {
    return bytes[skip(1)] & 0xff;
  }

  int getInt() throws MalformedTraceException {
    return LittleEndian.getInt(bytes, skip(Integer.BYTES));
  }

  /** The next number, without going past it. */
  int peekInt() throws MalformedTraceException {
    int value = getInt();
    at -= Integer.BYTES;
    return value;
  }

  int getVarint() throws MalformedTraceException {
    int value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int next = getByte();
      value |= (next & 0x7f) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw malformed("expected a number of at most 5 bytes, found a longer one");
  }

  /** Goes past {@code count} bytes; where they start. */
  int skip(int count) throws MalformedTraceException {
    if (count < 0 || count > end - at) {
      throw malformed("expected " + count + " more bytes, found " + (end - at));
    }
    int start = at;
    at += count;
    return start;
  }

  /** Other bytes that stand for what is here: errors name the same place. */
  ByteSource within(byte[] other, int length) {
    return new ByteSource(place, other, 0, length);
  }

  void expectEnd() throws MalformedTraceException {
    if (at != end) {
      throw malformed("expected the end, found " + (end - at) + " more bytes");
    }
  }

  MalformedTraceException malformed(String problem) {
    return new MalformedTraceException(place, problem);
  }
}
