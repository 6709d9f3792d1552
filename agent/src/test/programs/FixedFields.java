/** Fields that never change, which cost nothing, and fields that only look like it. */
final class FixedFields {
  private static final class Shelf {
    private Object shown;

    void show(Object object) {
      shown = object;
    }
  }

  /** Shows itself before it is finished. */
  private static final class Early {
    private int value;

    Early(Shelf shelf) { // VIOLATION FixedFields$Early.<init>
      shelf.show(this);
      Schedule.pause();
      value = 1;
    }
  }

  /** The other constructor has shown it already. */
  private static final class Delegating {
    private int value;

    private Delegating(Shelf shelf) {
      shelf.show(this);
    }

    private Delegating(Shelf shelf, int value) {
      this(shelf);
      Schedule.pause();
      this.value = value;
    }
  }

  static void delegate(Shelf shelf) { // VIOLATION FixedFields.delegate
    new Delegating(shelf, 1);
  }

  /** Writes first, but twice. */
  private static final class Looping {
    private int value;

    Looping(Shelf shelf) { // VIOLATION FixedFields$Looping.<init>
      for (int i = 0; i < 2; i++) {
        value = i;
        if (i == 0) {
          shelf.show(this);
          Schedule.pause();
        }
      }
    }
  }

  /** Writes another object's field. */
  private static final class Linked {
    private Linked next;

    Linked(Linked previous) {
      if (previous != null) {
        previous.next = this;
      }
    }
  }

  static void append(Linked first, boolean slow) { // VIOLATION FixedFields.append
    if (first.next == null) {
      if (slow) {
        Schedule.pause();
      }
      new Linked(first);
    }
  }

  /** Is written by the class around it alone. */
  private static final class Counted {
    private int count;
  }

  static void count(Counted counted, boolean slow) { // VIOLATION FixedFields.count
    int before = counted.count;
    if (slow) {
      Schedule.pause();
    }
    counted.count = before + 1;
  }

  /** Is written by others, through what extends it. */
  private static class Hidden {
    int number;
  }

  static final class Visible extends Hidden {}

  /** Never changes. */
  private static final class Point {
    private int x;
    int y;

    Point(int x, int y) {
      this.x = x;
      this.y = y;
    }

    Point plus(Point other) {
      return new Point(x + other.x, y + other.y);
    }
  }

  static int sum(Point start) {
    Point sum = start;
    for (int i = 0; i < 1000; i++) {
      sum = sum.plus(start);
    }
    return sum.x + sum.y;
  }

  public static void main(String[] args) {
    Shelf early = new Shelf();
    Schedule.between(() -> new Early(early), () -> print(((Early) early.shown).value));
    Shelf delegating = new Shelf();
    Schedule.between(
        () -> delegate(delegating), () -> print(((Delegating) delegating.shown).value));
    Shelf looping = new Shelf();
    Schedule.between(() -> new Looping(looping), () -> print(((Looping) looping.shown).value));
    Linked first = new Linked(null);
    Schedule.between(() -> append(first, true), () -> append(first, false));
    Counted counted = new Counted();
    Schedule.between(() -> count(counted, true), () -> count(counted, false));
    Visible visible = new Visible();
    Schedule.between(
        () -> FixedFieldsNeighbour.count(visible, true),
        () -> FixedFieldsNeighbour.count(visible, false));
    Point point = new Point(2, 3);
    Schedule.between(
        () -> {
          Schedule.pause();
          print(sum(point));
        },
        () -> print(sum(point)));
  }

  private static void print(int number) {
    System.out.println(number);
  }
}

/** Reaches a field of a class that it cannot name. */
final class FixedFieldsNeighbour {
  private FixedFieldsNeighbour() {}

  static void count(FixedFields.Visible visible, boolean slow) { // VIOLATION FixedFieldsNeighbour.count
    int before = visible.number;
    if (slow) {
      Schedule.pause();
    }
    visible.number = before + 1;
  }
}
