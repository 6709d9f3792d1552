package io.cosmodrome.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cosmodrome.check.CheckOptions;
import io.cosmodrome.check.CheckResult;
import io.cosmodrome.check.Checker;
import io.cosmodrome.check.Checkers;
import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import io.cosmodrome.trace.Trace;
import io.cosmodrome.trace.WellFormedTrace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceGeneratorTest {
  private static final int SEEDS = 300;

  @ParameterizedTest
  @EnumSource
  void everyFamily_givesWellFormedTracesOfTheWantedLength(Family family) {
    for (int seed = 0; seed < SEEDS; seed++) {
      GeneratorOptions options = small(family, seed).withEvents(40 + seed);
      assertWellFormed(options);
      assertWellFormed(options.withForkJoin(ForkJoin.ANY).withLifetime(10).withReentrant(true));
    }
  }

  @ParameterizedTest
  @EnumSource
  void closedTraces_haveNothingOpenAtTheEnd(Family family) {
    for (int seed = 0; seed < SEEDS; seed++) {
      Trace trace = TraceGenerator.generate(small(family, seed).withOpenBlocks(false));
      int open = 0;
      for (int event = 0; event < trace.size(); event++) {
        int op = trace.op(event);
        open += op == Op.BEGIN || op == Op.ACQUIRE ? 1 : 0;
        open -= Op.isEnd(op) || op == Op.RELEASE ? 1 : 0;
      }
      assertThat(open).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void sameOptions_giveTheSameTrace_otherSeedsOthers(Family family) {
    GeneratorOptions options = small(family, 3);
    String trace = TraceGenerator.generate(options).toString();

    assertThat(TraceGenerator.generate(options)).hasToString(trace);
    assertThat(TraceGenerator.generate(options.withSeed(4)).toString()).isNotEqualTo(trace);
  }

  @Test
  void secondReplay_givesTheSameEventsAndNames() {
    TraceGenerator generator = new TraceGenerator(small(Family.FORK_JOIN, 5));
    Trace first = new Trace(generator.symbols());
    Trace second = new Trace(generator.symbols());
    generator.replay(first);
    generator.replay(second);

    assertThat(second).hasToString(first.toString());
  }

  /** A change of this number changes the traces behind every seed that was ever noted. */
  @Test
  void seedOne_givesTheSameTracesOnEveryJdk() {
    long[] hash = {0};
    for (Family family : Family.values()) {
      new TraceGenerator(GeneratorOptions.of(family).withSeed(1).withLocations(9))
          .replay(
              (op, thread, target, location) ->
                  hash[0] = 31 * hash[0] + op + 16L * thread + 256L * target + 65536L * location);
    }

    assertThat(hash[0]).isEqualTo(748681803031640528L);
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "LOCK_DISCIPLINED",
        "THREAD_LOCAL",
        "MANY_VARIABLES",
        "LONG_TRANSACTION",
        "UNARY_HEAVY",
        "SHORT_THREADS"
      })
  void serializableFamilies_areSerializable(Family family) {
    for (int seed = 0; seed < SEEDS; seed++) {
      assertSerializable(small(family, seed));
      boolean isLong = family == Family.LONG_TRANSACTION;
      assertSerializable(
          small(family, seed)
              .withForkJoin(isLong || seed % 2 == 0 ? ForkJoin.ANY : ForkJoin.TREE)
              .withLifetime(15)
              .withSharing(1)
              .withBarrierShare(0.1)
              .withNesting(1 + seed % 4)
              .withBursts(1 + seed % 5)
              .withBlockLength(1 + seed % 12)
              .withReentrant(seed % 3 == 0));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void lateViolation_isTheOnlyOneAndAtThePlantedEvent(boolean longTransaction) {
    for (int seed = 0; seed < SEEDS; seed++) {
      GeneratorOptions options =
          small(Family.LATE_VIOLATION, seed)
              .withLongTransaction(longTransaction)
              .withThreads(3 + seed % 4);
      TraceGenerator generator = new TraceGenerator(options);
      Trace trace = new Trace(generator.symbols());
      generator.replay(trace);
      CheckResult result = oracle(trace);

      assertThat(result.violations()).as("%s%n%s", options, trace).hasSize(1);
      assertThat(result.violations().get(0).at()).isEqualTo(generator.plantedEvent());
      assertThat(result.cycleEvent()).isEqualTo(generator.plantedEvent());
      int label = result.violations().get(0).label();
      assertThat(trace.symbols().labels().name(label)).isEqualTo("Planted.run()");
    }
  }

  @Test
  void lateViolation_isLate() {
    TraceGenerator generator =
        new TraceGenerator(GeneratorOptions.of(Family.LATE_VIOLATION).withEvents(100_000));
    generator.replay((op, thread, target, location) -> {});

    assertThat(generator.plantedEvent()).isBetween(95_000L, 96_000L);
  }

  @ParameterizedTest
  @EnumSource
  void nonIncreasing_isNonSerializableWithoutAViolatedBlock(ForkJoin forkJoin) {
    for (int seed = 0; seed < SEEDS; seed++) {
      GeneratorOptions options =
          small(Family.NON_INCREASING, seed).withForkJoin(forkJoin).withPlantAt(seed % 10 * 0.1);
      TraceGenerator generator = new TraceGenerator(options);
      Trace trace = new Trace(generator.symbols());
      generator.replay(trace);
      CheckResult result = oracle(trace);

      assertThat(result.cycleEvent())
          .as("%s%n%s", options, trace)
          .isEqualTo(generator.plantedEvent())
          .isNotNegative();
      assertThat(result.violations()).as("%s%n%s", options, trace).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RANDOM", "DEEP_NESTING", "FORK_JOIN", "STM"})
  void mixedFamilies_areSometimesSerializableAndSometimesNot(Family family) {
    int nonSerializable = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      nonSerializable +=
          oracle(TraceGenerator.generate(small(family, seed))).nonSerializable() ? 1 : 0;
    }

    assertThat(nonSerializable).isBetween(SEEDS / 10, SEEDS - 10);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1, 0.5, 0.9})
  void unaryShare_isRoughlyTheShareOfEventsOutsideBlocks(double share) {
    Profile free = profile(GeneratorOptions.of(Family.RANDOM).withUnaryShare(share));
    Profile disciplined =
        profile(GeneratorOptions.of(Family.LOCK_DISCIPLINED).withUnaryShare(share));

    assertThat(free.share(free.unary)).isCloseTo(share, within(0.05));
    assertThat(disciplined.share(disciplined.unary)).isCloseTo(share, within(0.05));
  }

  @Test
  void threadLocal_leavesAtLeast95PercentOfAccessesToOwnVariables() {
    GeneratorOptions options = GeneratorOptions.of(Family.THREAD_LOCAL);
    Profile profile = profile(options);
    long shared = 0;
    for (int variable = 0; variable < options.sharedVariables(); variable++) {
      shared += profile.accesses.getOrDefault(variable, 0);
    }
    long all = profile.accesses.values().stream().mapToLong(count -> count).sum();

    assertThat(shared).isPositive();
    assertThat((double) shared / all).isLessThan(0.05);
  }

  @Test
  void manyVariables_areAMillion() {
    TraceGenerator generator = new TraceGenerator(GeneratorOptions.of(Family.MANY_VARIABLES));

    assertThat(generator.symbols().variables().count()).isEqualTo(1_000_000);
    assertThat(generator.symbols().variables().name(999_999)).isEqualTo("V999999");
  }

  @Test
  void longTransaction_spansTheTraceAndReachesOthers() {
    Trace trace =
        TraceGenerator.generate(GeneratorOptions.of(Family.LONG_TRANSACTION).withOpenBlocks(false));
    int end = 0;
    int published = 0;
    for (int event = 1; event < trace.size(); event++) {
      boolean ofLong = trace.thread(event) == trace.thread(0);
      end = ofLong && Op.isEnd(trace.op(event)) ? event : end;
      published += !ofLong && trace.describe(event).contains("published") ? 1 : 0;
    }

    assertThat(trace.op(0)).isEqualTo(Op.BEGIN);
    assertThat(end).isGreaterThan(trace.size() * 95 / 100);
    assertThat(published).isGreaterThan(trace.size() / 50);
  }

  @Test
  void shortThreads_areMany() {
    Profile profile = profile(GeneratorOptions.of(Family.SHORT_THREADS));

    assertThat(profile.threads.size()).isGreaterThan(1000);
    assertThat(profile.counts[Op.JOIN]).isGreaterThan(1000);
  }

  @Test
  void deepNesting_isDeep() {
    assertThat(profile(GeneratorOptions.of(Family.DEEP_NESTING)).deepest).isEqualTo(24);
  }

  @Test
  void forkJoin_startsWithOneThread() {
    Trace trace = TraceGenerator.generate(GeneratorOptions.of(Family.FORK_JOIN));
    Set<Integer> known = new HashSet<>(Set.of(trace.thread(0)));
    for (int event = 0; event < trace.size(); event++) {
      assertThat(known).contains(trace.thread(event));
      if (trace.op(event) == Op.FORK) {
        known.add(trace.target(event));
      }
    }
    assertThat(known).hasSizeGreaterThan(12);
  }

  @Test
  void stm_endsBlocksByCommitAndAbortAndHasNoLocks() {
    Profile profile = profile(GeneratorOptions.of(Family.STM));

    assertThat(profile.counts[Op.COMMIT]).isGreaterThan(profile.counts[Op.ABORT]);
    assertThat(profile.counts[Op.ABORT]).isPositive();
    assertThat(profile.counts[Op.END]).isZero();
    assertThat(profile.counts[Op.ACQUIRE]).isZero();
  }

  @Test
  void randomTraces_haveTheOddCasesToo() {
    Profile profile = profile(GeneratorOptions.of(Family.RANDOM));

    assertThat(profile.joinsOfThreadsWithoutEvents)
        .as("joins of threads without events")
        .isPositive();
    assertThat(profile.threadsStartingWithFork).as("first event is a unary fork").isPositive();
    assertThat(profile.threadsStartingWithJoin).as("first event is a unary join").isPositive();
    assertThat(profile.unaryAcquires).as("unary acquires").isPositive();
    assertThat(profile.blocksUnderLock).as("locks held across a begin").isPositive();
    assertThat(profile.counts[Op.VOLATILE_WRITE]).as("volatile writes").isPositive();
    assertThat(profile.counts[Op.BARRIER]).as("barriers").isPositive();
  }

  @Test
  void locations_areWithinTheirNumberAndAllUsed() {
    Set<Integer> locations = new HashSet<>();
    new TraceGenerator(GeneratorOptions.of(Family.RANDOM).withLocations(20).withEvents(5000))
        .replay((op, thread, target, location) -> locations.add(location));

    assertThat(locations).hasSize(20).allMatch(location -> location >= 0 && location < 20);
  }

  @Test
  void withoutLabelsAndLocations_thereAreNone() {
    GeneratorOptions options = GeneratorOptions.of(Family.RANDOM).withLabels(0);
    new TraceGenerator(options)
        .replay(
            (op, thread, target, location) -> {
              assertThat(location).isEqualTo(Symbols.NONE);
              assertThat(target == Symbols.NONE).isEqualTo(op == Op.BEGIN || Op.isEnd(op));
            });
  }

  @Test
  void sinkThatIsDone_isNotGivenMuchMore() {
    EventSink sink =
        new EventSink() {
          private int events;

          @Override
          public void event(int op, int thread, int target, int location) {
            assertThat(++events).isLessThan(1000);
          }

          @Override
          public boolean isDone() {
            return events >= 100;
          }
        };

    new TraceGenerator(GeneratorOptions.of(Family.LATE_VIOLATION).withEvents(1_000_000_000_000L))
        .replay(sink);
  }

  private static void assertWellFormed(GeneratorOptions options) {
    TraceGenerator generator = new TraceGenerator(options);
    Trace trace = new Trace(generator.symbols());
    WellFormedTrace wellFormed = new WellFormedTrace(generator.symbols(), trace);
    generator.replay(wellFormed);

    assertThat(wellFormed.offence()).as("%s%n%s", options, trace).isEmpty();
    assertThat(trace.size()).as("%s", options).isEqualTo((int) options.events());
  }

  private static void assertSerializable(GeneratorOptions options) {
    Trace trace = TraceGenerator.generate(options);
    assertThat(oracle(trace).nonSerializable()).as("%s%n%s", options, trace).isFalse();
  }

  /** Some sixty events of few threads on few variables, so that they meet. */
  private static GeneratorOptions small(Family family, int seed) {
    int threads = 3 + seed % 4;
    return GeneratorOptions.of(family)
        .withSeed(seed)
        .withEvents(60)
        .withThreads(threads)
        .withVariables(threads + 4)
        .withLocks(family == Family.STM ? 0 : 1 + seed % 3)
        .withBlockLength(8)
        .withBursts(3)
        .withOpenBlocks(seed % 2 == 0);
  }

  private static CheckResult oracle(Trace trace) {
    Checker checker = Checkers.named("oracle").create(CheckOptions.DEFAULT);
    trace.replay(checker);
    return checker.result();
  }

  private static Profile profile(GeneratorOptions options) {
    Profile profile = new Profile();
    new TraceGenerator(options.withEvents(100_000)).replay(profile);
    return profile;
  }

  /** What happens in a trace, and how often. */
  private static final class Profile implements EventSink {
    final long[] counts = new long[Op.COUNT];
    final Set<Integer> threads = new HashSet<>();
    final Map<Integer, Integer> accesses = new HashMap<>();
    private final Map<Integer, Integer> depths = new HashMap<>();
    private final Map<Integer, Integer> held = new HashMap<>();
    long events;
    long unary;
    long unaryAcquires;
    long blocksUnderLock;
    long joinsOfThreadsWithoutEvents;
    long threadsStartingWithFork;
    long threadsStartingWithJoin;
    int deepest;

    @Override
    public void event(int op, int thread, int target, int location) {
      int depth = depths.getOrDefault(thread, 0);
      boolean outside = depth == 0 && op != Op.BEGIN;
      events++;
      counts[op]++;
      unary += outside ? 1 : 0;
      unaryAcquires += outside && op == Op.ACQUIRE ? 1 : 0;
      if (threads.add(thread)) {
        threadsStartingWithFork += op == Op.FORK ? 1 : 0;
        threadsStartingWithJoin += op == Op.JOIN ? 1 : 0;
      }
      joinsOfThreadsWithoutEvents += op == Op.JOIN && !threads.contains(target) ? 1 : 0;
      if (Op.isAccess(op)) {
        accesses.merge(target, 1, Integer::sum);
      } else if (op == Op.ACQUIRE || op == Op.RELEASE) {
        held.merge(thread, op == Op.ACQUIRE ? 1 : -1, Integer::sum);
      } else if (op == Op.BEGIN) {
        blocksUnderLock += held.getOrDefault(thread, 0) > 0 && depth == 0 ? 1 : 0;
        depths.put(thread, depth + 1);
        deepest = Math.max(deepest, depth + 1);
      } else if (Op.isEnd(op)) {
        depths.put(thread, depth - 1);
      }
    }

    double share(long count) {
      return (double) count / events;
    }
  }
}
