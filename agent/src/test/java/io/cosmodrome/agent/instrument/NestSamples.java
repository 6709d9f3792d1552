package io.cosmodrome.agent.instrument;

/** Classes for {@link NestTest}, in a nest without the test's constants. */
@SuppressWarnings("all") // fields and methods are here to be looked at, not to be used
final class NestSamples {
  private NestSamples() {}

  private static final class Point {
    private int x;
    int y;
    private volatile int shared;
    private int moves;

    Point(int x, int y) {
      this.x = x;
      this.y = y;
      this.shared = x;
      this.moves = 0;
    }

    int length() {
      return Math.abs(x) + Math.abs(y);
    }

    Point plus(Point other) {
      return new Point(x + other.x, y + other.y);
    }

    int next() {
      return ++moves;
    }

    int nextLength() {
      return next() + length();
    }
  }

  private static final class Vector {
    int x;

    Vector(int x) {
      this.x = x;
    }

    Vector plus(Vector other) {
      return new Vector(x + other.x);
    }

    int sum(Vector other) {
      return plus(other).x;
    }
  }

  /** Its field may be meant by a constant of the same name. */
  private static final class Named {
    private int reflected;
    private int unnamed;

    String name() {
      return "reflected";
    }
  }

  private static class Base {
    int open;
    private int closed;
  }

  private static final class Extended extends Base {
    private int own;
  }

  /** Package-private: classes that are not in this file may write its fields. */
  static final class Visible {
    int open;
    private int closed;
  }

  /** Something runs before its first use. */
  private static final class Initialized {
    private static final Object LIMIT = new Object();
    private static int count;

    int limit() {
      return LIMIT == null ? 0 : twice(1);
    }

    static int twice(int number) {
      return 2 * number;
    }

    int count() {
      return count;
    }

    int ofOther() {
      return Other.SIZE.length;
    }
  }

  private static final class Other {
    static final int[] SIZE = {1};
  }

  private static final class Calls {
    private String name;

    Calls(String name) {
      this.name = name;
    }

    int check(int index) {
      if (index < 0) {
        throw new IllegalArgumentException(name);
      }
      return Integer.bitCount(index) + name.length();
    }

    int code(String text) {
      java.util.Objects.requireNonNull(text, "text");
      return text.equals(name) && getClass() == Calls.class ? 1 : text.hashCode();
    }

    String text(Object object) {
      return String.valueOf(object);
    }

    int parsed(CharSequence digits) {
      return Integer.parseInt(digits, 0, 1, 10);
    }

    boolean property() {
      return Boolean.getBoolean("none");
    }

    Object required(Object object) {
      return java.util.Objects.requireNonNull(object, () -> "none");
    }
  }

  /** The constructor of its superclass calls this class back. */
  private static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static int count;

    Failure() {
      super("failed");
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      count++;
      return this;
    }
  }
}
