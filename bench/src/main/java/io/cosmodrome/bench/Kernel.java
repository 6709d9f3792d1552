package io.cosmodrome.bench;

import io.cosmodrome.bench.kernels.ConcurrentMap;
import io.cosmodrome.bench.kernels.Counter;
import io.cosmodrome.bench.kernels.Crawler;
import io.cosmodrome.bench.kernels.Crypt;
import io.cosmodrome.bench.kernels.Elevator;
import io.cosmodrome.bench.kernels.LuFact;
import io.cosmodrome.bench.kernels.MolDyn;
import io.cosmodrome.bench.kernels.MonteCarlo;
import io.cosmodrome.bench.kernels.MultiSet;
import io.cosmodrome.bench.kernels.Philo;
import io.cosmodrome.bench.kernels.Ray;
import io.cosmodrome.bench.kernels.RayTracer;
import io.cosmodrome.bench.kernels.Series;
import io.cosmodrome.bench.kernels.Sor;
import io.cosmodrome.bench.kernels.SparseMatMult;
import io.cosmodrome.bench.kernels.StripedMap;
import io.cosmodrome.bench.kernels.Tsp;
import io.cosmodrome.bench.workloads.CaffeineCache;
import io.cosmodrome.bench.workloads.GuavaCache;
import io.cosmodrome.bench.workloads.H2Transactions;
import io.cosmodrome.bench.workloads.HsqldbTransactions;
import io.cosmodrome.bench.workloads.LuceneSearch;
import io.cosmodrome.bench.workloads.TomcatRequests;
import io.cosmodrome.bench.workloads.XalanTransforms;
import java.util.List;
import java.util.stream.Stream;

/**
 * A program to measure the agent with.
 *
 * @param size that gives about a second of CPU time without the agent
 * @param power of the size that the work grows with; 0 if it grows exponentially
 */
record Kernel(String name, Class<?> main, int size, int power) {
  static final List<Kernel> ALL =
      List.of(
          new Kernel("counter", Counter.class, 20_000_000, 1),
          new Kernel("sor", Sor.class, 3_000, 1),
          new Kernel("ray", Ray.class, 3_000, 2),
          new Kernel("striped-map", StripedMap.class, 8_000_000, 1),
          new Kernel("concurrent-map", ConcurrentMap.class, 5_000_000, 1),
          new Kernel("elevator", Elevator.class, 2_000_000, 1),
          new Kernel("philo", Philo.class, 10_000_000, 1),
          new Kernel("tsp", Tsp.class, 14, 0),
          new Kernel("moldyn", MolDyn.class, 3_000, 2),
          new Kernel("montecarlo", MonteCarlo.class, 50_000, 1),
          new Kernel("raytracer", RayTracer.class, 800, 2),
          new Kernel("sparsematmult", SparseMatMult.class, 200_000, 1),
          new Kernel("crypt", Crypt.class, 16_000_000, 1),
          new Kernel("series", Series.class, 8_000, 1),
          new Kernel("lufact", LuFact.class, 1_000, 3),
          new Kernel("crawler", Crawler.class, 200_000, 1),
          new Kernel("multiset", MultiSet.class, 1_000_000, 1));

  /** Real libraries at work. */
  static final List<Kernel> WORKLOADS =
      List.of(
          new Kernel("h2", H2Transactions.class, 10_000, 1),
          new Kernel("hsqldb", HsqldbTransactions.class, 20_000, 1),
          new Kernel("lucene", LuceneSearch.class, 1_500, 1),
          new Kernel("tomcat", TomcatRequests.class, 3_000, 1),
          new Kernel("caffeine", CaffeineCache.class, 2_000_000, 1),
          new Kernel("guava", GuavaCache.class, 2_000_000, 1),
          new Kernel("xalan", XalanTransforms.class, 400, 1));

  /** The size with so many percent of the work; the same size if the work grows exponentially. */
  int size(int percent) {
    return power == 0 ? size : (int) Math.ceil(size * Math.pow(percent / 100.0, 1.0 / power));
  }

  static Kernel named(String name) {
    List<Kernel> known = Stream.concat(ALL.stream(), WORKLOADS.stream()).toList();
    for (Kernel kernel : known) {
      if (kernel.name.equals(name)) {
        return kernel;
      }
    }
    List<String> names = known.stream().map(Kernel::name).toList();
    throw new IllegalArgumentException("unknown kernel \"" + name + "\"; known: " + names);
  }
}
