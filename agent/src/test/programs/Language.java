import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** What the language has to offer works as without the agent. */
final class Language {
  private static int statics;
  private long wide;
  private double real;
  private boolean flag;
  private byte small;
  private char letter;
  private String[] texts = {"a", "b"};

  static {
    statics = 40;
    statics += 2;
  }

  interface Shape {
    int sides();

    default String describe() {
      return "a shape with " + sides() + " sides";
    }

    static Shape of(int sides) {
      return () -> sides;
    }
  }

  record Point(int x, int y) {
    static int made;

    Point {
      if (x < 0) {
        throw new IllegalArgumentException("x");
      }
      made++;
    }

    double length() {
      return Math.sqrt(x * x + y * y);
    }
  }

  enum Color {
    RED,
    GREEN {
      @Override
      String nice() {
        return "like grass";
      }
    };

    int used;

    String nice() {
      used++;
      return name().toLowerCase();
    }
  }

  static class Base {
    protected int inherited = 1;
    Base next;

    Base(int x) {
      inherited += x;
      init();
    }

    void init() {
      inherited *= 2;
    }
  }

  static final class Derived extends Base {
    private int own = 5;
    private final List<String> log = new ArrayList<>();
    private int[] data;

    Derived(boolean b) {
      super(b ? new Base(2).inherited : new int[] {7, 8}[1]);
      own += inherited;
      data = new int[] {own, inherited};
      log.add("made " + own);
    }

    Derived() {
      this(true);
      own++;
    }

    @Override
    void init() {
      inherited += own + 100;
    }
  }

  final class Inner {
    private int value = ++small;

    int outer() {
      return value + small;
    }
  }

  static String choose(String text) {
    return switch (text) {
      case "one", "Aa", "BB" -> "1";
      case "two" -> {
        statics++;
        yield "2";
      }
      default -> text.isEmpty() ? "none" : "many";
    };
  }

  int loops() {
    int sum = 0;
    outer:
    for (int i = 0; i < 10; i++) {
      for (int j = 0; ; j++) {
        if (j == i) {
          continue outer;
        }
        if (i * j > 40) {
          break outer;
        }
        sum += i * j;
        wide += sum;
        real += wide * 0.5;
        flag = !flag;
        small++;
        letter = (char) ('a' + small % 26);
        texts[j & 1] += letter;
      }
    }
    return sum;
  }

  <T> T generic(Supplier<? extends T> supplier) {
    return supplier.get();
  }

  private void all() {
    System.out.println(Shape.of(3).describe() + " " + new Point(3, 4).length() + Point.made);
    for (Color color : Color.values()) {
      switch (color) {
        case RED -> System.out.println("red " + color.nice());
        case GREEN -> System.out.println("green " + color.nice());
      }
    }
    Derived derived = new Derived();
    derived.next = new Base(1);
    derived.next.next = derived;
    System.out.println(derived.own + " " + derived.inherited + " " + derived.log);
    System.out.println(derived.next.next.inherited++ + ++derived.next.inherited);
    System.out.println(Arrays.toString(derived.data) + new Inner().outer());
    for (String text : new String[] {"one", "two", "", "BB", "Cc"}) {
      System.out.print(choose(text) + " ");
    }
    System.out.println(loops() + " " + wide + " " + real + flag + small + letter + texts[0]);
    int[] captured = {1};
    IntSupplier next = () -> captured[0]++ + statics;
    System.out.println(next.getAsInt() + generic(() -> "x" + next.getAsInt()));
    long[][] grid = new long[3][4];
    grid[1][2] += 5;
    grid[1][2] <<= 2;
    grid[2] = grid[1].clone();
    System.out.println(Arrays.deepToString(grid));
    try {
      new Point(-1, 0);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    Object lock = new Object() {
      int x = 3;

      @Override
      public synchronized String toString() {
        return "anonymous " + x++;
      }
    };
    System.out.println(lock + " " + lock);
    try {
      Language nothing = small > 200 ? this : null;
      nothing.wide++;
    } catch (NullPointerException e) {
      System.out.println(e.getMessage());
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Language program = new Language();
    program.all();
    Thread thread = new Thread(program::all);
    thread.start();
    thread.join();
    System.out.println(statics + " " + Point.made);
  }
}
