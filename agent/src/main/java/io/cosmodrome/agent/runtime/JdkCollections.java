package io.cosmodrome.agent.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.reflect.Array;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What collections of the JDK call, with {@code jdk=collections}.
 *
 * <p>Only those matter that instrumented code has made: these are known, and so is what is found in
 * their fields (arrays, nodes, a collection that a wrapper wraps). All others, those of the JDK and
 * our own among them, are none of our business, so nothing happens here when we use a collection
 * ourselves. That an object is not known is mostly told by a bit for its hash. Nothing of ours is
 * thrown from here.
 */
public final class JdkCollections {
  private static final InlineRuntime RUNTIME = InlineRuntime.installed();
  private static final IdentityTable<Known> KNOWN = new IdentityTable<>(Known::new);
  private static final int HASHES = 1 << 22;
  private static final long[] SEEN = new long[HASHES / 64]; // changed under its own monitor

  private static boolean anyKnown; // not volatile: a thread that uses a collection got it somehow

  private JdkCollections() {}

  /** A collection that the program has made, or a part of one. */
  static final class Known extends IdentityEntry {
    private final @Nullable ObjectShadow shadow; // null for an array
    private @Nullable ObjectShadow owner; // of what it was first found in

    Known(Object object, @Nullable ReferenceQueue<Object> queue) {
      super(object, queue);
      this.shadow =
          object.getClass().isArray()
              ? null
              : ObjectShadow.ofFields(object, CollectionFields.NAMES.get(object.getClass()));
    }
  }

  /** The blocks of collections that a thread is in, as far as they count. */
  static final class OpenCalls {
    private Object[] collections = new Object[8];
    private int[] blocks = new int[16];
    private int count;

    private void push(Object collection, int block, int before) {
      if (count == collections.length) {
        collections = Arrays.copyOf(collections, 2 * count);
        blocks = Arrays.copyOf(blocks, 4 * count);
      }
      collections[count] = collection;
      blocks[2 * count] = block;
      blocks[2 * count + 1] = before;
      count++;
    }

    /** How many blocks were open before this one, or -1 if this one does not count. */
    private int pop(Object collection, int block) {
      int top = count - 1;
      if (top < 0 || collections[top] != collection || blocks[2 * top] != block) {
        return -1;
      }
      count = top;
      collections[top] = KNOWN; // let go of it
      return blocks[2 * top + 1];
    }
  }

  // ---- which objects matter ----

  /** The program has made a collection. */
  public static void made(@Nullable Object collection) {
    try {
      if (collection != null) {
        know(collection, null);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  private static void know(Object object, @Nullable ObjectShadow owner) {
    int hash = System.identityHashCode(object) & (HASHES - 1);
    Known known = KNOWN.get(object);
    if (known.owner == null) {
      known.owner = owner;
    }
    if (!isSeen(hash)) {
      synchronized (SEEN) {
        SEEN[hash >>> 6] |= 1L << hash;
        anyKnown = true;
      }
    }
  }

  private static boolean isSeen(int hash) {
    return (SEEN[hash >>> 6] & 1L << hash) != 0;
  }

  private static @Nullable Known find(@Nullable Object object) {
    if (!anyKnown || object == null) {
      return null;
    }
    int hash = System.identityHashCode(object) & (HASHES - 1);
    return isSeen(hash) ? KNOWN.find(object) : null;
  }

  /** The collection whose elements an array has, if it is known: they are named after it. */
  static @Nullable Object collectionOf(Object array) {
    Known known = array.getClass() == Object[].class ? find(array) : null;
    ObjectShadow owner = known == null ? null : known.owner;
    return owner == null ? null : owner.get();
  }

  /** The thread that runs, if it may be looked at. */
  private static @Nullable MonitoredThread me() {
    Thread thread = Thread.currentThread();
    MonitoredThread me = RUNTIME.threads.peek(thread);
    return me != null || ThreadKinds.isCarrier(thread) ? me : Hooks.me();
  }

  /** The thread is about to look into an object, at a field that never changes. */
  public static void looksInto(@Nullable Object object) {
    Known known = find(object);
    MonitoredThread me = known == null ? RUNTIME.threads.peek(Thread.currentThread()) : me();
    if (me != null) {
      me.lookedInto = known;
    }
  }

  /** The thread has found something in the object that it has looked into. */
  public static void found(@Nullable Object part) {
    try {
      if (anyKnown && part != null) {
        MonitoredThread me = RUNTIME.threads.peek(Thread.currentThread());
        Known whole = me == null ? null : me.lookedInto;
        if (me != null && whole != null) {
          me.lookedInto = null;
          if (part.getClass().isArray() || CollectionFields.STRUCTURES.get(part.getClass())) {
            know(part, whole.shadow);
          }
        }
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  // ---- accesses ----

  public static void reads(@Nullable Object object, int variable, int site) {
    access(object, variable, false, site);
  }

  public static void writes(@Nullable Object object, int variable, int site) {
    access(object, variable, true, site);
  }

  private static void access(@Nullable Object object, int variable, boolean isWrite, int site) {
    try {
      Known known = find(object);
      MonitoredThread me = known == null ? null : me();
      if (known != null && me != null && known.shadow != null) {
        me.lookedInto = known;
        if (isWrite) {
          known.shadow.write(variable, me, site);
        } else {
          known.shadow.read(variable, me, site);
        }
      } else {
        looksElsewhere();
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  private static void looksElsewhere() {
    if (anyKnown) {
      MonitoredThread me = RUNTIME.threads.peek(Thread.currentThread());
      if (me != null) {
        me.lookedInto = null;
      }
    }
  }

  /** The same for string buffers; builders have the same methods, but belong to one thread. */
  public static void readsBuffer(Object object, int variable, int site) {
    if (object instanceof StringBuffer) {
      reads(object, variable, site);
    }
  }

  public static void writesBuffer(Object object, int variable, int site) {
    if (object instanceof StringBuffer) {
      writes(object, variable, site);
    }
  }

  // ---- arrays ----

  public static void readsElement(@Nullable Object array, int index, int site) {
    range(array, index, 1, false, site);
  }

  public static void writesElement(@Nullable Object array, int index, int site) {
    range(array, index, 1, true, site);
  }

  /** {@code Arrays.copyOf}. */
  public static void copies(@Nullable Object array, int length, int site) {
    if (array != null) {
      range(array, 0, Math.min(length, Array.getLength(array)), false, site);
    }
  }

  public static void arraycopy(
      Object from, int start, Object to, int target, int length, int site) {
    range(from, start, length, false, site);
    range(to, target, length, true, Sites.next(site));
    System.arraycopy(from, start, to, target, length);
  }

  private static void range(
      @Nullable Object array, int start, int length, boolean isWrite, int site) {
    try {
      Known known = find(array);
      MonitoredThread me = known == null ? null : me();
      if (array != null && me != null) {
        me.lookedInto = array.getClass() == Object[].class ? null : known; // elements are no parts
        Hooks.range(array, start, length, isWrite, me, site);
      } else {
        looksElsewhere();
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  // ---- monitors and blocks ----

  public static void entered(Object object, int site) {
    try {
      MonitoredThread me = find(object) == null ? null : me();
      if (me != null) {
        me.acquire(object, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  public static void exits(Object object, int site) {
    try {
      MonitoredThread me = find(object) == null ? null : me();
      if (me != null) {
        me.release(object, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** A method begins that is meant to be atomic; it counts if its object or argument does. */
  public static void begins(Object object, @Nullable Object argument, int block) {
    try {
      MonitoredThread me = find(object) == null && find(argument) == null ? null : me();
      if (me != null) {
        OpenCalls open = me.openCalls;
        if (open == null) {
          open = new OpenCalls();
          me.openCalls = open;
        }
        open.push(object, block, me.enter(block));
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  public static void ends(Object object, int block) {
    try {
      MonitoredThread me = anyKnown ? RUNTIME.threads.peek(Thread.currentThread()) : null;
      OpenCalls open = me == null ? null : me.openCalls;
      int before = open == null ? -1 : open.pop(object, block);
      if (me != null && before >= 0) {
        me.endTo(before);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }
}
