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
 *   ATOM001 E08_ConcurrentMapGetPut$WordCount.count is not atomic  (E08_ConcurrentMapGetPut.java:31) [c738] 1x
 *     | A  E08_ConcurrentMapGetPut$WordCount.count    | B  E08_ConcurrentMapGetPut$WordCount.count    |
 *     | r ConcurrentHashMap#1[moon]               :32 |                                               |
 *     |                                               | w ConcurrentHashMap#1[moon]               :34 |
 *     | w ConcurrentHashMap#1[moon]               :34 |                                               |
 *   cosmodrome: VIOLATION: 1 finding
 */
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
