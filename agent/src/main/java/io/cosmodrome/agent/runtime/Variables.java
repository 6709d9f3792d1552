package io.cosmodrome.agent.runtime;

import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/**
 * What instrumented code calls around accesses to variables that are made by calls: atomics, field
 * updaters, variable handles, adders.
 *
 * <p>Such an access and its instrumentation are one step: a {@code hold…} comes first, and what
 * remembers the access afterwards, or {@link Hooks#letGo} if it threw, ends it. Accesses that run
 * code of the program on the way are remembered as taking a while; see {@link ObjectShadow}.
 */
public final class Variables {
  private static final InlineRuntime RUNTIME = InlineRuntime.installed();
  private static final Handles HANDLES = new Handles();

  private Variables() {}

  // ---- what is accessed ----

  /** An object that is a variable or an array of variables. */
  public static Cell hold(@Nullable Object object, MonitoredThread me) {
    if (object == null) {
      return ObjectShadow.NONE;
    }
    Hooks.hold(object, me);
    return cell(object, me);
  }

  private static Cell cell(Object object, MonitoredThread me) {
    try {
      return me.recent.cellOf(object);
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
      return ObjectShadow.NONE;
    }
  }

  /** What a field updater or a variable handle stands for in an object; null for a static field. */
  public static Cell hold(@Nullable Object handle, @Nullable Object object, MonitoredThread me) {
    if (handle == null) {
      return ObjectShadow.NONE;
    }
    try {
      return HANDLES.hold(handle, object, me);
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
      return ObjectShadow.NONE;
    }
  }

  /** The program has made a handle for a field. */
  public static void made(
      @Nullable Object handle,
      Class<?> owner,
      String field,
      @Nullable Class<?> type,
      MethodHandles.Lookup lookup) {
    try {
      if (handle != null) {
        HANDLES.add(handle, owner, field, type, lookup);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  // ---- accesses ----

  public static void read(Cell cell, int element, MonitoredThread me, int site) {
    cell.read(element, me, site);
    RUNTIME.stripes.release(me);
  }

  public static void wrote(Cell cell, int element, MonitoredThread me, int site) {
    cell.write(element, me, site);
    RUNTIME.stripes.release(me);
  }

  /**
   * A comparison that may have written. One that failed has only read, and it was all in vain: the
   * program is about to try again with what it reads then, so blocks begin anew.
   */
  public static void compared(
      Cell cell, int element, boolean success, MonitoredThread me, int site) {
    if (success) {
      wrote(cell, element, me, site);
    } else {
      int[] open = me.suspend();
      read(cell, element, me, RUNTIME.sites.asRead(site));
      me.resume(open);
    }
  }

  /** Whether a comparison has written, by what it was to find and what it found. */
  public static boolean isSame(@Nullable Object expected, @Nullable Object found) {
    return expected == found;
  }

  /** The same for boxed values. */
  public static boolean isEqual(Object expected, Object found) {
    return expected.equals(found);
  }

  /** The number of a place that was added for a write, where only a read happened. */
  public static int asRead(int site) {
    return RUNTIME.sites.asRead(site);
  }

  /** A comparison of which nothing is remembered, since its class has no turn. */
  public static void compared(boolean success) {
    if (!success) {
      triedInVain();
    }
  }

  /** What was done may have been in vain: blocks begin anew. */
  public static void triedInVain() {
    try {
      MonitoredThread me = RUNTIME.threads.peek(Thread.currentThread());
      if (me != null && me.depth() > 0) {
        me.resume(me.suspend());
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** A comparison that tells what it found. */
  public static void exchanged(
      Cell cell,
      int element,
      @Nullable Object expected,
      @Nullable Object found,
      MonitoredThread me,
      int site) {
    compared(cell, element, isSame(expected, found), me, site);
  }

  /** The same for boxed values. */
  public static void exchangedValue(
      Cell cell, int element, Object expected, Object found, MonitoredThread me, int site) {
    compared(cell, element, isEqual(expected, found), me, site);
  }

  // ---- updates with a function of the program ----

  public static void updates(@Nullable Object object, int element, MonitoredThread me, int site) {
    if (object != null && cell(object, me) instanceof ObjectShadow shadow) {
      shadow.begins(true, element, me, site);
    }
  }

  public static void updated(Object object, int element, MonitoredThread me, int site) {
    if (cell(object, me) instanceof ObjectShadow shadow) {
      shadow.ends(true, element, me, site);
    }
  }

  // ---- adders: additions commute, and so do queries ----

  public static void added(Object adder, MonitoredThread me, int site) {
    meet(adder, true, false, me, site);
  }

  public static void queried(Object adder, MonitoredThread me, int site) {
    meet(adder, false, true, me, site);
  }

  public static void reset(Object adder, MonitoredThread me, int site) {
    meet(adder, true, true, me, site);
  }

  private static void meet(
      Object adder, boolean changes, boolean looks, MonitoredThread me, int site) {
    meets(adder, changes, looks, me, site);
    met(adder, changes, looks, me, site);
    RUNTIME.stripes.release(me);
  }

  /** Comes after those that do not commute with it and are over. */
  public static void meets(
      @Nullable Object adder, boolean changes, boolean looks, MonitoredThread me, int site) {
    try {
      if (adder != null) {
        SyncState state = me.syncs.of(adder);
        if (changes) {
          me.syncs.acquire(state, SyncState.QUERIES, site);
        }
        if (looks) {
          me.syncs.acquire(state, SyncState.RELEASES, site);
        }
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** Comes before those that do not commute with it and begin after this. */
  public static void met(
      Object adder, boolean changes, boolean looks, MonitoredThread me, int site) {
    try {
      SyncState state = me.syncs.of(adder);
      if (changes) {
        me.syncs.release(state, SyncState.RELEASES, site);
      }
      if (looks) {
        me.syncs.release(state, SyncState.QUERIES, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }
}
