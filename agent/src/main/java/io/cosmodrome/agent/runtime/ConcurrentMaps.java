package io.cosmodrome.agent.runtime;

import java.lang.ref.ReferenceQueue;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What instrumented code calls around its calls of concurrent maps. Each key is a variable, present
 * or not.
 *
 * <p>Calls take a while here: they run code of the program, such as the keys' {@code equals}. Keys
 * of classes of the JDK that are values are told apart by {@code equals}, all others by identity,
 * so that we run no such code. Equal keys that are not identical can so lose an edge.
 */
public final class ConcurrentMaps {
  private static final InlineRuntime RUNTIME = InlineRuntime.installed();
  private static final IdentityTable<Keys> MAPS = new IdentityTable<>(Keys::new);
  private static final Map<String, Integer> MAPS_BY_FIELD = new HashMap<>(); // under the lock
  private static final int SHOWN = 40; // letters of a key
  private static final int KEPT = 1 << 16; // keys of a map; with more, all are forgotten

  private ConcurrentMaps() {}

  /** The keys of a map that were used. */
  private static final class Keys extends IdentityEntry {
    final Map<Object, Key> values = new ConcurrentHashMap<>();
    final IdentityTable<ObjectShadow> others = new IdentityTable<>(ObjectShadow::ofOne);
    int number; // in the map's name in a trace
    volatile @Nullable String field; // that it was first put into
    @Nullable String name; // guarded by the runtime's lock

    Keys(Object map, @Nullable ReferenceQueue<Object> queue) {
      super(map, queue);
    }

    @Override
    void forget() {
      values.clear();
    }

    ObjectShadow shadow(Object key) {
      if (!isValue(key)) {
        return others.get(key);
      }
      if (values.size() > KEPT) {
        values.clear();
      }
      return values.computeIfAbsent(key, k -> new Key(this, k)).shadow;
    }
  }

  /** A key in a map, as the object that the variable belongs to. */
  static final class Key {
    private final Keys map;
    private final Object key;
    private final ObjectShadow shadow;

    private Key(Keys map, Object key) {
      this.map = map;
      this.key = key;
      this.shadow = ObjectShadow.ofOne(this, null);
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

  private static boolean isValue(Object key) {
    return key instanceof String
        || (key instanceof Number && key.getClass().getName().startsWith("java.lang."))
        || key instanceof Character
        || key instanceof Boolean
        || key instanceof java.util.UUID;
  }

  /** A field is about to hold this; {@code field} is {@code Cache.map}. */
  public static void held(@Nullable Object value, String field) {
    try {
      if (value instanceof ConcurrentMap) {
        Keys keys = MAPS.get(value);
        if (keys.field == null) {
          keys.field = field;
        }
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** An access in progress. */
  private record Access(ObjectShadow shadow, boolean isWrite) {}

  public static @Nullable Object reads(
      @Nullable Object map, @Nullable Object key, MonitoredThread me, int site) {
    return begins(map, key, false, me, site);
  }

  public static @Nullable Object writes(
      @Nullable Object map, @Nullable Object key, MonitoredThread me, int site) {
    return begins(map, key, true, me, site);
  }

  /** A write if the key is not there, else a read. */
  public static @Nullable Object writesIfAbsent(
      @Nullable Object map, @Nullable Object key, MonitoredThread me, int site) {
    return begins(map, key, !contains(map, key), me, site);
  }

  /** A write if the key is there, else a read. */
  public static @Nullable Object writesIfPresent(
      @Nullable Object map, @Nullable Object key, MonitoredThread me, int site) {
    return begins(map, key, contains(map, key), me, site);
  }

  private static boolean contains(@Nullable Object map, @Nullable Object key) {
    return key != null
        && isValue(key)
        && map instanceof ConcurrentHashMap<?, ?> hashed
        && hashed.getClass() == ConcurrentHashMap.class
        && hashed.containsKey(key);
  }

  private static @Nullable Access begins(
      @Nullable Object map, @Nullable Object key, boolean isWrite, MonitoredThread me, int site) {
    try {
      if (map instanceof ConcurrentMap && key != null) {
        ObjectShadow shadow = MAPS.get(map).shadow(key);
        shadow.begins(isWrite, 0, me, site);
        return new Access(shadow, isWrite);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
    return null;
  }

  public static void ends(@Nullable Object access, MonitoredThread me, int site) {
    ends(access, true, me, site);
  }

  /** The call has told whether it has changed anything. */
  public static void ends(@Nullable Object access, boolean changed, MonitoredThread me, int site) {
    try {
      if (access instanceof Access mine) {
        mine.shadow.ends(mine.isWrite && changed, 0, me, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }
}
