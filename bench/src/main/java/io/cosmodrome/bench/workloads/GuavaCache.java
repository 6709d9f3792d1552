package io.cosmodrome.bench.workloads;

import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.collect.ConcurrentHashMultiset;
import io.cosmodrome.bench.Numbers;
import io.cosmodrome.bench.Team;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Guava: a cache that is too small for its keys, so that entries come and go, and a concurrent
 * multiset that counts. Size: operations per thread.
 *
 * <p>Which entries are thrown out depends on the schedule, but not what is read.
 */
public final class GuavaCache {
  private static final int KEYS = 20_000;
  private static final int CAPACITY = 5_000;
  private static final int COUNTERS = 500;

  private final LoadingCache<Integer, Long> values =
      CacheBuilder.newBuilder()
          .maximumSize(CAPACITY)
          .expireAfterAccess(Duration.ofMinutes(10))
          .recordStats()
          .build(
              new CacheLoader<Integer, Long>() {
                @Override
                public Long load(Integer key) {
                  return Numbers.mix(key);
                }
              });
  private final ConcurrentHashMultiset<String> counts = ConcurrentHashMultiset.create();

  private GuavaCache() {}

  private long work(int number, int size) {
    Numbers random = new Numbers(number);
    long checksum = 0;
    for (int i = 0; i < size; i++) {
      int key = random.below(1 + random.below(KEYS)); // small keys are frequent
      switch (random.below(16)) {
        case 0 -> values.invalidate(key);
        case 1 -> counts.add("counter " + key % COUNTERS);
        default -> checksum += values.getUnchecked(key);
      }
    }
    return checksum;
  }

  public static void main(String[] args) throws InterruptedException {
    int size = Team.size(args);
    int threads = Team.threads(args);
    GuavaCache cache = new GuavaCache();
    AtomicLong checksum = new AtomicLong();
    Team.run(threads, number -> checksum.addAndGet(cache.work(number, size)));
    cache.values.cleanUp();
    if (cache.values.size() > CAPACITY) {
      throw new IllegalStateException(cache.values.size() + " entries are left");
    }
    for (String name : cache.counts.elementSet()) {
      checksum.addAndGet(Numbers.mix(name.hashCode() + cache.counts.count(name)));
    }
    Team.report(checksum.get(), (long) size * threads);
  }
}
