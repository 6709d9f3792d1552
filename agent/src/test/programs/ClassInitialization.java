/**
 * The initialization of a class is no part of the block that is the first to need the class, and
 * nothing of ours is held while it lasts.
 */
final class ClassInitialization {
  private static final Object LOCK = new Object();
  private static int uses;

  static void use() {
    synchronized (LOCK) {
      uses++;
    }
  }

  static final class Lazy {
    static int value;

    static {
      use();
      value = uses;
    }
  }

  static final class Failing {
    static int value;

    static {
      use();
      if (uses > 0) {
        throw new IllegalStateException("expected");
      }
    }
  }

  /** Would not be atomic if what the initializers do with the lock were its own doing. */
  static int first() {
    use();
    Schedule.pause();
    return Lazy.value;
  }

  static String second() {
    use();
    Schedule.pause();
    try {
      return "" + Failing.value;
    } catch (ExceptionInInitializerError e) {
      return e.getCause().getMessage();
    }
  }

  /** Both before the class is needed: still one block. */
  static int third() { // VIOLATION ClassInitialization.third
    use();
    Schedule.pause();
    use();
    return After.value;
  }

  static final class After {
    static int value = uses;
  }

  static final class Slow {
    static volatile int value = 1;

    static {
      Schedule.reach(1);
      // long enough for the other thread to come to its access, which waits inside of the JVM
      long end = System.nanoTime() + 200_000_000;
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      value = 2;
    }
  }

  public static void main(String[] args) {
    Schedule.between(() -> System.out.println(first()), ClassInitialization::use);
    Schedule.between(() -> System.out.println(second()), ClassInitialization::use);
    Schedule.between(() -> System.out.println(third()), ClassInitialization::use);
    Thread initializing = Schedule.start(() -> System.out.println(Slow.value), "initializing");
    Schedule.await(1);
    if (Slow.value != 2) {
      System.out.println("not initialized");
    }
    Schedule.join(initializing);
  }
}
