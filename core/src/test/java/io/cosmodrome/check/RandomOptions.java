package io.cosmodrome.check;

import io.cosmodrome.generate.Family;
import io.cosmodrome.generate.ForkJoin;
import io.cosmodrome.generate.GeneratorOptions;
import io.cosmodrome.generate.Plant;
import java.util.Random;

/** Settings for small traces of all families, every knob turned, by the seed. */
final class RandomOptions {
  private RandomOptions() {}

  /** Traces of 5 to 120 events and 2 to 7 threads. */
  static GeneratorOptions small(long seed) {
    Random random = new Random(seed);
    Family[] families = Family.values();
    GeneratorOptions options =
        GeneratorOptions.of(families[(int) Math.floorMod(seed, (long) families.length)])
            .withSeed(seed);
    int most = random.nextInt(3) > 0 ? 116 : 26;
    options =
        options
            .withEvents(5 + random.nextInt(most))
            .withThreads(2 + random.nextInt(6))
            .withNesting(1 + random.nextInt(4))
            .withBlockLength(3 + random.nextInt(25))
            .withBursts(1 + random.nextInt(5))
            .withLifetime(random.nextInt(40))
            .withUnaryShare(pick(random, 0, 0.1, 0.2, 0.4, 0.8))
            .withWriteShare(pick(random, 0.2, 0.4, 0.6, 0.8))
            .withVolatileShare(pick(random, 0, 0.3))
            .withBarrierShare(pick(random, 0, 0, 0, 0.05, 0.2))
            .withLabels(random.nextInt(4))
            .withOpenBlocks(random.nextBoolean())
            .withReentrant(random.nextInt(8) == 0)
            .withMemoryTransactions(random.nextInt(8) == 0)
            .withPlantAt(random.nextDouble());
    if (random.nextBoolean()) {
      options = options.withDisciplined(false).withPlant(Plant.NONE);
    }
    options = withTargets(options, random);
    options = withThreads(options, random);
    return options.withEvents(Math.max(options.events(), fewestEvents(options)));
  }

  /** Traces of up to 100 threads, most of them in several open blocks. */
  static GeneratorOptions wide(long seed) {
    Random random = new Random(seed);
    int threads = 70 + random.nextInt(31);
    return GeneratorOptions.of(Family.RANDOM)
        .withSeed(seed)
        .withThreads(threads)
        .withEvents(6L * threads)
        .withVariables(20 + random.nextInt(1000))
        .withUnaryShare(pick(random, 0, 0.002))
        .withBlockLength(1000)
        .withNesting(1 + random.nextInt(3))
        .withLifetime(random.nextInt(2) * 20)
        .withForkJoin(random.nextBoolean() ? ForkJoin.OFF : ForkJoin.ANY)
        .withWriteShare(pick(random, 0.2, 0.5));
  }

  private static GeneratorOptions withTargets(GeneratorOptions options, Random random) {
    double sharing = pick(random, 1, 1, 0.9, 0.5);
    int fewest = sharing < 1 ? options.threads() + 1 : 1;
    int locks = (options.disciplined() ? 1 : 0) + random.nextInt(4);
    return options.withSharing(sharing).withVariables(fewest + random.nextInt(5)).withLocks(locks);
  }

  private static GeneratorOptions withThreads(GeneratorOptions options, Random random) {
    boolean isLong = options.longTransaction() || random.nextInt(20) == 0;
    ForkJoin forkJoin = random.nextBoolean() ? ForkJoin.OFF : ForkJoin.ANY;
    if (options.family() == Family.FORK_JOIN && !isLong) {
      forkJoin = ForkJoin.TREE;
    }
    return options
        .withLongTransaction(isLong)
        .withThreads(Math.max(options.threads(), isLong ? 3 : 2))
        .withForkJoin(forkJoin)
        .withVariables(options.variables() + (isLong ? 1 : 0));
  }

  private static long fewestEvents(GeneratorOptions options) {
    return options.plant() != Plant.NONE ? 32 : options.longTransaction() ? 8 : 1;
  }

  private static double pick(Random random, double... values) {
    return values[random.nextInt(values.length)];
  }
}
