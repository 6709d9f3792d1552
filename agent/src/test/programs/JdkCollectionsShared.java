import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;

/**
 * Collections used as they should be: clean.
 *
 * <p>// OPTIONS ,jdk=collections
 */
final class JdkCollectionsShared {
  private final Object lock = new Object();
  private final List<Integer> list = new ArrayList<>();
  private final Map<Integer, Integer> map = new HashMap<>();
  private final TreeMap<Integer, Integer> sorted = new TreeMap<>();
  private final LinkedList<Integer> linked = new LinkedList<>();
  private final ArrayDeque<Integer> deque = new ArrayDeque<>();
  private final PriorityQueue<Integer> heap = new PriorityQueue<>();
  private final Set<Integer> set = new HashSet<>();
  private final Set<Integer> ordered = new LinkedHashSet<>();
  private final TreeSet<Integer> tree = new TreeSet<>();
  private final Map<Object, Integer> identities = new IdentityHashMap<>();

  private final Vector<Integer> vector = new Vector<>();
  private final Hashtable<Integer, Integer> table = new Hashtable<>();
  private final Stack<Integer> stack = new Stack<>();
  private final StringBuffer buffer = new StringBuffer();
  private final List<Integer> safeList = Collections.synchronizedList(new ArrayList<>());
  private final Map<Integer, Integer> safeMap = Collections.synchronizedMap(new HashMap<>());

  private final List<String> fixed = new ArrayList<>(Arrays.asList("a", "b", "c"));
  private final Map<String, Integer> fixedMap = new HashMap<>(Map.of("a", 1, "b", 2));
  private final List<Integer> parts = new ArrayList<>(Collections.nCopies(4, 0));

  /** All that is not thread-safe, under one lock. */
  void underLock(int number) {
    synchronized (lock) {
      list.add(number);
      map.merge(number % 50, 1, Integer::sum);
      sorted.put(number % 70, number);
      linked.addFirst(number);
      deque.push(number);
      heap.add(number);
      set.add(number);
      ordered.add(number);
      tree.add(number);
      identities.put(lock, number);
      if (list.size() > 300) {
        list.clear();
        linked.removeLast();
        deque.pollLast();
        heap.poll();
        sorted.pollFirstEntry();
        set.removeIf(n -> n % 2 == 0);
        ordered.retainAll(tree.headSet(100));
        map.keySet().remove(7);
      }
    }
  }

  /** Single calls of what is thread-safe. */
  private void alone(int number) {
    vector.add(number);
    table.put(number % 40, number);
    stack.push(number);
    buffer.append(number);
    safeList.add(number);
    safeMap.put(number % 30, number);
    vector.contains(number);
    table.containsKey(number);
    stack.peek();
    safeList.indexOf(number);
    new Vector<>(vector).size();
    new ArrayList<>(safeList).size();
  }

  /** Two calls of what is thread-safe, under its own lock. */
  void together(int number) {
    synchronized (vector) {
      if (!vector.contains(number)) {
        vector.add(number);
      }
    }
  }

  void iterate() {
    synchronized (safeList) {
      for (int each : safeList) {
        if (each < 0) {
          safeList.remove(0);
        }
      }
    }
  }

  /** What nobody changes any more. */
  int readOnly() {
    int sum = 0;
    for (String name : fixed) {
      sum += fixedMap.getOrDefault(name, 0) + fixedMap.keySet().size();
    }
    return sum + fixedMap.values().size() + fixed.subList(1, 2).size();
  }

  /** Each thread has an element of its own. */
  void ownElement(int thread) {
    parts.set(thread, parts.get(thread) + 1);
    parts.set(thread, parts.get(thread) + 1);
  }

  private void run(int thread) {
    for (int i = 0; i < 150; i++) {
      underLock(i);
      alone(i);
      together(i);
      iterate();
      readOnly();
      ownElement(thread);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    JdkCollectionsShared s = new JdkCollectionsShared();
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      int number = i;
      threads[i] = new Thread(() -> s.run(number));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(s.parts + " " + s.readOnly() + " " + s.map.size() + " " + s.stack.size());
  }
}
