package io.cosmodrome.format;

import java.util.Arrays;

/** Bytes being put together, in one growing array. */
final class ByteSink {
  private byte[] bytes = new byte[1 << 12];
  private int size;

  byte[] array() {
    return bytes;
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  /** Makes room for {@code count} more bytes, which the caller then writes himself. */
  int reserve(int count) {
    int at = size;
    ensure(count);
    size += count;
    return at;
  }

  /** Takes the last bytes back. */
  void truncate(int newSize) {
    size = newSize;
  }

  void putByte(int value) {
    ensure(1);
    bytes[size++] = (byte) value;
  }

  void putInt(int value) {
    ensure(Integer.BYTES);
    LittleEndian.putInt(bytes, size, value);
    size += Integer.BYTES;
  }

  void putLong(long value) {
    ensure(Long.BYTES);
    LittleEndian.putLong(bytes, size, value);
    size += Long.BYTES;
  }

  /** Seven bits a byte, least significant first, the top bit set on all bytes but the last. */
  void putVarint(int value) {
    ensure(5);
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  void put(byte[] source, int from, int length) {
    ensure(length);
    System.arraycopy(source, from, bytes, size, length);
    size += length;
  }

  private void ensure(int more) {
    if (more > bytes.length - size) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), 2 * bytes.length));
    }
  }
}
