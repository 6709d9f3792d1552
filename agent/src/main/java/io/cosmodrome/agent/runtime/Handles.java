package io.cosmodrome.agent.runtime;

import io.cosmodrome.report.Names;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.ReferenceQueue;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * Field updaters and variable handles, and the fields that they stand for.
 *
 * <p>A handle whose making was seen, for a field of an instrumented class, is that field: accesses
 * by it and by instructions are accesses to one variable. Any other handle has a variable of its
 * own in each object.
 */
final class Handles {
  private static final MethodType OF_INSTANCE =
      MethodType.methodType(void.class, Object.class, MonitoredThread.class, int.class);
  private static final MethodType OF_CLASS =
      MethodType.methodType(void.class, MonitoredThread.class, int.class);

  private static final int SITES = 8; // of a handle that are found at once

  private final IdentityTable<Known> handles = new IdentityTable<>(Known::new);

  private static final class Known extends IdentityEntry {
    @Nullable MethodHandle get; // the accessors of the field, null if it has none
    @Nullable MethodHandle put;
    int variable; // of a static field: what its stripe is found by
    String field = "";
    @Nullable String staticOwner; // simple name of the class of a static field
    final IdentityTable<ObjectShadow> byObject = new IdentityTable<>(ObjectShadow::ofOne);
    private final Map<Integer, Integer> named = new HashMap<>(); // sites, by those without names
    private final long[] recent = new long[SITES]; // the same: one and the other

    Known(Object handle, @Nullable ReferenceQueue<Object> queue) {
      super(handle, queue);
    }

    /** The place that names the field, for a place that knows only that it uses a handle. */
    int naming(int site, Sites sites) {
      long found = recent[site & (SITES - 1)];
      return (int) (found >>> 32) == site ? (int) found : namingSlow(site, sites);
    }

    private synchronized int namingSlow(int site, Sites sites) {
      int result = named.computeIfAbsent(site, at -> sites.naming(field, staticOwner, at));
      recent[site & (SITES - 1)] = (long) site << 32 | result;
      return result;
    }
  }

  /** A field as a handle reaches it. */
  private record FieldCell(Known known, MethodHandle get, MethodHandle put, @Nullable Object object)
      implements Cell {
    @Override
    public void read(int element, MonitoredThread me, int site) {
      access(get, me, site);
    }

    @Override
    public void write(int element, MonitoredThread me, int site) {
      access(put, me, site);
    }

    private void access(MethodHandle accessor, MonitoredThread me, int at) {
      try {
        // in a trace, variables have their own names
        int site = MonitoredThread.RECORDS ? at : known.naming(at, me.runtime().sites);
        if (object == null) {
          accessor.invokeExact(me, site);
        } else {
          accessor.invokeExact(object, me, site);
        }
      } catch (Throwable failure) {
        me.runtime().failed(failure);
      }
    }
  }

  /** The program has made a handle. */
  void add(
      Object handle,
      Class<?> owner,
      String field,
      @Nullable Class<?> type,
      MethodHandles.Lookup lookup) {
    Known known = handles.get(handle);
    String name = Hooks.mangled(field, typeOf(handle, type).descriptorString());
    String get = Hooks.PREFIX + "get$" + name;
    String put = Hooks.PREFIX + "put$" + name;
    for (MethodType shape : new MethodType[] {OF_INSTANCE, OF_CLASS}) {
      try {
        known.get = lookup.findStatic(owner, get, shape);
        known.put = lookup.findStatic(owner, put, shape);
        known.variable = (owner.getName().replace('.', '/') + "." + field).hashCode();
        known.field = field;
        known.staticOwner = shape.equals(OF_CLASS) ? Names.simpleClass(owner.getName()) : null;
        return;
      } catch (ReflectiveOperationException e) {
        known.get = null; // no field of an instrumented class, or out of the maker's sight
      }
    }
  }

  private static Class<?> typeOf(Object handle, @Nullable Class<?> type) {
    if (type != null) {
      return type;
    } else if (handle instanceof AtomicIntegerFieldUpdater) {
      return int.class;
    }
    return handle instanceof AtomicLongFieldUpdater ? long.class : Object.class;
  }

  /** Holds the variable that a handle stands for in an object, an array or a class. */
  Cell hold(Object handle, @Nullable Object object, MonitoredThread me) {
    Known known = handles.get(handle);
    MethodHandle get = known.get;
    MethodHandle put = known.put;
    if (get != null && put != null && get.type().equals(OF_CLASS) == (object == null)) {
      hold(object, known.variable, me);
      return new FieldCell(known, get, put, object);
    }
    hold(object, System.identityHashCode(handle), me);
    if (object == null) {
      return me.cellOf(handle);
    }
    return object.getClass().isArray() ? me.cellOf(object) : known.byObject.get(object);
  }

  private static void hold(@Nullable Object object, int otherwise, MonitoredThread me) {
    Hooks.hold(object == null ? otherwise : System.identityHashCode(object), me);
  }
}
