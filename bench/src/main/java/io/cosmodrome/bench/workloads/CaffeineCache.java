package io.cosmodrome.bench.workloads;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.cosmodrome.bench.Numbers;
import io.cosmodrome.bench.Team;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Caffeine: a cache that is too small for its keys, so that entries come and go, and one without
 * bound that counts. Size: operations per thread.
 *
 * <p>Which entries are thrown out depends on the schedule, but not what is read.
 */
public final class CaffeineCache {
  private static final int KEYS = 20_000;
  private static final int CAPACITY = 5_000;
  private static final int COUNTERS = 500;

  private final LoadingCache<Integer, Long> values =
      Caffeine.newBuilder()
          .maximumSize(CAPACITY)
          .expireAfterAccess(Duration.ofMinutes(10))
          .recordStats()
          .build(key -> Numbers.mix(key));
  private final Cache<String, Integer> counts = Caffeine.newBuilder().build();

  private CaffeineCache() {}

  private long work(int number, int size) {
    Numbers random = new Numbers(number);
    long checksum = 0;
    for (int i = 0; i < size; i++) {
      int key = random.below(1 + random.below(KEYS)); // small keys are frequent
      switch (random.below(16)) {
        case 0 -> values.invalidate(key);
        case 1 -> counts.asMap().merge("counter " + key % COUNTERS, 1, Integer::sum);
        default -> checksum += values.get(key);
      }
    }
    return checksum;
  }

  public static void main(String[] args) throws InterruptedException {
    int size = Team.size(args);
    int threads = Team.threads(args);
    CaffeineCache cache = new CaffeineCache();
    AtomicLong checksum = new AtomicLong();
    Team.run(threads, number -> checksum.addAndGet(cache.work(number, size)));
    cache.values.cleanUp();
    if (cache.values.estimatedSize() > CAPACITY) {
      throw new IllegalStateException(cache.values.estimatedSize() + " entries are left");
    }
    cache
        .counts
        .asMap()
        .forEach((name, count) -> checksum.addAndGet(Numbers.mix(name.hashCode() + count)));
    Team.report(checksum.get(), (long) size * threads);
  }
}
