import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** A handle for a field and the field itself are one variable; so are elements of arrays. */
final class VarHandles {
  private static final VarHandle COUNT;
  private static final VarHandle NAME;
  private static final VarHandle SHARED;
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
  private static final VarHandle CONSTANT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "constant", VarHandle.class, VarHandles.class, int.class);
  private static final VarHandle SHARED_CONSTANT =
      ConstantBootstraps.staticFieldVarHandle(
          MethodHandles.lookup(), "sharedConstant", VarHandle.class, VarHandles.class, int.class);
  private static final AtomicIntegerFieldUpdater<VarHandles> STATE =
      AtomicIntegerFieldUpdater.newUpdater(VarHandles.class, "state");
  private static final AtomicReferenceFieldUpdater<VarHandles, String> TEXT =
      AtomicReferenceFieldUpdater.newUpdater(VarHandles.class, String.class, "text");

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      COUNT = lookup.findVarHandle(VarHandles.class, "count", int.class);
      NAME = lookup.findVarHandle(VarHandles.class, "name", String.class);
      SHARED = lookup.findStaticVarHandle(VarHandles.class, "shared", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static volatile long shared;
  private static volatile int sharedConstant;
  private volatile int count;
  private volatile int constant;
  private volatile String name = "";
  private volatile int state;
  private volatile String text = "";
  private final int[] array = new int[4];

  void readThenGetAndAdd() { // VIOLATION VarHandles.readThenGetAndAdd
    int old = count;
    Schedule.pause();
    old += (int) COUNT.getAndAdd(this, 1);
  }

  void readThenExchange() { // VIOLATION VarHandles.readThenExchange
    String old = name;
    Schedule.pause();
    String found = (String) NAME.compareAndExchange(this, "other", old);
  }

  void staticTwice() { // VIOLATION VarHandles.staticTwice
    long old = (long) SHARED.getVolatile();
    Schedule.pause();
    SHARED.setVolatile(old + 1L);
  }

  void constantHandle() { // VIOLATION VarHandles.constantHandle
    int old = constant;
    Schedule.pause();
    CONSTANT.setVolatile(this, old + 1);
  }

  void staticConstantHandle() { // VIOLATION VarHandles.staticConstantHandle
    int old = sharedConstant;
    Schedule.pause();
    SHARED_CONSTANT.setVolatile(old + 1);
  }

  void elementTwice() { // VIOLATION VarHandles.elementTwice
    int old = (int) ELEMENT.getAcquire(array, 2);
    Schedule.pause();
    array[2] = old + 1;
  }

  void otherElement() { // clean
    int old = (int) ELEMENT.getAcquire(array, 1);
    Schedule.pause();
    ELEMENT.setRelease(array, 1, old + 1);
  }

  void otherObject() { // clean
    int old = count;
    Schedule.pause();
    COUNT.set(this, old + 1);
  }

  void updater() { // VIOLATION VarHandles.updater
    int old = state;
    Schedule.pause();
    STATE.compareAndSet(this, 3, old);
  }

  void textUpdater() { // VIOLATION VarHandles.textUpdater
    String old = TEXT.get(this);
    Schedule.pause();
    text = old;
  }

  /** Clean, however often it tries. */
  int next() {
    int old;
    do {
      old = count;
    } while (!COUNT.weakCompareAndSet(this, old, old + 1));
    return old;
  }

  public static void main(String[] args) throws InterruptedException {
    VarHandles v = new VarHandles();
    VarHandles other = new VarHandles();
    Schedule.between(v::readThenGetAndAdd, () -> v.count = 5);
    Schedule.between(v::readThenExchange, () -> NAME.setVolatile(v, "other"));
    Schedule.between(v::staticTwice, () -> shared = 7);
    Schedule.between(v::constantHandle, () -> v.constant = 3);
    Schedule.between(v::staticConstantHandle, () -> sharedConstant = 4);
    Schedule.between(v::elementTwice, () -> ELEMENT.setVolatile(v.array, 2, 9));
    Schedule.between(v::otherElement, () -> v.array[3] = 1);
    Schedule.between(v::otherObject, () -> COUNT.setVolatile(other, 1));
    Schedule.between(v::updater, () -> STATE.set(v, 3));
    Schedule.between(v::textUpdater, () -> TEXT.lazySet(v, "new"));
    System.out.println(v.constant + sharedConstant);
    System.out.println(v.count + v.name + shared + v.array[2] + v.state + v.text);
    try {
      COUNT.set((VarHandles) null, 1);
    } catch (NullPointerException e) {
      System.out.println("null");
    }
    Thread[] threads = new Thread[3];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread(
              () -> {
                for (int n = 0; n < 20000; n++) {
                  other.next();
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(other.count);
  }
}
