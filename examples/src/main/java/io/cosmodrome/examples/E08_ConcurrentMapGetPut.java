/*
 * E08: two calls of a concurrent map.
 *
 * Each call of ConcurrentHashMap is atomic, a get followed by a put is not: E01 with a map instead of
 * a field. The cure is one call: counts.merge(word, 1, Integer::sum).
 *
 * Output:
 *   seen 2 times, counted 1
 *
 * Cosmodrome:
 *   ATOM001 WordCount.count is not atomic  (E08_ConcurrentMapGetPut.java:37)              [c3af] NEW, 1x
 *     | A  WordCount.count            | B  WordCount.count            |
 *     | r WordCount.counts[moon]  :38 |                               |
 *     |   ~ interrupted ~             | w WordCount.counts[moon]  :40 |
 *     | w WordCount.counts[moon]  :40 |                               |
 *     A before B: B wrote WordCount.counts[moon] at :40 after A read it at :38;
 *     but B before A: A wrote WordCount.counts[moon] at :40 after B wrote it at :40.
 *     hint: compound operation: each call on WordCount.counts[moon] is atomic, but the one at
 *     E08_ConcurrentMapGetPut.java:38 and the one at E08_ConcurrentMapGetPut.java:40 together are not;
 *     consider compute, merge or putIfAbsent
 *   cosmodrome: VIOLATION: 1 finding
 */
// HINT compound operation
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

public final class E08_ConcurrentMapGetPut {
  private E08_ConcurrentMapGetPut() {}

  static final class WordCount {
    private final ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();

    void count(String word) { // VIOLATION WordCount.count(String)
      Turn.at("gets");
      Integer before = counts.get(word);
      Turn.at("puts");
      counts.put(word, before == null ? 1 : before + 1);
    }

    int of(String word) {
      return counts.getOrDefault(word, 0);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("A gets", "B gets", "B puts", "A puts");
    WordCount counts = new WordCount();
    Thread a = new Thread(() -> counts.count("moon"), "A");
    Thread b = new Thread(() -> counts.count("moon"), "B");
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println("seen 2 times, counted " + counts.of("moon"));
  }
}
