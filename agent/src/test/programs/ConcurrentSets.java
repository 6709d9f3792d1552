import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;

/** Elements of concurrent sets, lists and sorted maps are variables; others do not matter. */
final class ConcurrentSets {
  private enum Colour {
    RED,
    BLUE
  }

  private final Set<Object> hashed = ConcurrentHashMap.newKeySet();
  private final ConcurrentSkipListSet<String> sorted = new ConcurrentSkipListSet<>();
  private final Set<String> copied = new CopyOnWriteArraySet<>();
  private final CopyOnWriteArrayList<String> list = new CopyOnWriteArrayList<>();
  private final Map<Object, Integer> map = new ConcurrentSkipListMap<>();
  private final Map<Object, Integer> cache = new ConcurrentHashMap<>();

  void addToHashed(Object element) { // VIOLATION ConcurrentSets.addToHashed
    if (!hashed.contains(element)) {
      Schedule.pause();
      hashed.add(element);
    }
  }

  void addToSorted() { // VIOLATION ConcurrentSets.addToSorted
    if (!sorted.contains("moon")) {
      Schedule.pause();
      sorted.add("moon");
    }
  }

  void addToCopied() { // VIOLATION ConcurrentSets.addToCopied
    if (!copied.contains("moon")) {
      Schedule.pause();
      copied.add("moon");
    }
  }

  void addToList() { // VIOLATION ConcurrentSets.addToList
    if (!list.contains("moon")) {
      Schedule.pause();
      list.add("moon");
    }
  }

  void putIntoSorted() { // VIOLATION ConcurrentSets.putIntoSorted
    Integer count = map.get("moon");
    Schedule.pause();
    map.put("moon", count == null ? 1 : count + 1);
  }

  void addOther() { // clean: another element
    if (!sorted.contains("sun")) {
      Schedule.pause();
      sorted.add("sun");
    }
  }

  void readTwice() { // clean: what is there already is only read
    int first = map.computeIfAbsent("moon", key -> 1) + cache.computeIfAbsent(Colour.RED, k -> 1);
    Schedule.pause();
    int second = map.computeIfAbsent("moon", key -> 1) + cache.computeIfAbsent(Colour.RED, k -> 1);
    System.out.println(first == second && !hashed.add(Colour.RED) && !sorted.add("moon"));
  }

  private void readAll() {
    map.computeIfAbsent("moon", key -> 1);
    cache.computeIfAbsent(Colour.RED, key -> 1);
    cache.putIfAbsent(Colour.RED, 1);
    hashed.add(Colour.RED);
    sorted.add("moon");
    sorted.remove("mars");
  }

  public static void main(String[] args) {
    ConcurrentSets s = new ConcurrentSets();
    Schedule.between(() -> s.addToHashed(Colour.RED), () -> s.hashed.add(Colour.RED));
    Schedule.between(s::addToSorted, () -> s.sorted.add("moon"));
    Schedule.between(s::addToCopied, () -> s.copied.add("moon"));
    Schedule.between(s::addToList, () -> s.list.add("moon"));
    Schedule.between(s::putIntoSorted, () -> s.map.put("moon", 1));
    Schedule.between(s::addOther, () -> s.sorted.remove("moon"));
    s.sorted.add("moon");
    s.cache.put(Colour.RED, 1);
    Schedule.between(s::readTwice, s::readAll);
    System.out.println(s.list + " " + s.map + " " + s.sorted);
  }
}
