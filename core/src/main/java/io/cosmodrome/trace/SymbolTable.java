package io.cosmodrome.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * Names of one kind and their dense ids, in the order in which they were first seen.
 *
 * <p>Names are kept as UTF-8 in one growing array and found by open addressing, so that a parser
 * can look a name up in its own buffer without making a string. Not thread-safe.
 */
public final class SymbolTable {
  private byte[] bytes = new byte[256];
  private int[] starts = new int[17]; // starts[id] .. starts[id + 1] are the bytes of a name
  private int[] hashes = new int[16]; // by id
  private int[] buckets = new int[32]; // id + 1, or 0 for free
  private int count;

  public int count() {
    return count;
  }

  /** The id of {@code name}, new if it was not seen before. */
  public int intern(String name) {
    byte[] utf8 = name.getBytes(UTF_8);
    return intern(utf8, 0, utf8.length);
  }

  /** The id of the UTF-8 name at {@code offset}, new if it was not seen before. */
  public int intern(byte[] buffer, int offset, int length) {
    int hash = hash(buffer, offset, length);
    int mask = buckets.length - 1;
    int slot = hash & mask;
    for (int entry; (entry = buckets[slot]) != 0; slot = (slot + 1) & mask) {
      int id = entry - 1;
      if (hashes[id] == hash
          && Arrays.equals(bytes, starts[id], starts[id + 1], buffer, offset, offset + length)) {
        return id;
      }
    }
    return add(slot, hash, buffer, offset, length);
  }

  /** The name with this id. */
  public String name(int id) {
    if (id < 0 || id >= count) {
      throw new IllegalArgumentException("no symbol " + id + "; there are " + count);
    }
    return new String(bytes, starts[id], starts[id + 1] - starts[id], UTF_8);
  }

  private int add(int slot, int hash, byte[] buffer, int offset, int length) {
    int id = count;
    int start = starts[id];
    if (id + 1 == starts.length - 1) {
      starts = Arrays.copyOf(starts, 2 * id + 3);
      hashes = Arrays.copyOf(hashes, 2 * id + 2);
    }
    int end = Math.addExact(start, length);
    if (end > bytes.length) {
      bytes =
          Arrays.copyOf(
              bytes, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(2L * bytes.length, end)));
    }
    System.arraycopy(buffer, offset, bytes, start, length);
    starts[id + 1] = end;
    hashes[id] = hash;
    buckets[slot] = id + 1;
    count++;
    if (2 * count > buckets.length) {
      rehash();
    }
    return id;
  }

  private void rehash() {
    int[] larger = new int[2 * buckets.length];
    int mask = larger.length - 1;
    for (int id = 0; id < count; id++) {
      int slot = hashes[id] & mask;
      while (larger[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      larger[slot] = id + 1;
    }
    buckets = larger;
  }

  private static int hash(byte[] buffer, int offset, int length) {
    int hash = 0;
    for (int i = offset; i < offset + length; i++) {
      hash = 31 * hash + buffer[i];
    }
    hash *= 0x9E3779B9; // names differ mostly in their last characters: spread those
    return hash ^ (hash >>> 15);
  }
}
