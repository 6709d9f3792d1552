package io.cosmodrome.check;

import static io.cosmodrome.TraceText.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.CorpusTrace;
import io.cosmodrome.generate.Family;
import io.cosmodrome.generate.GeneratorOptions;
import io.cosmodrome.trace.Trace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DoubleCheckerTest {
  private static final CheckerSpec DOUBLE_CHECKER = Checkers.named("doublechecker");

  @Test
  void write_afterForeignWriteToWhatWasRead_isBlamedWithTheCycle() {
    CheckResult result = check("A|begin A|r(x) B|w(x) A|w(x) A|end");

    assertThat(result.violations()).containsExactly(new Violation(0, 3, 0, -1, 0, Witness.NONE));
    assertThat(result.cycleEvent()).isEqualTo(3);
    assertThat(result.cycle().edges()).containsExactly(new Edge(1, 2), new Edge(2, 3));
  }

  @Test
  void corpusTraceWithoutViolatedBlocks_isOverBlamed() throws IOException {
    CorpusTrace expected =
        CorpusTrace.all().stream()
            .filter(trace -> trace.name().contains("doublechecker-overblames"))
            .findAny()
            .orElseThrow();
    List<Trace> traces = new ArrayList<>();
    expected.replayInto(
        symbols -> {
          traces.add(new Trace(symbols));
          return traces.get(0);
        });

    CheckResult result = run(DOUBLE_CHECKER, traces.get(0));

    assertThat(expected.violated()).isEmpty();
    assertThat(result.violations()).hasSize(1);
    assertThat(result.violations().get(0).begin()).isEqualTo(0);
    assertThat(result.violations().get(0).at()).isEqualTo(expected.firstCycleEvent());
  }

  @Test
  void violatedBlock_mayBeBlamedForAnEarlierEvent() {
    Trace trace = trace("A|begin A|w(x) B|begin B|w(y) B|r(x) A|r(y) B|w(z) A|r(z) A|end B|end");

    assertThat(run(Checkers.named("oracle"), trace).violations().get(0).at()).isEqualTo(7);
    assertThat(run(DOUBLE_CHECKER, trace).violations().get(0).at()).isEqualTo(5);
  }

  @Test
  void blocksOpenAtTheEnd_areJudged() {
    CheckResult result = check("A|begin B|begin A|w(x) B|w(y) A|r(y) B|r(x)");

    assertThat(result.cycleEvent()).isEqualTo(5);
    assertThat(result.violations()).extracting(Violation::begin).containsExactly(1L);
  }

  @Test
  void cycleThatIsOnlyImprecise_isReplayedButNotReported() {
    // B only reads x, as A does, but depends on A in place of the writer C, so A and B depend on
    // each other in the first phase
    CheckResult result =
        check(
            "D|begin D|r(x) C|w(x) A|begin A|r(x) B|begin B|r(x) B|w(y) A|r(y) B|end A|end D|end");

    assertThat(result.nonSerializable()).isFalse();
    assertThat(result.violations()).isEmpty();
    assertThat(result.statistics()).containsEntry("components", 1L);
  }

  @Test
  void readerOfAVariableWhoseWriterIsCollected_isNotForgotten() {
    CheckResult result =
        check("B|begin B|r(x) D|w(x) D|begin D|r(x) B|end A|begin A|r(x) C|w(x) D|w(x)");

    assertThat(result.cycleEvent()).isEqualTo(9);
    assertThat(result.violations()).extracting(Violation::begin).containsExactly(3L);
  }

  @Test
  void accessRepeatedOutsideBlocks_afterADependence_counts() {
    CheckResult result =
        check(
            "B|begin B|r(x) A|w(x) A|begin A|r(x) A|acq(m) A|rel(m) C|r(x) C|acq(m) C|r(x) A|w(x)");

    assertThat(result.violations()).extracting(Violation::begin).containsExactly(3L);
  }

  @Test
  void dependenceOfALaterEventOutsideBlocks_counts() {
    CheckResult result = check("A|begin A|r(x) D|w(x) D|begin D|r(x) B|r(x) B|w(x) A|r(x) D|w(x)");

    assertThat(result.violations()).extracting(Violation::begin).contains(3L);
  }

  @Test
  void blockThatEndedAmongRunningOnes_isBlamedWhenTheLastOfThemEnds() {
    CheckResult result =
        check(
            "A|begin A|r(x) B|begin B|w(x) A|r(x) A|end A|begin A|r(y) C|w(y) C|w(z) B|r(z) B|end");

    assertThat(result.violations()).extracting(Violation::begin).containsExactly(0L, 2L);
  }

  @Test
  void firstOnly_stopsWhenTheFirstComponentIsComplete() {
    Trace trace =
        trace(
            "A|begin A|r(x) B|w(x) A|w(x) A|end A|begin A|r(x) B|w(x) A|w(x) A|end A|r(x) A|r(x)");
    Checker checker = DOUBLE_CHECKER.create(CheckOptions.DEFAULT.withFirstOnly(true));
    trace.replay(checker);

    assertThat(checker.result().violationCount()).isEqualTo(1);
    assertThat(checker.result().events()).isEqualTo(5);
  }

  @Test
  void randomTraces_haveExactVerdictsRealCyclesAndBlameForAllViolatedBlocks() {
    Differential differential = new Differential(List.of(DOUBLE_CHECKER));
    int overBlamed = 0;
    for (long seed = 2_000_000; seed < 2_003_000; seed++) {
      Trace trace = Differential.generate(RandomOptions.small(seed));
      differential.check(trace, "seed " + seed);
      overBlamed += assertBlame(trace, seed);
    }
    assertThat(overBlamed).isPositive();
  }

  /** Returns how many blocks are blamed that are not violated. */
  private static int assertBlame(Trace trace, long seed) {
    List<Violation> blamed = run(DOUBLE_CHECKER, trace).violations();
    List<Long> violated =
        run(Checkers.named("oracle"), trace).violations().stream()
            .filter(violation -> violation.depth() == 0)
            .map(Violation::begin)
            .toList();
    assertThat(blamed).as("seed %d", seed).extracting(Violation::begin).containsAll(violated);
    assertThat(blamed).as("seed %d", seed).allMatch(block -> completesACycle(trace, block));
    return blamed.size() - violated.size();
  }

  /** Whether the event depends on a transaction that the block reaches by earlier events. */
  private static boolean completesACycle(Trace trace, Violation blamed) {
    Definitions facts = Definitions.of(trace);
    int at = (int) blamed.at();
    int block = facts.transaction((int) blamed.begin());
    BitSet reached = new BitSet();
    reached.set(block);
    for (boolean grows = true; grows; ) {
      int before = reached.cardinality();
      for (int later = 0; later < at; later++) {
        for (int earlier = 0; earlier < later; earlier++) {
          if (reached.get(facts.transaction(earlier)) && facts.conflict(earlier, later)) {
            reached.set(facts.transaction(later));
          }
        }
      }
      grows = reached.cardinality() > before;
    }
    for (int earlier = 0; earlier < at; earlier++) {
      int source = facts.transaction(earlier);
      if (source != block && reached.get(source) && facts.conflict(earlier, at)) {
        return facts.transaction(at) == block;
      }
    }
    return false;
  }

  @ParameterizedTest
  @EnumSource(Family.class)
  void longTraces_haveTheVerdictAndAtLeastTheBlocksOfFrontier(Family family) {
    Trace trace = Differential.generate(GeneratorOptions.of(family).withEvents(20_000));
    CheckResult expected = run(Checkers.named("frontier"), trace);

    CheckResult result = run(DOUBLE_CHECKER, trace);

    assertThat(result.nonSerializable()).isEqualTo(expected.nonSerializable());
    assertThat(result.violations().stream().map(Violation::begin).toList())
        .containsAll(
            expected.violations().stream()
                .filter(violation -> violation.depth() == 0)
                .map(Violation::begin)
                .toList());
  }

  @Test
  void serializableTrace_keepsFewTransactions() {
    CheckResult result = run(DOUBLE_CHECKER, generate(Family.LOCK_DISCIPLINED));

    assertThat(result.statistics().get("transactions")).isGreaterThan(5_000);
    assertThat(result.statistics().get("maxTransactions")).isLessThan(200);
  }

  @Test
  void violationsOneAfterTheOther_doNotKeepOldTransactions() {
    CheckResult result = run(DOUBLE_CHECKER, generate(Family.RANDOM));

    assertThat(result.violationCount()).isGreaterThan(2_000);
    assertThat(result.statistics().get("transactions")).isGreaterThan(20_000);
    assertThat(result.statistics().get("maxTransactions")).isLessThan(2_000);
  }

  private static Trace generate(Family family) {
    return Differential.generate(GeneratorOptions.of(family).withEvents(200_000));
  }

  private static CheckResult check(String events) {
    return run(DOUBLE_CHECKER, trace(events));
  }

  private static CheckResult run(CheckerSpec engine, Trace trace) {
    Checker checker = engine.create(CheckOptions.DEFAULT);
    trace.replay(checker);
    return checker.result();
  }
}
