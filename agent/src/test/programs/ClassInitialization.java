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

  enum Kind {
    SMALL,
    LARGE
  }

  static final class Settings {
    int level = 3; // changes later, so it is watched

    void raise() {
      level++;
    }
  }

  static final class Tables {
    static final int[] SQUARES = new int[4];
    static final Settings SETTINGS = settings();
    static int count = 5;

    static {
      for (int i = 0; i < SQUARES.length; i++) {
        SQUARES[i] = i * i;
      }
    }

    private static Settings settings() {
      Settings settings = new Settings();
      settings.raise();
      return settings;
    }
  }

  /** A class that another thread has initialized meanwhile is as good as one that always was. */
  static int fourth() {
    use();
    Schedule.pause();
    return Tables.SQUARES[2] + Tables.SETTINGS.level + Tables.count + Kind.values().length;
  }

  static int fifth(Kind kind) {
    use();
    Schedule.pause();
    return switch (kind) {
      case SMALL -> 1;
      case LARGE -> 2;
    };
  }

  static int sixth() { // VIOLATION ClassInitialization.sixth
    use();
    Schedule.pause();
    return Tables.SETTINGS.level;
  }

  static void useTables() {
    use();
    System.out.println(Tables.SQUARES[3] + Kind.values().length);
  }

  static void useKind() {
    use();
    System.out.println(other(Kind.LARGE));
  }

  private static int other(Kind kind) {
    return switch (kind) {
      case SMALL -> 3;
      case LARGE -> 4;
    };
  }

  static void change() {
    use();
    Tables.SETTINGS.raise();
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
    Schedule.between(() -> System.out.println(fourth()), ClassInitialization::useTables);
    Schedule.between(
        () -> System.out.println(fifth(Kind.SMALL)), ClassInitialization::useKind);
    Schedule.between(() -> System.out.println(sixth()), ClassInitialization::change);
    Thread initializing = Schedule.start(() -> System.out.println(Slow.value), "initializing");
    Schedule.await(1);
    if (Slow.value != 2) {
      System.out.println("not initialized");
    }
    Schedule.join(initializing);
  }
}
