package io.cosmodrome.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.generate.Family;
import io.cosmodrome.generate.GeneratorOptions;
import io.cosmodrome.trace.Trace;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What small traces in one chunk do not show: several chunks, under way at the same time. */
final class FrontierParallelCheckerTest {
  @Test
  void smallTraces_inChunksOfThreeEvents_areJudgedAsByTheOracle() {
    CheckerSpec choppy =
        new CheckerSpec(
            "choppy",
            "made for this test",
            EnumSet.allOf(Guarantee.class),
            options -> new FrontierParallelChecker(options, 3));
    Differential differential = new Differential(List.of(choppy));

    for (long seed = 0; seed < 2_000; seed++) {
      differential.check(RandomOptions.small(seed));
    }
  }

  @ParameterizedTest
  @EnumSource(Family.class)
  void longTrace_inManyChunks_isJudgedAsByFrontier(Family family) {
    Trace trace = Differential.generate(GeneratorOptions.of(family).withEvents(100_000));

    CheckResult expected = run(new FrontierChecker(CheckOptions.DEFAULT), trace);
    CheckResult result = run(new FrontierParallelChecker(CheckOptions.DEFAULT, 1_000), trace);

    assertThat(result.nonSerializable()).isEqualTo(expected.nonSerializable());
    assertThat(result.cycleEvent()).isEqualTo(expected.cycleEvent());
    assertThat(blocks(result)).isEqualTo(blocks(expected));
    WitnessValidator validator = new WitnessValidator(trace);
    assertThat(result.violations()).noneMatch(v -> validator.problemWith(v).isPresent());
  }

  private static CheckResult run(Checker checker, Trace trace) {
    trace.replay(checker);
    return checker.result();
  }

  private static List<List<Long>> blocks(CheckResult result) {
    return result.violations().stream().map(v -> List.of(v.begin(), v.at())).toList();
  }
}
