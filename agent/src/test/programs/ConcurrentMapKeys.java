import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Each call of a concurrent map is atomic, two with the same key are not. */
final class ConcurrentMapKeys {
  private final ConcurrentMap<String, Integer> map = new ConcurrentHashMap<>();
  private final Map<Integer, String> plain = new ConcurrentHashMap<>();

  void getThenPut(String key) { // VIOLATION ConcurrentMapKeys.getThenPut
    Integer old = map.get(key);
    Schedule.pause();
    map.put(key, old == null ? 1 : old + 1);
  }

  void containsThenPut(int key) { // VIOLATION ConcurrentMapKeys.containsThenPut
    boolean there = plain.containsKey(key);
    Schedule.pause();
    plain.put(key, "there " + there);
  }

  void otherKey(String key) { // clean
    Integer old = map.get(key);
    Schedule.pause();
    map.put(key, old == null ? 1 : old + 1);
  }

  void cached(String key) { // clean: the key is there, so nobody writes
    Integer first = map.computeIfAbsent(key, String::length);
    Schedule.pause();
    map.putIfAbsent(key, first);
  }

  void merge(String key) { // clean: one call
    map.merge(key, 1, Integer::sum);
    Schedule.pause();
  }

  void local(int size) { // clean, and not concurrent
    Map<Integer, Integer> squares = new HashMap<>();
    for (int i = 0; i < size; i++) {
      squares.merge(i % 10, i * i, Integer::sum);
    }
    System.out.println(squares.get(3));
  }

  public static void main(String[] args) throws InterruptedException {
    ConcurrentMapKeys m = new ConcurrentMapKeys();
    Schedule.between(() -> m.getThenPut("a"), () -> m.map.put("a", 5));
    Schedule.between(() -> m.containsThenPut(1000), () -> m.plain.put(1000, "x"));
    Schedule.between(() -> m.otherKey("b"), () -> m.map.put("c", 5));
    m.map.put("four", 4);
    Schedule.between(
        () -> m.cached("four"), () -> m.map.computeIfAbsent("four", String::length));
    Schedule.between(() -> m.merge("d"), () -> m.map.merge("d", 1, Integer::sum));
    m.local(100);
    System.out.println(m.map.get("a") + " " + m.plain.get(1000) + " " + m.map.get("d"));
  }
}
