package io.cosmodrome.bench.workloads;

import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.collect.Maps;
import io.cosmodrome.bench.Numbers;
import java.time.Duration;
import java.util.Map;

/** Guava: {@link CacheWork} for a bounded cache, and a concurrent multiset that counts. */
public final class GuavaCache extends CacheWork {
  private final LoadingCache<Integer, Long> values =
      CacheBuilder.newBuilder()
          .maximumSize(CAPACITY)
          .expireAfterAccess(Duration.ofMinutes(10))
          .recordStats()
          .build(CacheLoader.from(key -> Numbers.mix(key)));
  private final ConcurrentHashMultiset<String> counts = ConcurrentHashMultiset.create();

  private GuavaCache() {}

  @Override
  long value(int key) {
    return values.getUnchecked(key);
  }

  @Override
  void forget(int key) {
    values.invalidate(key);
  }

  @Override
  void count(String name) {
    counts.add(name);
  }

  @Override
  long entries() {
    values.cleanUp();
    return values.size();
  }

  @Override
  Map<String, Integer> counts() {
    return Maps.asMap(counts.elementSet(), counts::count);
  }

  public static void main(String[] args) throws InterruptedException {
    new GuavaCache().run(args);
  }
}
