package io.cosmodrome.agent.runtime;

import io.cosmodrome.report.Names;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.ReferenceQueue;
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

  private static final int SITES = 8; // of a handle, at first

  private final IdentityTable<Known> handles = new IdentityTable<>(Known::new);

  static final class Known extends IdentityEntry {
    @Nullable MethodHandle get; // the accessors of the field, null if it has none
    @Nullable MethodHandle put;
    boolean isStatic; // the field, if it has accessors
    int variable; // of a static field: what its stripe is found by
    String field = "";
    @Nullable String staticOwner; // simple name of the class of a static field
    final IdentityTable<ObjectShadow> byObject = new IdentityTable<>(ObjectShadow::ofOne);

    // sites by those without names, both in one word, at most half of them used; searched by
    // anybody, changed under the monitor
    private volatile long[] named = new long[2 * SITES];

    private int count;

    Known(Object handle, @Nullable ReferenceQueue<Object> queue) {
      super(handle, queue);
    }

    /** The place that names the field, for a place that knows only that it uses a handle. */
    int naming(int site, Sites sites) {
      long[] table = named;
      long found = table[place(table, site)];
      return found != 0 ? (int) found : namingSlow(site, sites);
    }

    private synchronized int namingSlow(int site, Sites sites) {
      long[] table = named;
      long known = table[place(table, site)];
      if (known != 0 || site == 0) { // 0 once there were too many places
        return (int) known;
      }
      if (2 * ++count > table.length) {
        table = grown(table);
        named = table;
      }
      int result = sites.naming(field, staticOwner, site);
      table[place(table, site)] = (long) site << Integer.SIZE | result;
      return result;
    }

    private static long[] grown(long[] table) {
      long[] result = new long[2 * table.length];
      for (long word : table) {
        if (word != 0) {
          result[place(result, (int) (word >>> Integer.SIZE))] = word;
        }
      }
      return result;
    }

    /** Where a site is, or where it would be. */
    private static int place(long[] table, int site) {
      int place = site & (table.length - 1);
      for (long word; (word = table[place]) != 0 && (int) (word >>> Integer.SIZE) != site; ) {
        place = (place + 1) & (table.length - 1);
      }
      return place;
    }
  }

  /**
   * A field of an object, or of a class, as a handle reaches it: until it is accessed, or until the
   * thread takes the next one in hand if the access threw.
   */
  static final class FieldCell implements Cell {
    private @Nullable Known known;
    private @Nullable Object object;

    private FieldCell of(Known newKnown, @Nullable Object newObject) {
      known = newKnown;
      object = newObject;
      return this;
    }

    @Override
    public void read(int element, MonitoredThread me, int site) {
      access(false, me, site);
    }

    @Override
    public void write(int element, MonitoredThread me, int site) {
      access(true, me, site);
    }

    private void access(boolean isWrite, MonitoredThread me, int at) {
      try {
        Known field = known;
        Object in = object;
        object = null; // not to be kept alive
        MethodHandle accessor = field == null ? null : isWrite ? field.put : field.get;
        if (field == null || accessor == null) {
          return;
        }
        // in a trace, variables have their own names
        int site = MonitoredThread.RECORDS ? at : field.naming(at, me.runtime().sites);
        if (field.isStatic) {
          accessor.invokeExact(me, site);
        } else {
          accessor.invokeExact(in, me, site);
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
        known.isStatic = shape.equals(OF_CLASS);
        known.staticOwner = known.isStatic ? Names.simpleClass(owner.getName()) : null;
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
    Known known = me.recent.handle(handle, handles);
    if (known.get != null && known.put != null && known.isStatic == (object == null)) {
      hold(object, known.variable, me);
      // the access may initialize a class, where the thread has others in hand
      FieldCell cell = known.isStatic ? new FieldCell() : me.recent.fieldCell;
      return cell.of(known, object);
    }
    hold(object, System.identityHashCode(handle), me);
    if (object == null) {
      return me.recent.cellOf(handle);
    }
    return object.getClass().isArray() ? me.recent.cellOf(object) : known.byObject.get(object);
  }

  private static void hold(@Nullable Object object, int otherwise, MonitoredThread me) {
    Hooks.hold(object == null ? otherwise : System.identityHashCode(object), me);
  }
}
