package io.cosmodrome.generate;

import static io.cosmodrome.TraceText.trace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cosmodrome.check.CheckOptions;
import io.cosmodrome.check.CheckResult;
import io.cosmodrome.check.Checker;
import io.cosmodrome.check.Checkers;
import io.cosmodrome.trace.Trace;
import io.cosmodrome.trace.WellFormedTrace;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TraceShrinkerTest {
  @Test
  void nonSerializableTrace_of300Events_becomesAHandful() {
    for (int seed = 0; seed < 20; seed++) {
      Trace trace =
          TraceGenerator.generate(
              GeneratorOptions.of(Family.RANDOM).withSeed(seed).withEvents(300).withThreads(6));

      Trace shrunk = TraceShrinker.shrink(trace, t -> oracle(t).nonSerializable());

      assertThat(shrunk.size()).as("%s", shrunk).isBetween(4, 6);
      assertThat(oracle(shrunk).nonSerializable()).isTrue();
    }
  }

  @Test
  void plantedViolation_isAllThatIsLeft() {
    Trace trace =
        TraceGenerator.generate(
            GeneratorOptions.of(Family.LATE_VIOLATION).withEvents(300).withSeed(2));

    Trace shrunk = TraceShrinker.shrink(trace, t -> !oracle(t).violations().isEmpty());

    assertThat(shrunk.toString())
        .matches("(?s)T\\d\\|begin\\(Planted.run\\(\\)\\)\\n(T\\d\\|[rw]\\(planted0\\)\\n){3}");
  }

  @Test
  void plantedCycle_isAllThatIsLeft() {
    Trace trace =
        TraceGenerator.generate(
            GeneratorOptions.of(Family.NON_INCREASING).withEvents(300).withSeed(2));

    Trace shrunk = TraceShrinker.shrink(trace, t -> oracle(t).nonSerializable());

    assertThat(shrunk.toString()).contains("planted0").doesNotContain("V").doesNotContain("|end");
    assertThat(oracle(shrunk).violations()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void whateverIsTried_isWellFormed(Family family) {
    for (int seed = 0; seed < 10; seed++) {
      GeneratorOptions options =
          GeneratorOptions.of(family)
              .withSeed(seed)
              .withEvents(100)
              .withVariables(20)
              .withReentrant(seed % 2 == 0)
              .withOpenBlocks(seed % 3 == 0);
      Predicate<Trace> fails =
          candidate -> {
            assertWellFormed(candidate);
            return candidate.toString().lines().filter(line -> line.contains("|w(")).count() > 3;
          };

      Trace shrunk = TraceShrinker.shrink(TraceGenerator.generate(options), fails);

      assertThat(shrunk.size()).isEqualTo(4);
    }
  }

  @Test
  void boundariesOfABlock_goTogetherAndLeaveWhatIsInside() {
    Trace trace = trace("A|begin(p) A|begin(q) A|w(x) A|end(q) A|acq(m) A|r(x) A|rel(m) A|end(p)");

    Trace shrunk =
        TraceShrinker.shrink(
            trace, t -> t.toString().contains("|w(x)") && t.toString().contains("|r(x)"));

    assertThat(shrunk).hasToString("A|w(x)\nA|r(x)\n");
  }

  @Test
  void acquireAfterAReleaseThatIsGone_goesToo() {
    Trace trace = trace("A|acq(m) A|w(x) A|rel(m) B|acq(m) B|w(y)");

    Trace shrunk =
        TraceShrinker.shrink(
            trace,
            t -> {
              assertWellFormed(t);
              return t.toString().startsWith("A|acq(m)") && t.toString().contains("B|w(y)");
            });

    assertThat(shrunk).hasToString("A|acq(m)\nB|w(y)\n");
  }

  @Test
  void traceThatDoesNotFail_isRefused() {
    assertThatThrownBy(() -> TraceShrinker.shrink(trace("A|w(x)"), t -> false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the trace to be shrunk does not fail");
  }

  private static void assertWellFormed(Trace trace) {
    WellFormedTrace wellFormed = new WellFormedTrace(trace.symbols(), new Trace(trace.symbols()));
    trace.replay(wellFormed);
    assertThat(wellFormed.offence()).as("%s", trace).isEmpty();
  }

  private static CheckResult oracle(Trace trace) {
    Checker checker = Checkers.named("oracle").create(CheckOptions.DEFAULT);
    trace.replay(checker);
    return checker.result();
  }
}
