package io.cosmodrome.bench.kernels;

import io.cosmodrome.bench.Numbers;
import io.cosmodrome.bench.Team;
import java.util.concurrent.ConcurrentHashMap;

/** The work of {@link StripedMap} on a {@link ConcurrentHashMap}. Size: operations per thread. */
public final class ConcurrentMap {
  private static final int KEYS = 10_000;

  private final ConcurrentHashMap<Integer, Integer> values = new ConcurrentHashMap<>();

  private ConcurrentMap() {}

  int get(int key) {
    return values.getOrDefault(key, 0);
  }

  void add(int key, int amount) {
    values.merge(key, amount, Integer::sum);
  }

  private static int work(ConcurrentMap map, int number, int operations) {
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
    ConcurrentMap map = new ConcurrentMap();
    int[] nonzero = new int[threads]; // depends on the schedule: not for the checksum
    Team.run(threads, number -> nonzero[number] = work(map, number, size));
    long checksum = 0;
    for (int key = 0; key < KEYS; key++) {
      checksum += (long) key * map.get(key);
    }
    Team.report(checksum, nonzero[0] < 0 ? 0 : (long) size * threads);
  }
}
