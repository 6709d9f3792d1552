package io.cosmodrome.bench.workloads;

import io.cosmodrome.bench.Numbers;
import io.cosmodrome.bench.Team;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The work for a cache that is too small for its keys, so that entries come and go, and for
 * something that counts. Size: operations per thread.
 *
 * <p>Which entries are thrown out depends on the schedule, but not what is read.
 */
abstract class CacheWork {
  static final int CAPACITY = 5_000;
  private static final int KEYS = 20_000;
  private static final int COUNTERS = 500;

  /** From the cache, or else {@link Numbers#mix} of the key. */
  abstract long value(int key);

  abstract void forget(int key);

  abstract void count(String name);

  /** How many entries the cache has when it has been tidied up. */
  abstract long entries();

  abstract Map<String, Integer> counts();

  private long work(int number, int size) {
    Numbers random = new Numbers(number);
    long checksum = 0;
    for (int i = 0; i < size; i++) {
      int key = random.below(1 + random.below(KEYS)); // small keys are frequent
      switch (random.below(16)) {
        case 0 -> forget(key);
        case 1 -> count("counter " + key % COUNTERS);
        default -> checksum += value(key);
      }
    }
    return checksum;
  }

  final void run(String[] args) throws InterruptedException {
    int size = Team.size(args);
    int threads = Team.threads(args);
    AtomicLong checksum = new AtomicLong();
    Team.run(threads, number -> checksum.addAndGet(work(number, size)));
    long entries = entries();
    if (entries > CAPACITY) {
      throw new IllegalStateException(entries + " entries are left");
    }
    counts().forEach((name, count) -> checksum.addAndGet(Numbers.mix(name.hashCode() + count)));
    Team.report(checksum.get(), (long) size * threads);
  }
}
