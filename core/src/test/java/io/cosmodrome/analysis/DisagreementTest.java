package io.cosmodrome.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.check.CheckOptions;
import io.cosmodrome.check.CheckResult;
import io.cosmodrome.check.CheckerSpec;
import io.cosmodrome.check.Checkers;
import io.cosmodrome.check.Guarantee;
import io.cosmodrome.check.Violation;
import io.cosmodrome.check.Witness;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DisagreementTest {
  private static final Set<Guarantee> EVERYTHING = EnumSet.allOf(Guarantee.class);
  private static final Violation OUTERMOST = new Violation(0, 9, 0, 0, 0, Witness.NONE);
  private static final Violation NESTED = new Violation(1, 9, 0, 0, 1, Witness.NONE);

  @Test
  void equalResults_areNone() {
    assertThat(compare(engine("a", 7, OUTERMOST, NESTED), engine("b", 7, OUTERMOST, NESTED)))
        .isEmpty();
  }

  @Test
  void cycleInOneOnly_isOne() {
    assertThat(compare(engine("a", 7), engine("b", -1)))
        .contains(new Disagreement("a", "b", "whether the trace is serializable", 7));
  }

  @Test
  void cycleInOneOnly_isNoneIfTheOtherDoesNotPromiseIt() {
    EngineVerdict rough = engine("b", -1, EnumSet.of(Guarantee.WITNESS));

    assertThat(compare(engine("a", 7), rough)).isEmpty();
  }

  @Test
  void cycleReportedLater_isOne() {
    assertThat(compare(engine("a", 7), engine("b", 8)))
        .contains(
            new Disagreement(
                "a",
                "b",
                "the first event that makes the trace non-serializable, event 7 or event 8",
                8));
  }

  @Test
  void cycleReportedLater_isNoneForAnEngineThatMayBeLate() {
    EngineVerdict late = engine("b", 8, EnumSet.of(Guarantee.TRACE));

    assertThat(compare(engine("a", 7), late)).isEmpty();
  }

  @Test
  void violationInOneOnly_isOne() {
    assertThat(compare(engine("a", 7), engine("b", 7, OUTERMOST)))
        .contains(
            new Disagreement(
                "a",
                "b",
                "the block that begins at event 0, not violated or violated at event 9",
                9));
  }

  @Test
  void violationSeenAtAnotherEvent_isOne() {
    Violation earlier = new Violation(0, 5, 0, 0, 0, Witness.NONE);

    assertThat(compare(engine("a", 7, earlier), engine("b", 7, OUTERMOST)))
        .map(Disagreement::position)
        .contains(9L);
  }

  @Test
  void nestedViolationInOneOnly_countsForEnginesThatPromiseNestedBlocks() {
    Set<Guarantee> outermostOnly = EnumSet.of(Guarantee.TRACE, Guarantee.TRANSACTIONS);

    assertThat(compare(engine("a", 7, OUTERMOST, NESTED), engine("b", 7, OUTERMOST))).isPresent();
    assertThat(compare(engine("a", 7, OUTERMOST, NESTED), engine("b", 7, outermostOnly, OUTERMOST)))
        .isEmpty();
  }

  @Test
  void listsThatAreNotComplete_areNotCompared() {
    EngineVerdict a = engine("a", 7, OUTERMOST);
    EngineVerdict b = truncated(engine("b", 7));

    assertThat(compare(a, b)).isEmpty();
    assertThat(
            Disagreement.among(
                List.of(a, engine("b", 7)), CheckOptions.DEFAULT.withFirstOnly(true)))
        .isEmpty();
  }

  @Test
  void countsOfListsThatAreNotComplete_areCompared() {
    EngineVerdict a = engine("a", 7, OUTERMOST);
    EngineVerdict b = truncated(engine("b", 7, OUTERMOST));

    assertThat(compare(a, b))
        .contains(new Disagreement("a", "b", "how many blocks are violated, 1 or 2", 9));
    assertThat(Disagreement.among(List.of(a, b), CheckOptions.DEFAULT.withFirstOnly(true)))
        .isEmpty();
  }

  @Test
  void thirdEngine_isComparedToo() {
    assertThat(compare(engine("a", 7), engine("b", 7), engine("c", 8)))
        .map(Disagreement::second)
        .contains("c");
  }

  private static Optional<Disagreement> compare(EngineVerdict... engines) {
    return Disagreement.among(List.of(engines), CheckOptions.DEFAULT);
  }

  private static EngineVerdict engine(String name, long cycleEvent, Violation... violations) {
    return engine(name, cycleEvent, EVERYTHING, violations);
  }

  private static EngineVerdict engine(
      String name, long cycleEvent, Set<Guarantee> guarantees, Violation... violations) {
    return new EngineVerdict(
        new CheckerSpec(name, "for this test", guarantees, Checkers.DEFAULT.factory()),
        Verdict.VIOLATION,
        new CheckResult(
            name,
            10,
            cycleEvent >= 0,
            cycleEvent,
            Witness.NONE,
            List.of(violations),
            violations.length,
            Map.of()));
  }

  private static EngineVerdict truncated(EngineVerdict engine) {
    CheckResult result = engine.result();
    return new EngineVerdict(
        engine.engine(),
        engine.verdict(),
        new CheckResult(
            result.engine(),
            result.events(),
            result.nonSerializable(),
            result.cycleEvent(),
            result.cycle(),
            result.violations(),
            result.violationCount() + 1,
            result.statistics()));
  }
}
