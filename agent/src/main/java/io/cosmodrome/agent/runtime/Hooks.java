package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.DontInline;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What instrumented code calls. Small static methods that the JIT inlines, each with a fast way
 * out.
 *
 * <p>Nothing of ours is thrown from here; hooks that stand for a call of the program throw what
 * that call throws.
 */
public final class Hooks {
  /** Begins the name of every member that the agent adds to a class. */
  public static final String PREFIX = "$cosmodrome$";

  // final, so that compiled code has them as constants
  private static final InlineRuntime RUNTIME = InlineRuntime.installed();
  private static final @Nullable MonitoredThread[] TABLE = RUNTIME.threads.table;
  private static final Object[] LOCKS = new Object[1024]; // of variables, by their objects

  static {
    Arrays.setAll(LOCKS, i -> new Object());
  }

  private Hooks() {}

  /** What the members that belong to a field have in their names. */
  public static String mangled(String field, String descriptor) {
    return field
        + '$'
        + descriptor.replace('/', '_').replace(';', '_').replace('[', '_').replace('.', '_');
  }

  /**
   * The thread that runs, if it is at its place in the table. One byte too long for C1 to inline it
   * ({@link Threads#position} is written out), so that C1's frames stay short.
   */
  public static @Nullable MonitoredThread known() {
    Thread thread = Thread.currentThread();
    MonitoredThread me = TABLE[(int) thread.getId() & (Threads.SIZE - 1)];
    return me != null && me.owner == thread ? me : null;
  }

  /** The thread that runs. */
  @DontInline
  public static MonitoredThread me() {
    MonitoredThread me = known();
    return me != null ? me : RUNTIME.threads.find(Thread.currentThread());
  }

  /** The runtime's lock; to be asked for right before it is taken. */
  public static Object lock() {
    Pins.pin();
    return RUNTIME.lock;
  }

  /** What the slow paths of accessors hold, for the fields of an object; likewise. */
  public static Object lock(Object object) {
    return lock(System.identityHashCode(object));
  }

  /** The same for the static fields of a class, by a number of its own. */
  public static Object lock(int owner) {
    Pins.pin();
    return LOCKS[owner & (LOCKS.length - 1)];
  }

  /** They do not any more. */
  public static void unlocked() {
    Pins.unpin();
  }

  // ---- volatile variables, or all of them with strict=true ----

  public static void hold(@Nullable Object object, MonitoredThread me) {
    if (object != null) {
      if (MonitoredThread.RECORDS) {
        me.reserve(); // whoever holds a stripe must not wait
      }
      RUNTIME.stripes.hold(System.identityHashCode(object), me);
    }
  }

  public static void hold(int variable, MonitoredThread me) {
    if (MonitoredThread.RECORDS) {
      me.reserve();
    }
    RUNTIME.stripes.hold(variable, me);
  }

  /** For an element of an array, unless the access will throw: then nobody would let go. */
  public static void hold(@Nullable Object array, int index, MonitoredThread me) {
    if (array != null && index >= 0 && index < Array.getLength(array)) {
      hold(array, me);
    }
  }

  /** For an element that gets a value, unless that will throw. */
  public static void hold(
      @Nullable Object array, int index, @Nullable Object value, MonitoredThread me) {
    if (array != null && (value == null || array.getClass().getComponentType().isInstance(value))) {
      hold(array, index, me);
    }
  }

  public static void letGo(MonitoredThread me) {
    RUNTIME.stripes.release(me);
  }

  // ---- monitors ----

  public static void acquire(Object object, MonitoredThread me, int site) {
    me.acquire(object, site);
  }

  /** A monitor was entered that begins a block; returns how many blocks were open before. */
  public static int acquire(Object object, MonitoredThread me, int site, int block) {
    int before = me.enter(block);
    me.acquire(object, site);
    return before;
  }

  public static void release(@Nullable Object object, MonitoredThread me, int site) {
    if (object != null) {
      me.release(object, site);
    }
  }

  public static void await(Object object, MonitoredThread me, int site)
      throws InterruptedException {
    await(object, 0, 0, me, site);
  }

  public static void await(Object object, long millis, MonitoredThread me, int site)
      throws InterruptedException {
    await(object, millis, 0, me, site);
  }

  @SuppressWarnings("WaitNotInLoop") // the program's business
  public static void await(Object object, long millis, int nanos, MonitoredThread me, int site)
      throws InterruptedException {
    int depth = Thread.holdsLock(object) ? me.releaseAll(object, site) : 0;
    try {
      if (nanos == 0) {
        object.wait(millis);
      } else {
        object.wait(millis, nanos);
      }
    } finally {
      me.acquireAgain(object, depth, Sites.next(site));
    }
  }

  // ---- threads ----

  public static void start(@Nullable Object thread, MonitoredThread me, int site) {
    if (thread instanceof Thread child && child.getState() == Thread.State.NEW) {
      me.fork(child, site);
    }
  }

  public static void join(Thread thread, MonitoredThread me, int site) throws InterruptedException {
    me.setAway(true);
    try {
      thread.join();
    } finally {
      me.setAway(false);
    }
    joined(thread, me, site);
  }

  public static void join(Thread thread, long millis, MonitoredThread me, int site)
      throws InterruptedException {
    me.setAway(true);
    try {
      thread.join(millis);
    } finally {
      me.setAway(false);
    }
    joined(thread, me, site);
  }

  public static void join(Thread thread, long millis, int nanos, MonitoredThread me, int site)
      throws InterruptedException {
    me.setAway(true);
    try {
      thread.join(millis, nanos);
    } finally {
      me.setAway(false);
    }
    joined(thread, me, site);
  }

  /** {@code Thread.join(Duration)}, which is younger than the oldest JDK we run on. */
  public static boolean join(Thread thread, Duration time, MonitoredThread me, int site)
      throws InterruptedException {
    if (thread.getState() == Thread.State.NEW) {
      throw new IllegalThreadStateException("Thread not started");
    }
    long millis = time.toMillis();
    int nanos = time.minusMillis(millis).toNanosPart();
    if (millis > 0 || nanos > 0) {
      thread.join(Math.max(millis, 0), nanos);
    } else if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    joined(thread, me, site);
    return !thread.isAlive();
  }

  private static void joined(Thread thread, MonitoredThread me, int site) {
    if (!thread.isAlive()) {
      try {
        me.join(thread, site);
      } catch (Throwable failure) {
        RUNTIME.failed(failure);
      }
    }
  }

  /** {@code isAlive} that says no is as good as a join. */
  public static boolean isAlive(Thread thread, MonitoredThread me, int site) {
    boolean alive = thread.isAlive();
    if (!alive) {
      joined(thread, me, site);
    }
    return alive;
  }

  /** So is the state of a thread that is over. */
  public static Thread.State getState(Thread thread, MonitoredThread me, int site) {
    Thread.State state = thread.getState();
    if (state == Thread.State.TERMINATED) {
      joined(thread, me, site);
    }
    return state;
  }

  // ---- the end ----

  public static void halt(Runtime jvm, int status, MonitoredThread me, int site) {
    RUNTIME.halts();
    jvm.halt(status);
  }

  // ---- arrays ----

  /** What a local variable for a view holds at first. */
  public static ArrayView noView() {
    return ArrayView.NONE;
  }

  /**
   * The running thread's view of an array, given the array and the view that the same place had
   * before.
   */
  public static ArrayView view(
      @Nullable Object array, @Nullable Object arrayBefore, ArrayView before, MonitoredThread me) {
    return array == arrayBefore ? before : view(array, me);
  }

  /** The running thread's view of an array; what is no array has one that remembers nothing. */
  public static ArrayView view(@Nullable Object array, MonitoredThread me) {
    if (array == null || !array.getClass().isArray()) {
      return ArrayView.NONE;
    }
    try {
      return me.recent.viewOf(array);
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
      return ArrayView.NONE;
    }
  }

  /** The words to mark reads in blindly, or null; see {@link ArrayView}. */
  @DontInline
  public static long @Nullable [] ownReads(ArrayView view) {
    return view.ownReads();
  }

  /** The words to mark writes in blindly, or null. */
  @DontInline
  public static long @Nullable [] ownWrites(ArrayView view) {
    return view.ownWrites();
  }

  /** The words to mark reads in blindly, from one element to another, or null. */
  @DontInline
  public static long @Nullable [] ownReads(ArrayView view, int first, int last) {
    try {
      return view.ownReads(first, last);
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
      return null;
    }
  }

  /** The words to mark writes in blindly, from one element to another, or null. */
  @DontInline
  public static long @Nullable [] ownWrites(ArrayView view, int first, int last) {
    try {
      return view.ownWrites(first, last);
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
      return null;
    }
  }

  /**
   * Marks what a loop has accessed, in words to mark blindly.
   *
   * @param first the index of the first turn
   * @param stride what each turn added to it
   * @param more how many turns more there seem to be, if there were any
   */
  @DontInline
  public static void sweep(
      ArrayView view,
      long[] words,
      boolean areWrites,
      int first,
      int stride,
      int turns,
      int more,
      MonitoredThread me,
      int site) {
    try {
      view.sweep(words, areWrites, first, stride, turns > 0 ? turns + more : 0, me, site);
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** {@code clone()} of an array: reads all of it. */
  public static void readAll(@Nullable Object array, MonitoredThread me, int site) {
    if (array != null) {
      access(array, 0, Array.getLength(array), false, me, site);
    }
  }

  public static void arraycopy(
      Object from, int start, Object to, int target, int length, MonitoredThread me, int site) {
    if (isRange(from, start, length) && isRange(to, target, length)) {
      access(from, start, length, false, me, site);
      access(to, target, length, true, me, Sites.next(site));
    }
    System.arraycopy(from, start, to, target, length);
  }

  /** The same where nobody else can have the target yet: then only the source is told. */
  public static void copyToFresh(
      Object from, int start, Object to, int target, int length, MonitoredThread me, int site) {
    if (isRange(from, start, length) && isRange(to, target, length)) {
      access(from, start, length, false, me, site);
    }
    System.arraycopy(from, start, to, target, length);
  }

  private static boolean isRange(@Nullable Object array, int start, int length) {
    return array != null
        && array.getClass().isArray()
        && start >= 0
        && length >= 0
        && start <= Array.getLength(array) - length;
  }

  /** A range of an array, unless it is out of bounds: then the access itself will throw. */
  static void range(
      Object array, int start, int length, boolean isWrite, MonitoredThread me, int site) {
    if (isRange(array, start, length)) {
      access(array, start, length, isWrite, me, site);
    }
  }

  private static void access(
      Object array, int start, int length, boolean isWrite, MonitoredThread me, int site) {
    ArrayView view = view(array, me);
    try {
      if (RUNTIME.wholeArrays) {
        view.accessRange(isWrite, 0, Math.min(length, 1), me, site);
      } else {
        view.accessRange(isWrite, start, length, me, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  // ---- reflection: the program does not see what we added ----

  public static Field[] visible(Field[] fields) {
    return Arrays.stream(fields).filter(Hooks::isVisible).toArray(Field[]::new);
  }

  public static Method[] visible(Method[] methods) {
    return Arrays.stream(methods).filter(Hooks::isVisible).toArray(Method[]::new);
  }

  private static boolean isVisible(Member member) {
    return !member.isSynthetic()
        || !(member.getName().startsWith(PREFIX) || member.getName().equals("serialVersionUID"));
  }
}
