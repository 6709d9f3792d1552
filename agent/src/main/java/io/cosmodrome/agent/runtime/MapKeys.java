package io.cosmodrome.agent.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.ReferenceQueue;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a concurrent map that were used, and what is remembered of each.
 *
 * <p>Keys that are values are in a chained hash table, changed under the monitor and searched
 * without: a key that is found is the right one, whatever is done to the chain at the same time.
 * Only if none is found, the search is done again under the monitor. A key is its own shadow and
 * its own link, since most of the time goes into fetching objects that were not used lately. Other
 * keys are found by identity.
 */
final class MapKeys extends IdentityEntry {
  private static final VarHandle BUCKET = MethodHandles.arrayElementVarHandle(Key[].class);
  private static final Map<String, Integer> MAPS_BY_FIELD = new HashMap<>(); // under the lock
  private static final int FEWEST = 16; // buckets
  private static final int KEPT = 1 << 16; // values; with more, all are forgotten
  private static final int SHOWN = 40; // letters of a key

  private volatile @Nullable Key[] buckets = new Key[FEWEST];
  private int size;
  private final IdentityTable<ObjectShadow> others = new IdentityTable<>(ObjectShadow::ofOne);
  private int number; // in the map's name in a trace
  volatile @Nullable String field; // that it was first put into
  private @Nullable String name; // guarded by the runtime's lock

  MapKeys(Object map, @Nullable ReferenceQueue<Object> queue) {
    super(map, queue);
  }

  @Override
  synchronized void forget() {
    buckets = new Key[FEWEST];
    size = 0;
  }

  /**
   * Whether a key is told from others by {@code equals}, which then runs no code of the program.
   */
  static boolean isValue(Object key) {
    Class<?> type = key.getClass();
    return type == String.class
        || type == Integer.class
        || type == Long.class
        || type == UUID.class
        || type == Character.class
        || type == Boolean.class
        || type == Short.class
        || type == Byte.class
        || type == Double.class
        || type == Float.class;
  }

  ObjectShadow shadow(Object key) {
    if (!isValue(key)) {
      return others.get(key);
    }
    int hash = spread(key.hashCode());
    Key known = find(key, hash);
    return known != null ? known : add(key, hash);
  }

  private static int spread(int hash) {
    return hash ^ hash >>> 16;
  }

  private @Nullable Key find(Object key, int hash) {
    @Nullable Key[] table = buckets;
    Key known = (Key) BUCKET.getAcquire(table, hash & (table.length - 1));
    while (known != null && !(known.keyHash == hash && known.key.equals(key))) {
      known = known.nextKey;
    }
    return known;
  }

  private synchronized Key add(Object key, int hash) {
    Key known = find(key, hash);
    if (known == null) {
      if (size >= KEPT) {
        forget();
      }
      if (++size > buckets.length) {
        buckets = grown(buckets);
      }
      known = new Key(this, key, hash);
      insert(buckets, known);
    }
    return known;
  }

  private static @Nullable Key[] grown(@Nullable Key[] table) {
    @Nullable Key[] result = new Key[2 * table.length];
    for (Key chain : table) {
      Key key = chain;
      while (key != null) {
        Key next = key.nextKey;
        insert(result, key);
        key = next;
      }
    }
    return result;
  }

  /** Who finds the key finds it whole. */
  private static void insert(@Nullable Key[] table, Key key) {
    int bucket = key.keyHash & (table.length - 1);
    key.nextKey = table[bucket];
    BUCKET.setRelease(table, bucket, key);
  }

  /** A key that is a value, as the object that the variable belongs to, and its shadow. */
  static final class Key extends ObjectShadow {
    private final MapKeys map;
    private final Object key;
    private final int keyHash;
    private @Nullable Key nextKey; // in its bucket

    private Key(MapKeys map, Object key, int keyHash) {
      super(null, null, 1, true);
      this.map = map;
      this.key = key;
      this.keyHash = keyHash;
    }

    @Override
    Object owner() {
      return this;
    }

    @Nullable Object map() {
      return map.get();
    }

    /** The number in the map's name in a trace; under the runtime's lock. */
    int mapNumber(ObjectNumbers numbers) {
      Object object = map();
      if (map.number == 0 && object != null) {
        map.number = numbers.number(object);
      }
      return map.number;
    }

    /** {@code Cache.map} if a field holds it, else what {@code other} calls it; under the lock. */
    String mapName(Supplier<String> other) {
      String known = map.name;
      if (known == null) {
        String field = map.field;
        int count = field == null ? 0 : MAPS_BY_FIELD.merge(field, 1, Integer::sum);
        known = field == null ? other.get() : count == 1 ? field : field + "#" + count;
        map.name = known;
      }
      return known;
    }

    /** {@code [key]}, in letters that every trace format can have. */
    String suffix() {
      String text = String.valueOf(key);
      String shown = text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
      return "[" + shown.replaceAll("[\\s()|]", "_") + "]";
    }
  }
}
