package io.cosmodrome.agent.runtime;

import java.util.Collection;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
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
  private static final IdentityTable<MapKeys> MAPS = new IdentityTable<>(MapKeys::new);

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

  private ConcurrentMaps() {}

  private static boolean isObjects(Class<?> type, String method, Class<?>... parameters) {
    try {
      return type.getMethod(method, parameters).getDeclaringClass() == Object.class;
    } catch (NoSuchMethodException | LinkageError e) {
      return false;
    }
  }

  /** A field is about to hold this; {@code field} is {@code Cache.map}. */
  public static void held(@Nullable Object value, String field) {
    try {
      if (value instanceof ConcurrentMap) {
        MapKeys keys = MAPS.get(value);
        if (keys.field == null) {
          keys.field = field;
        }
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** A write in progress; a read in progress is just the shadow. */
  private record Write(ObjectShadow shadow) {}

  public static @Nullable Object reads(
      @Nullable Object map, @Nullable Object key, MonitoredThread me, int site) {
    return begins(map, key, false, me, site);
  }

  public static @Nullable Object writes(
      @Nullable Object map, @Nullable Object key, MonitoredThread me, int site) {
    ObjectShadow shadow = begins(map, key, true, me, site);
    return shadow == null ? null : new Write(shadow);
  }

  /** A write if the key is known not to be there, else a read. */
  public static @Nullable Object writesIfAbsent(
      @Nullable Object map, @Nullable Object key, MonitoredThread me, int site) {
    return canAsk(map, key) && !contains(map, key)
        ? writes(map, key, me, site)
        : reads(map, key, me, site);
  }

  /** A write if the key is known to be there, else a read. */
  public static @Nullable Object writesIfPresent(
      @Nullable Object map, @Nullable Object key, MonitoredThread me, int site) {
    return canAsk(map, key) && contains(map, key)
        ? writes(map, key, me, site)
        : reads(map, key, me, site);
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
      return MapKeys.isValue(key) || HAVE_IDENTITY.get(key.getClass());
    }
    if (type != ConcurrentSkipListMap.class && type != ConcurrentSkipListSet.class) {
      return false;
    }
    boolean hasOrder =
        map instanceof SortedMap<?, ?> sorted
            ? sorted.comparator() != null
            : map instanceof SortedSet<?> set && set.comparator() != null;
    return !hasOrder && MapKeys.isValue(key);
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

  private static @Nullable ObjectShadow begins(
      @Nullable Object map, @Nullable Object key, boolean isWrite, MonitoredThread me, int site) {
    try {
      if (map != null && key != null) {
        Object whole = map instanceof ConcurrentHashMap.KeySetView<?, ?> view ? view.getMap() : map;
        MapKeys keys = me.recent.map(whole);
        if (keys == null && isConcurrent(whole)) {
          keys = me.recent.map(whole, MAPS);
        }
        if (keys != null) {
          ObjectShadow shadow = keys.shadow(key);
          shadow.begins(isWrite, 0, me, site);
          return shadow;
        }
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
    return null;
  }

  private static boolean isConcurrent(Object map) {
    return map instanceof ConcurrentMap
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
      if (access instanceof Write write) {
        write.shadow.ends(changed, 0, me, site);
      } else if (access instanceof ObjectShadow shadow) {
        shadow.ends(false, 0, me, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }
}
