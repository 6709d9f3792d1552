package io.cosmodrome.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Names of one kind and their dense ids, in the order in which they were first seen.
 *
 * <p>Names are kept as UTF-8 in one growing array and found by open addressing, so that a parser
 * can look a name up in its own buffer without making a string. With a million names the time goes
 * into cache misses: a look-up has two, the bucket and the record, which holds all the rest. Not
 * thread-safe.
 */
public final class SymbolTable {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int ID_AT = 0; // in a record
  private static final int LENGTH_AT = 4;
  private static final int NAME_AT = 8;
  private static final int PADDING = Long.BYTES; // may be read after a name
  private static final int CACHED = 1 << 13; // tables with fewer names are in the cache anyway

  private byte[] records = new byte[256];
  private int end; // of the last record
  private int forgotten; // how many names, the first ones, are not known any more
  private int[] starts = new int[16]; // of the records, by id less those forgotten
  private long[] buckets = new long[32]; // hash, and start of the record plus one; 0 for free
  private int count;
  private int indexed; // how many of them, the first ones, are in the buckets

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
    if (indexed < count) {
      indexSlow();
    }
    int hash = hash(buffer, offset, length);
    int mask = buckets.length - 1;
    int slot = hash & mask;
    for (long entry = buckets[slot]; entry != 0; entry = buckets[slot]) {
      int record = (int) entry - 1;
      if ((int) (entry >>> 32) == hash && isName(record, buffer, offset, length)) {
        return (int) INT.get(records, record + ID_AT);
      }
      slot = (slot + 1) & mask;
    }
    int id = add(buffer, offset, length);
    buckets[slot] = entry(hash, starts[id - forgotten]);
    indexed = count;
    growBuckets();
    return id;
  }

  /**
   * Adds the UTF-8 name at {@code offset}, which the table does not hold, and gives it the next id.
   * Such a name costs next to nothing unless {@link #intern} is called afterwards.
   */
  public int add(byte[] buffer, int offset, int length) {
    int id = count;
    int index = id - forgotten;
    if (index == starts.length) {
      starts = Arrays.copyOf(starts, 2 * index);
    }
    int start = end;
    int newEnd = Math.addExact(start + NAME_AT, length);
    if (newEnd > records.length - PADDING) {
      long wanted = Math.max(2L * records.length, (long) newEnd + PADDING);
      records = Arrays.copyOf(records, (int) Math.min(Integer.MAX_VALUE - 8, wanted));
    }
    INT.set(records, start + ID_AT, id);
    INT.set(records, start + LENGTH_AT, length);
    System.arraycopy(buffer, offset, records, start + NAME_AT, length);
    starts[index] = start;
    end = newEnd;
    count++;
    return id;
  }

  /**
   * The ids of several UTF-8 names in one buffer, as if each was looked up in turn. Faster for
   * large tables: the processor waits for the memory behind all look-ups at once.
   *
   * @param ids gets the ids
   */
  public void intern(byte[] buffer, int[] offsets, int[] lengths, int[] ids, int howMany) {
    if (count < CACHED) {
      for (int i = 0; i < howMany; i++) {
        ids[i] = intern(buffer, offsets[i], lengths[i]);
      }
    } else {
      internLarge(buffer, offsets, lengths, ids, howMany);
    }
  }

  /** Each loop is one round of loads that do not depend on each other. */
  private void internLarge(byte[] buffer, int[] offsets, int[] lengths, int[] ids, int howMany) {
    if (indexed < count) {
      indexSlow();
    }
    for (int i = 0; i < howMany; i++) {
      ids[i] = hash(buffer, offsets[i], lengths[i]);
    }
    for (int i = 0; i < howMany; i++) {
      long entry = buckets[ids[i] & (buckets.length - 1)];
      ids[i] = (int) (entry >>> 32) == ids[i] ? (int) entry - 1 : -1;
    }
    for (int i = 0; i < howMany; i++) {
      boolean found = ids[i] >= 0 && isName(ids[i], buffer, offsets[i], lengths[i]);
      ids[i] = found ? (int) INT.get(records, ids[i] + ID_AT) : -1;
    }
    for (int i = 0; i < howMany; i++) {
      if (ids[i] < 0) {
        ids[i] = intern(buffer, offsets[i], lengths[i]);
      }
    }
  }

  /** The name with this id. */
  public String name(int id) {
    if (id < forgotten || id >= count) {
      throw new IllegalArgumentException("no symbol " + id + "; there are " + count);
    }
    int record = starts[id - forgotten];
    return new String(records, record + NAME_AT, (int) INT.get(records, record + LENGTH_AT), UTF_8);
  }

  /**
   * Forgets the names of all ids below {@code id}; their ids stay taken. For a table that grows for
   * as long as a program runs, but whose names are needed only once.
   */
  public void forget(int id) {
    int kept = count - id;
    if (id <= forgotten || kept < 0) {
      return;
    }
    int first = kept == 0 ? end : starts[id - forgotten];
    System.arraycopy(records, first, records, 0, end - first);
    for (int i = 0; i < kept; i++) {
      starts[i] = starts[id - forgotten + i] - first;
    }
    end -= first;
    forgotten = id;
    Arrays.fill(buckets, 0);
    indexed = id;
  }

  /** Puts the names into the buckets that were added without. */
  private void indexSlow() {
    while (indexed < count) {
      int record = starts[indexed - forgotten];
      int length = (int) INT.get(records, record + LENGTH_AT);
      int hash = hash(records, record + NAME_AT, length);
      int mask = buckets.length - 1;
      int slot = hash & mask;
      while (buckets[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      buckets[slot] = entry(hash, record);
      indexed++;
      growBuckets();
    }
  }

  private static long entry(int hash, int record) {
    return (long) hash << 32 | (record + 1);
  }

  private void growBuckets() {
    if (2 * (indexed - forgotten) <= buckets.length) {
      return;
    }
    long[] larger = new long[2 * buckets.length];
    int mask = larger.length - 1;
    for (long entry : buckets) {
      if (entry != 0) {
        int slot = (int) (entry >>> 32) & mask;
        while (larger[slot] != 0) {
          slot = (slot + 1) & mask;
        }
        larger[slot] = entry;
      }
    }
    buckets = larger;
  }

  private boolean isName(int record, byte[] buffer, int offset, int length) {
    if ((int) INT.get(records, record + LENGTH_AT) != length) {
      return false;
    }
    int name = record + NAME_AT;
    int whole = length & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      if ((long) LONG.get(records, name + i) != (long) LONG.get(buffer, offset + i)) {
        return false;
      }
    }
    long stored = (long) LONG.get(records, name + whole) & lowBytes(length - whole);
    return stored == rest(buffer, offset + whole, length - whole);
  }

  private static int hash(byte[] buffer, int offset, int length) {
    long hash = length;
    int whole = length & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      hash = mix(hash ^ (long) LONG.get(buffer, offset + i));
    }
    return (int) mix(hash ^ rest(buffer, offset + whole, length - whole));
  }

  private static long mix(long hash) {
    long product = hash * 0x9E3779B97F4A7C15L;
    return product ^ (product >>> 32);
  }

  /** Less than eight bytes as a number. */
  private static long rest(byte[] buffer, int offset, int length) {
    if (offset <= buffer.length - Long.BYTES) {
      return (long) LONG.get(buffer, offset) & lowBytes(length);
    }
    long rest = 0;
    for (int i = length - 1; i >= 0; i--) {
      rest = rest << Byte.SIZE | (buffer[offset + i] & 0xff);
    }
    return rest;
  }

  private static long lowBytes(int length) {
    return (1L << (Byte.SIZE * length)) - 1;
  }
}
