package io.cosmodrome.bench;

import io.cosmodrome.check.CheckOptions;
import io.cosmodrome.check.Checker;
import io.cosmodrome.check.CheckerSpec;
import io.cosmodrome.check.Checkers;
import io.cosmodrome.generate.Family;
import io.cosmodrome.generate.GeneratorOptions;
import io.cosmodrome.generate.TraceGenerator;
import io.cosmodrome.trace.WellFormedTrace;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What engines count on generated traces: Velodrome's nodes with and without merging (Table 1 of
 * its paper), RegionTrack's subregions and joins (Table 6 of its paper).
 *
 * <pre>
 * java -cp bench/target/benchmarks.jar io.cosmodrome.bench.EngineStatistics 1000000
 * </pre>
 */
public final class EngineStatistics {
  private static final List<CheckerSpec> ENGINES =
      List.of(
          Checkers.named("velodrome"),
          Checkers.VELODROME_WITHOUT_MERGE,
          Checkers.named("regiontrack"));

  private EngineStatistics() {}

  public static void main(String[] args) {
    long events = args.length > 0 ? Long.parseLong(args[0]) : 1_000_000;
    System.out.println("| family | engine | statistics |");
    System.out.println("| --- | --- | --- |");
    for (Family family : Family.values()) {
      for (CheckerSpec engine : ENGINES) {
        System.out.printf(
            Locale.ROOT,
            "| %s | %s | %s |%n",
            family.displayName(),
            engine.name(),
            text(statistics(family, events, engine)));
      }
    }
  }

  private static Map<String, Long> statistics(Family family, long events, CheckerSpec engine) {
    TraceGenerator generator =
        new TraceGenerator(GeneratorOptions.of(family).withEvents(events).withSeed(7));
    Checker checker = engine.create(CheckOptions.DEFAULT);
    generator.replay(WellFormedTrace.hidingReentrance(generator.symbols(), checker));
    return checker.result().statistics();
  }

  private static String text(Map<String, Long> statistics) {
    StringBuilder text = new StringBuilder();
    statistics.forEach(
        (key, value) -> text.append(String.format(Locale.ROOT, "%s %,d ", key, value)));
    return text.toString().strip();
  }
}
