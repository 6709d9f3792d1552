package io.cosmodrome.agent.runtime;

import java.lang.ref.ReferenceQueue;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What instrumented code calls around its calls of concurrent maps and sets. Each key is a
 * variable, present or not.
 *
 * <p>Calls take a while here: they run code of the program, such as the keys' {@code equals}. Keys
 * of classes of the JDK that are values are told apart by {@code equals}, all others by identity,
 * so that we run no such code. Equal keys that are not identical can so lose an edge. A call that
 * writes only if the key is there, or not there, counts as a read where that cannot be known.
 */
public final class ConcurrentMaps {
  private static final InlineRuntime RUNTIME = InlineRuntime.installed();
  private static final IdentityTable<Keys> MAPS = new IdentityTable<>(Keys::new);
  private static final Map<String, Integer> MAPS_BY_FIELD = new HashMap<>(); // under the lock

  /** Whether objects of a class are equal only to themselves, and are in no order. */
  private static final ClassValue<Boolean> HAVE_IDENTITY =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return Enum.class.isAssignableFrom(type)
              || (!Comparable.class.isAssignableFrom(type)
                  && isObjects(type, "hashCode")
                  && isObjects(type, "equals", Object.class));
        }
      };

  private static final int SHOWN = 40; // letters of a key
  private static final int KEPT = 1 << 16; // keys of a map; with more, all are forgotten

  private ConcurrentMaps() {}

  private static boolean isObjects(Class<?> type, String method, Class<?>... parameters) {
    try {
      return type.getMethod(method, parameters).getDeclaringClass() == Object.class;
    } catch (NoSuchMethodException | LinkageError e) {
      return false;
    }
  }

  /** The keys of a map that were used. */
  static final class Keys extends IdentityEntry {
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
      Key known = values.get(key);
      return known == null ? add(key) : known.shadow;
    }

    private ObjectShadow add(Object key) {
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

  /** A write if the key is known not to be there, else a read. */
  public static @Nullable Object writesIfAbsent(
      @Nullable Object map, @Nullable Object key, MonitoredThread me, int site) {
    return begins(map, key, canAsk(map, key) && !contains(map, key), me, site);
  }

  /** A write if the key is known to be there, else a read. */
  public static @Nullable Object writesIfPresent(
      @Nullable Object map, @Nullable Object key, MonitoredThread me, int site) {
    return begins(map, key, canAsk(map, key) && contains(map, key), me, site);
  }

  /** Whether it can be found out if a key is there without running code of the program. */
  private static boolean canAsk(@Nullable Object map, @Nullable Object key) {
    if (key == null || map == null) {
      return false;
    }
    Class<?> type = map.getClass();
    if (type == ConcurrentHashMap.class
        || type == ConcurrentHashMap.KeySetView.class
        || type == CopyOnWriteArrayList.class
        || type == CopyOnWriteArraySet.class) {
      return isValue(key) || HAVE_IDENTITY.get(key.getClass());
    }
    boolean hasOrder =
        map instanceof SortedMap<?, ?> sorted
            ? sorted.comparator() != null
            : map instanceof SortedSet<?> set && set.comparator() != null;
    return (type == ConcurrentSkipListMap.class || type == ConcurrentSkipListSet.class)
        && !hasOrder
        && isValue(key);
  }

  private static boolean contains(@Nullable Object map, @Nullable Object key) {
    try {
      return map instanceof ConcurrentMap<?, ?> keys
          ? keys.containsKey(key)
          : map instanceof Collection<?> elements && elements.contains(key);
    } catch (ClassCastException e) {
      return false; // the call itself will throw it
    }
  }

  private static @Nullable Access begins(
      @Nullable Object map, @Nullable Object key, boolean isWrite, MonitoredThread me, int site) {
    try {
      if (map != null && key != null && isConcurrent(map)) {
        Object keys = map instanceof ConcurrentHashMap.KeySetView<?, ?> view ? view.getMap() : map;
        ObjectShadow shadow = me.recent.map(keys, MAPS).shadow(key);
        shadow.begins(isWrite, 0, me, site);
        return new Access(shadow, isWrite);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
    return null;
  }

  private static boolean isConcurrent(Object map) {
    return map instanceof ConcurrentMap
        || map instanceof ConcurrentHashMap.KeySetView
        || map instanceof ConcurrentSkipListSet
        || map instanceof CopyOnWriteArrayList
        || map instanceof CopyOnWriteArraySet;
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
