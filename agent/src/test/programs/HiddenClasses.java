import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.function.IntUnaryOperator;

/**
 * Hidden classes, which the JVM shows to no agent, work with classes that are instrumented, also as
 * members of their nest; and so do sealed types and records.
 */
public final class HiddenClasses {
  private int total;

  private void add(int number, boolean slow) {
    int before = total;
    if (slow) {
      Schedule.pause();
    }
    total = before + number;
  }

  void addOne(boolean slow) { // VIOLATION HiddenClasses.addOne
    add(1, slow);
  }

  /** Is defined once more, hidden. */
  static final class Adding implements IntUnaryOperator {
    private int calls;

    @Override
    public int applyAsInt(int number) {
      HiddenClasses object = new HiddenClasses();
      object.add(number, false); // private
      return object.total + ++calls;
    }
  }

  sealed interface Shape permits Circle, Square {}

  record Circle(int radius) implements Shape {}

  record Square(int side) implements Shape {
    private static int made;

    Square {
      made++;
    }
  }

  private static int area(Shape shape) {
    return shape instanceof Circle circle
        ? 3 * circle.radius() * circle.radius()
        : ((Square) shape).side() * Square.made;
  }

  private static IntUnaryOperator hidden() throws IOException, ReflectiveOperationException {
    try (InputStream in = HiddenClasses.class.getResourceAsStream("HiddenClasses$Adding.class")) {
      Class<?> type =
          MethodHandles.lookup()
              .defineHiddenClass(in.readAllBytes(), true, MethodHandles.Lookup.ClassOption.NESTMATE)
              .lookupClass();
      System.out.println(type.isHidden());
      return (IntUnaryOperator) type.getDeclaredConstructor().newInstance();
    }
  }

  public static void main(String[] args) throws Exception {
    IntUnaryOperator operator = hidden();
    HiddenClasses shared = new HiddenClasses();
    Schedule.between(() -> shared.addOne(true), () -> shared.addOne(false));
    Schedule.between(
        () -> {
          System.out.println(operator.applyAsInt(3) + area(new Circle(2)));
          Schedule.pause();
        },
        () -> System.out.println(operator.applyAsInt(4) + area(new Square(5))));
    System.out.println(shared.total);
  }
}
