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
import java.util.List;

/**
 * A program to measure the agent with.
 *
 * @param size that gives about a second of CPU time without the agent
 */
record Kernel(String name, Class<?> main, int size) {
  static final List<Kernel> ALL =
      List.of(
          new Kernel("counter", Counter.class, 20_000_000),
          new Kernel("sor", Sor.class, 3_000),
          new Kernel("ray", Ray.class, 3_000),
          new Kernel("striped-map", StripedMap.class, 8_000_000),
          new Kernel("concurrent-map", ConcurrentMap.class, 5_000_000),
          new Kernel("elevator", Elevator.class, 2_000_000),
          new Kernel("philo", Philo.class, 10_000_000),
          new Kernel("tsp", Tsp.class, 14),
          new Kernel("moldyn", MolDyn.class, 3_000),
          new Kernel("montecarlo", MonteCarlo.class, 50_000),
          new Kernel("raytracer", RayTracer.class, 800),
          new Kernel("sparsematmult", SparseMatMult.class, 200_000),
          new Kernel("crypt", Crypt.class, 16_000_000),
          new Kernel("series", Series.class, 8_000),
          new Kernel("lufact", LuFact.class, 1_000),
          new Kernel("crawler", Crawler.class, 200_000),
          new Kernel("multiset", MultiSet.class, 1_000_000));

  static Kernel named(String name) {
    for (Kernel kernel : ALL) {
      if (kernel.name.equals(name)) {
        return kernel;
      }
    }
    List<String> names = ALL.stream().map(Kernel::name).toList();
    throw new IllegalArgumentException("unknown kernel \"" + name + "\"; known: " + names);
  }
}
