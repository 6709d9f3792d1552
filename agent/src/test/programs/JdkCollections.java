import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.Vector;

/**
 * Methods of the JDK's own collections that are not atomic although they are synchronized, and
 * collections that are shared without synchronization. // OPTIONS ,jdk=collections
 */
final class JdkCollections {
  private JdkCollections() {}

  // ---- in the JDK ----

  /** A vector during whose toArray another thread comes in. */
  static final class SlowVector extends Vector<String> {
    private static final long serialVersionUID = 1L;

    SlowVector(Collection<String> elements) {
      super(elements);
    }

    @Override
    public Object[] toArray() {
      Object[] elements = super.toArray();
      Schedule.pause();
      return elements;
    }
  }

  /** What is added was read before the other thread came, and it is added after. */
  private static void addAll() { // VIOLATION java.util.Vector.addAll
    Vector<String> left = new Vector<>(List.of("left"));
    SlowVector right = new SlowVector(List.of("right"));
    Schedule.between(
        () -> left.addAll(right),
        () -> {
          right.add("late");
          left.add("early");
        });
    System.out.println(left + " " + right);
  }

  /** An element whose comparison takes a while, once. */
  static final class Element {
    private static boolean slow;

    @Override
    public boolean equals(Object other) {
      if (slow) {
        slow = false;
        Schedule.pause();
      }
      return other instanceof Element;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  private static void change(List<Object> list) {
    list.set(0, 1);
    list.set(1, 1);
  }

  private static void compare() { // VIOLATION java.util.Collections$SynchronizedList.equals
    List<Object> left = Collections.synchronizedList(new ArrayList<>());
    List<Object> right = Collections.synchronizedList(new ArrayList<>());
    Collections.addAll(left, new Element(), 1);
    Collections.addAll(right, new Element(), 2);
    Element.slow = true;
    Schedule.between(() -> left.equals(right), () -> change(right));
  }

  private static void containsAll() {
    // VIOLATION java.util.Collections$SynchronizedCollection.containsAll
    Collection<Object> left = Collections.synchronizedCollection(new ArrayList<>());
    List<Object> right = Collections.synchronizedList(new LinkedList<>());
    Collections.addAll(left, new Element(), 1);
    Collections.addAll(right, new Element(), 2);
    Element.slow = true;
    Schedule.between(() -> left.containsAll(right), () -> change(right));
  }

  /** A key that takes a while to be put anywhere, once. */
  static final class Key {
    private boolean slow;

    @Override
    public int hashCode() {
      if (slow) {
        slow = false;
        Schedule.pause();
      }
      return 2;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }
  }

  private static void putAll() { // VIOLATION java.util.Hashtable.putAll
    Key first = new Key();
    Key second = new Key();
    Hashtable<Key, Integer> from = new Hashtable<>();
    from.put(second, 0);
    from.put(first, 0);
    first.slow = true;
    Hashtable<Key, Integer> to = new Hashtable<>();
    Schedule.between(
        () -> to.putAll(from),
        () -> {
          from.replace(first, 1);
          from.replace(second, 1);
        });
    System.out.println(to.size());
  }

  /** Appends a buffer that another thread empties and fills, until it is caught in between. */
  private static void append() { // VIOLATION java.lang.StringBuffer.append
    StringBuffer shared = new StringBuffer();
    Thread other =
        Schedule.start(
            () -> {
              while (!Thread.interrupted()) {
                shared.setLength(0);
                shared.append("x".repeat(20_000));
              }
            },
            "fills");
    boolean cameBetween = false;
    for (int i = 0; i < 1_000_000 && !cameBetween; i++) {
      try {
        new StringBuffer(1).append(shared);
      } catch (IndexOutOfBoundsException e) {
        cameBetween = true; // between asking for the length and copying as much
      }
    }
    other.interrupt();
    Schedule.join(other);
  }

  // ---- in the program ----

  private static final class Shared {
    private final List<String> list = new ArrayList<>(List.of("a", "b"));
    private final Map<String, Integer> map = new HashMap<>();
    private final Map<String, Integer> sorted = new TreeMap<>();
    private final Map<String, Integer> recent = new LinkedHashMap<>(8, 0.75f, true);
    private final Vector<String> vector = new Vector<>();
    private final StringBuffer buffer = new StringBuffer("text");
    private final List<String> safe = Collections.synchronizedList(new ArrayList<>());

    void addIfAbsent() { // VIOLATION JdkCollections$Shared.addIfAbsent
      if (!vector.contains("moon")) {
        Schedule.pause();
        vector.add("moon");
      }
    }

    void swap() { // VIOLATION JdkCollections$Shared.swap
      String first = list.get(0);
      Schedule.pause();
      list.set(0, list.get(1));
      list.set(1, first);
    }

    void count() { // VIOLATION JdkCollections$Shared.count
      int before = map.getOrDefault("moon", 0);
      Schedule.pause();
      map.put("moon", before + 1);
    }

    void countSorted() { // VIOLATION JdkCollections$Shared.countSorted
      int before = sorted.get("moon");
      Schedule.pause();
      sorted.put("moon", before + 1);
    }

    void lookTwice() { // VIOLATION JdkCollections$Shared.lookTwice
      recent.get("moon");
      Schedule.pause();
      recent.get("moon");
    }

    void appendTwice() { // VIOLATION JdkCollections$Shared.appendTwice
      buffer.append("one");
      Schedule.pause();
      buffer.append("two");
    }

    void lastOf() { // VIOLATION JdkCollections$Shared.lastOf
      int size = safe.size();
      Schedule.pause();
      safe.get(size - 1);
    }
  }

  public static void main(String[] args) {
    addAll();
    compare();
    containsAll();
    putAll();
    append();
    Shared s = new Shared();
    s.sorted.put("moon", 1);
    s.recent.putAll(Map.of("moon", 1, "sun", 2));
    s.safe.addAll(Arrays.asList("a", "b"));
    Schedule.between(s::addIfAbsent, () -> s.vector.add("moon"));
    Schedule.between(s::swap, () -> s.list.set(0, "c"));
    Schedule.between(s::count, () -> s.map.put("moon", 5));
    Schedule.between(s::countSorted, () -> s.sorted.put("moon", 5));
    Schedule.between(s::lookTwice, () -> s.recent.get("sun"));
    Schedule.between(s::appendTwice, () -> s.buffer.append("three"));
    Schedule.between(s::lastOf, () -> s.safe.add("c"));
    System.out.println(s.list + " " + s.map + " " + s.sorted + " " + s.buffer + " " + s.vector);
  }
}
