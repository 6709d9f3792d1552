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
}
