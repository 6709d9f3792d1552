package io.cosmodrome.bench.kernels;

import io.cosmodrome.bench.Numbers;
import io.cosmodrome.bench.Team;
import org.jspecify.annotations.Nullable;

/** A hash map with a lock for each of its stripes. Size: operations per thread. */
public final class StripedMap {
  private static final int STRIPES = 16;
  private static final int BUCKETS = 1 << 12;
  private static final int KEYS = 10_000;

  private static final class Node {
    final int key;
    int value;
    final @Nullable Node next;

    Node(int key, @Nullable Node next) {
      this.key = key;
      this.next = next;
    }
  }

  private final @Nullable Node[] buckets = new @Nullable Node[BUCKETS];
  private final Object[] locks = new Object[STRIPES];

  private StripedMap() {
    for (int i = 0; i < STRIPES; i++) {
      locks[i] = new Object();
    }
  }

  private static int bucket(int key) {
    return (int) (Numbers.mix(key) & (BUCKETS - 1));
  }

  private @Nullable Node find(int key) {
    Node node = buckets[bucket(key)];
    while (node != null && node.key != key) {
      node = node.next;
    }
    return node;
  }

  int get(int key) {
    synchronized (locks[bucket(key) % STRIPES]) {
      Node node = find(key);
      return node == null ? 0 : node.value;
    }
  }

  void add(int key, int amount) {
    int bucket = bucket(key);
    synchronized (locks[bucket % STRIPES]) {
      Node node = find(key);
      if (node == null) {
        node = new Node(key, buckets[bucket]);
        buckets[bucket] = node;
      }
      node.value += amount;
    }
  }

  private static int work(StripedMap map, int number, int operations) {
    Numbers numbers = new Numbers(number);
    int nonzero = 0;
    for (int i = 0; i < operations; i++) {
      int key = numbers.below(KEYS);
      if ((i & 3) == 0) {
        map.add(key, i);
      } else {
        nonzero += map.get(key) == 0 ? 0 : 1;
      }
    }
    return nonzero;
  }

  public static void main(String[] args) throws InterruptedException {
    int size = Team.size(args);
    int threads = Team.threads(args);
    StripedMap map = new StripedMap();
    int[] nonzero = new int[threads]; // depends on the schedule: not for the checksum
    Team.run(threads, number -> nonzero[number] = work(map, number, size));
    long checksum = 0;
    for (int key = 0; key < KEYS; key++) {
      checksum += (long) key * map.get(key);
    }
    Team.report(checksum, nonzero[0] < 0 ? 0 : (long) size * threads);
  }
}
