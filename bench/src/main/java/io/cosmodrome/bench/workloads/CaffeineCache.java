package io.cosmodrome.bench.workloads;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.cosmodrome.bench.Numbers;
import java.time.Duration;
import java.util.Map;

/** Caffeine: {@link CacheWork} for a bounded cache, and one without bound that counts. */
public final class CaffeineCache extends CacheWork {
  private final LoadingCache<Integer, Long> values =
      Caffeine.newBuilder()
          .maximumSize(CAPACITY)
          .expireAfterAccess(Duration.ofMinutes(10))
          .recordStats()
          .build(key -> Numbers.mix(key));
  private final Cache<String, Integer> counts = Caffeine.newBuilder().build();

  private CaffeineCache() {}

  @Override
  long value(int key) {
    return values.get(key);
  }

  @Override
  void forget(int key) {
    values.invalidate(key);
  }

  @Override
  void count(String name) {
    counts.asMap().merge(name, 1, Integer::sum);
  }

  @Override
  long entries() {
    values.cleanUp();
    return values.estimatedSize();
  }

  @Override
  Map<String, Integer> counts() {
    return counts.asMap();
  }

  public static void main(String[] args) throws InterruptedException {
    new CaffeineCache().run(args);
  }
}
