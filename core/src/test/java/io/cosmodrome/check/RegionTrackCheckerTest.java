package io.cosmodrome.check;

import static io.cosmodrome.TraceText.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.generate.Family;
import io.cosmodrome.generate.ForkJoin;
import io.cosmodrome.generate.GeneratorOptions;
import io.cosmodrome.trace.Trace;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RegionTrackCheckerTest {
  private static final CheckerSpec REGION_TRACK = Checkers.named("regiontrack");

  @Test
  void cycleOverFiveThreads_thatThePrintedPropagationMisses_isFoundAtItsEvent() {
    CheckResult result =
        check(
            "A|begin A|w(a) B|begin B|r(a) B|w(b) B|end B|begin B|w(b2) E|r(b2) C|begin C|w(c)"
                + " D|begin D|r(c) D|w(d) C|r(b) A|r(d)");

    assertThat(result.cycleEvent()).isEqualTo(15);
    assertThat(result.violations()).isEmpty();
  }

  @Test
  void write_afterForeignWriteToWhatWasRead_isViolation() {
    CheckResult result = check("A|begin A|r(x) B|w(x) A|w(x) A|end");

    assertThat(result.violations()).containsExactly(new Violation(0, 3, 0, -1, 0, Witness.NONE));
    assertThat(result.cycleEvent()).isEqualTo(3);
  }

  @Test
  void cycleThatEntersATransactionLateAndLeavesItEarly_violatesNoBlock() {
    CheckResult result = check("A|begin A|w(x) B|begin B|w(y) B|r(x) A|r(y)");

    assertThat(result.cycleEvent()).isEqualTo(5);
    assertThat(result.violations()).isEmpty();
  }

  @Test
  void nestedBlocks_areViolatedEachAtItsOwnEvent() {
    CheckResult result =
        check(
            "A|begin A|w(x) A|begin A|w(y) B|r(x) B|w(u) A|r(u) B|r(y) B|w(v) A|r(v) A|end A|end");

    assertThat(result.violations())
        .containsExactly(
            new Violation(0, 6, 0, -1, 0, Witness.NONE),
            new Violation(2, 9, 0, -1, 1, Witness.NONE));
  }

  @Test
  void eventsOutsideBlocks_areNotOneTransaction() {
    // B's write of y comes before its read of x: A reaches the latter, not the former
    assertThat(check("A|begin A|w(x) B|w(y) B|r(x) A|r(y)").nonSerializable()).isFalse();
    assertThat(check("A|begin A|w(x) B|r(x) B|w(y) A|r(y)").cycleEvent()).isEqualTo(4);
  }

  @Test
  void joinOfChildWithoutEvents_transmitsNothing() {
    assertThat(check("A|begin A|fork(B) A|join(B) A|end").nonSerializable()).isFalse();
    assertThat(check("A|begin A|fork(B) B|r(x) A|join(B) A|end").cycleEvent()).isEqualTo(3);
  }

  @Test
  void subregionsAndJoins_areCountedAsInThePaper() {
    // its trace alpha1: three conflicts between threads, each tells a transaction something new
    CheckResult result =
        check(
            "1|begin 1|r(x) 2|begin 2|w(y) 2|w(x) 3|begin 3|r(y) 3|w(u) 2|end 2|begin 2|w(v) 2|end"
                + " 3|end 3|begin 3|w(z) 3|end 1|r(z) 1|end");

    assertThat(result.statistics())
        .containsEntry("joins", 3L)
        .containsEntry("subregions", 3L)
        .containsEntry("maxRunningTransactions", 3L);
  }

  @Test
  void readAgainInTheSameSubregion_isNoJoin() {
    CheckResult result = check("A|w(x) B|begin B|r(x) B|r(x) B|w(y) B|r(x) B|end");

    assertThat(result.statistics()).containsEntry("joins", 1L).containsEntry("subregions", 1L);
  }

  @Test
  void shortThreads_shareSlots() {
    GeneratorOptions options =
        GeneratorOptions.of(Family.SHORT_THREADS).withThreads(8).withEvents(50_000);
    Trace trace = Differential.generate(options);

    CheckResult result = run(REGION_TRACK, trace);

    assertThat(trace.symbols().threads().count()).isGreaterThan(500);
    assertThat(result.statistics().get("threadSlots")).isLessThan(40);
  }

  @Test
  void slotOfThreadThatARunningTransactionReaches_isNotGivenToAnUnrelatedThread() {
    // A reaches C; D is neither forked after C nor reached by A, so A's read closes no cycle
    CheckResult result =
        check("A|begin A|w(x) C|r(x) B|join(C) E|fork(D) D|w(y) A|r(y) A|end B|w(z)");

    assertThat(result.nonSerializable()).isFalse();
    assertThat(result.statistics()).containsEntry("threadSlots", 5L);
  }

  @Test
  void slotOfThreadThatCameBeforeTheFork_isReusedAndStillReached() {
    CheckResult result =
        check("A|begin A|w(x) C|r(x) B|join(C) B|fork(D) D|w(y) A|r(y) A|end B|w(z)");

    assertThat(result.cycleEvent()).isEqualTo(6);
    assertThat(result.statistics()).containsEntry("threadSlots", 3L);
  }

  @Test
  void randomTraces_agreeWithTheOracle() {
    Differential differential = new Differential(List.of(REGION_TRACK));
    for (long seed = 1_000_000; seed < 1_003_000; seed++) {
      differential.check(RandomOptions.small(seed));
    }
  }

  @Test
  void moreThan64Threads_agreeWithTheOracle() {
    Differential differential = new Differential(List.of(REGION_TRACK));
    for (long seed = 0; seed < 5; seed++) {
      differential.check(
          RandomOptions.wide(seed).withThreads(150).withEvents(300).withForkJoin(ForkJoin.OFF));
    }
  }

  @ParameterizedTest
  @EnumSource(Family.class)
  void longTraces_agreeWithFrontier(Family family) {
    Trace trace = Differential.generate(GeneratorOptions.of(family).withEvents(20_000));
    CheckResult expected = run(Checkers.named("frontier"), trace);

    CheckResult result = run(REGION_TRACK, trace);

    assertThat(result.cycleEvent()).isEqualTo(expected.cycleEvent());
    assertThat(result.violations().stream().map(RegionTrackCheckerTest::withoutWitness))
        .isEqualTo(
            expected.violations().stream().map(RegionTrackCheckerTest::withoutWitness).toList());
  }

  private static Violation withoutWitness(Violation violation) {
    return new Violation(
        violation.begin(),
        violation.at(),
        violation.thread(),
        violation.label(),
        violation.depth(),
        Witness.NONE);
  }

  private static CheckResult check(String events) {
    return run(REGION_TRACK, trace(events));
  }

  private static CheckResult run(CheckerSpec engine, Trace trace) {
    Checker checker = engine.create(CheckOptions.DEFAULT);
    trace.replay(checker);
    return checker.result();
  }
}
