package io.cosmodrome.agent.runtime;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of fields and elements while classes take turns, which therefore have no place
 * for it themselves: called right before each access.
 *
 * <p>Most objects are of one thread only, and soon gone. So a variable has a place only once a
 * second thread comes to it: until then there is a claim, a word that names it by its hash and the
 * thread, which the next variable of the same hash may take. What came before the second thread is
 * forgotten. That a claim is lost, or a hash meant another object, costs a place or delays it.
 *
 * <p>The table never grows. A variable that finds no place is not watched, so when there are many
 * it is some of them that are, and stay so: places are given anew only when their objects are gone,
 * or at a new turn. Whoever loses a place is forgotten, which can hide a violation but not make
 * one.
 */
public final class SideTable {
  private static final int BITS = 16;
  private static final int SIZE = 1 << BITS;
  private static final int PROBES = 4;
  private static final int SHARED = -1; // instead of a thread
  private static final int MIX = 0x9E3779B9;

  private static final InlineRuntime RUNTIME = InlineRuntime.installed();
  private static final @Nullable Variable[] TABLE = new Variable[SIZE + PROBES];
  private static final int[] HASHES = new int[SIZE + PROBES]; // of those variables
  private static final long[] CLAIMS = new long[SIZE]; // hash and thread; races only lose some
  private static final Object[] LOCKS = new Object[64];

  private static int turn; // changed by one thread; others may notice late

  static {
    for (int i = 0; i < LOCKS.length; i++) {
      LOCKS[i] = new Object();
    }
  }

  private SideTable() {}

  /** One variable of an object. */
  private static final class Variable extends ObjectShadow {
    private final int number; // of the field, or the index of the element
    private final boolean isElement;
    private final int since;

    Variable(Object object, int number, boolean isElement, int since) {
      super(object, null, 1, true);
      this.number = number;
      this.isElement = isElement;
      this.since = since;
    }

    @Override
    int shown(int element) {
      return isElement ? number : -1;
    }

    boolean is(Object object, int wanted) {
      return number == wanted && refersTo(object);
    }

    boolean mayGo() {
      return since != turn || refersTo(null);
    }
  }

  /** Lets what comes from now on take the places of what was there before. */
  public static void newTurn() {
    turn++;
  }

  /**
   * A field is about to be read.
   *
   * @param object the class for a static field
   */
  public static void reads(@Nullable Object object, MonitoredThread me, int field, int site) {
    access(object, field, false, false, me, site);
  }

  public static void writes(@Nullable Object object, MonitoredThread me, int field, int site) {
    access(object, field, false, true, me, site);
  }

  public static void readsElement(@Nullable Object array, int index, MonitoredThread me, int site) {
    element(array, index, false, me, site);
  }

  public static void writesElement(
      @Nullable Object array, int index, MonitoredThread me, int site) {
    element(array, index, true, me, site);
  }

  private static void element(
      @Nullable Object array, int index, boolean isWrite, MonitoredThread me, int site) {
    if (array != null && index >= 0 && index < Array.getLength(array)) { // else it will throw
      boolean whole = RUNTIME.wholeArrays;
      access(array, whole ? 0 : index, !whole, isWrite, me, site);
    }
  }

  private static void access(
      @Nullable Object object,
      int number,
      boolean isElement,
      boolean isWrite,
      MonitoredThread me,
      int site) {
    if (object == null) {
      return; // the access itself will throw
    }
    try {
      Variable variable = shared(object, number, isElement, me);
      if (variable == null) {
        return;
      }
      if (isWrite) {
        variable.write(0, me, site);
      } else {
        variable.read(0, me, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /**
   * The entry of a variable that more than one thread has come to; null if there is none, or no
   * place for it.
   */
  private static @Nullable Variable shared(
      Object object, int number, boolean isElement, MonitoredThread me) {
    int hash = (System.identityHashCode(object) + number) * MIX;
    int place = hash >>> (Integer.SIZE - BITS);
    long mine = claim(hash, me.slot());
    long claim = CLAIMS[place];
    if (claim == mine) {
      return null;
    }
    Variable variable = find(object, number, hash);
    if (variable != null) {
      return variable;
    }
    if (claim >>> Integer.SIZE != mine >>> Integer.SIZE) {
      CLAIMS[place] = mine;
      return null;
    }
    CLAIMS[place] = claim(hash, SHARED);
    return add(object, number, isElement, hash);
  }

  private static long claim(int hash, int thread) {
    return ((long) hash << Integer.SIZE) | (thread & 0xffff_ffffL);
  }

  private static @Nullable Variable find(Object object, int number, int hash) {
    int place = hash >>> (Integer.SIZE - BITS);
    for (int i = place; i < place + PROBES; i++) {
      if (HASHES[i] == hash) {
        Variable variable = TABLE[i];
        if (variable != null && variable.is(object, number)) {
          return variable;
        }
      }
    }
    return null;
  }

  private static @Nullable Variable add(Object object, int number, boolean isElement, int hash) {
    int place = hash >>> (Integer.SIZE - BITS);
    if (free(place) < 0) {
      return null;
    }
    synchronized (LOCKS[place & (LOCKS.length - 1)]) { // no two entries for one variable
      Variable variable = find(object, number, hash);
      int free = free(place);
      if (variable == null && free >= 0) {
        variable = new Variable(object, number, isElement, turn);
        TABLE[free] = variable;
        HASHES[free] = hash;
      }
      return variable;
    }
  }

  private static int free(int place) {
    for (int i = place; i < place + PROBES; i++) {
      Variable variable = TABLE[i];
      if (variable == null || variable.mayGo()) {
        return i;
      }
    }
    return -1;
  }
}
