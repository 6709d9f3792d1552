package io.cosmodrome.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cosmodrome.generate.Family;
import io.cosmodrome.generate.GeneratorOptions;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Trace;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Every engine against the oracle, on random traces of every family.
 *
 * <p>50,000 traces; three million with {@code -Dcosmodrome.slow=true}. {@code -Dcosmodrome.seed=N}
 * starts at another seed.
 */
class DifferentialTest {
  private static final boolean SLOW = Boolean.getBoolean("cosmodrome.slow");
  private static final long FIRST_SEED = Long.getLong("cosmodrome.seed", 0);
  private static final Set<Guarantee> EVERYTHING = EnumSet.allOf(Guarantee.class);

  @Test
  void everyEngine_onSmallTracesOfAllFamilies_agreesWithTheOracle() {
    Differential differential = new Differential(Differential.enginesToJudge());
    long traces = SLOW ? 3_000_000 : 50_000;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + traces; seed++) {
      differential.check(RandomOptions.small(seed));
    }
    System.out.print(differential.summary());
  }

  @Test
  void everyEngine_onManyThreadsAndOpenBlocks_agreesWithTheOracle() {
    Differential differential = new Differential(Differential.enginesToJudge());
    long traces = SLOW ? 20_000 : 200;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + traces; seed++) {
      differential.check(RandomOptions.wide(seed));
    }
    System.out.print(differential.summary());
  }

  @Test
  void wideTraces_oftenHaveMoreThan64OpenBlocks() {
    int wide = 0;
    for (long seed = 0; seed < 100; seed++) {
      Trace trace = Differential.generate(RandomOptions.wide(seed));
      int open = 0;
      for (int event = 0; event < trace.size(); event++) {
        open += trace.op(event) == Op.BEGIN ? 1 : 0;
        open -= Op.isEnd(trace.op(event)) ? 1 : 0;
      }
      wide += open > 64 ? 1 : 0;
    }

    assertThat(wide).isGreaterThan(30);
  }

  @Test
  void engineThatForgetsConflictsOfWrites_isCaughtAndShrunk() {
    CheckerSpec forgetful = spec(EnumSet.of(Guarantee.TRACE), ForgetfulChecker::new);
    Differential differential = new Differential(List.of(forgetful));

    assertThatThrownBy(
            () -> {
              for (long seed = 0; seed < 500; seed++) {
                differential.check(
                    GeneratorOptions.of(Family.RANDOM).withSeed(seed).withEvents(99));
              }
            })
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("nonSerializable is true, but it finds false")
        .hasMessageContaining("# random seed=")
        .hasMessageMatching("(?s).*shrunk to [456] of 99 .*T\\d+\\|begin.*\\|v?w.*\\|v?w.*");
  }

  @Test
  void engineThatMissesAViolation_isCaught() {
    assertThatThrownBy(() -> judge(tampered(violation -> List.of())))
        .hasMessageContaining("it misses Violation");
  }

  @Test
  void engineThatMissesNestedBlocks_isCaught() {
    assertThatThrownBy(() -> judge(tampered(v -> v.depth() > 0 ? List.of() : List.of(v))))
        .hasMessageContaining("it misses Violation")
        .hasMessageContaining("depth=1");
  }

  @Test
  void engineThatReportsLate_isCaught() {
    assertThatThrownBy(
            () -> judge(tampered(v -> List.of(copy(v, v.begin(), v.at() + 1, v.witness())))))
        .hasMessageContaining("but it finds");
  }

  @Test
  void engineThatBlamesAnotherBlock_isCaught() {
    assertThatThrownBy(
            () -> judge(tampered(v -> List.of(copy(v, v.begin() + 1, v.at(), v.witness())))))
        .hasMessageContaining("the block is not violated");
  }

  @Test
  void engineWithoutItsPromisedWitness_isCaught() {
    assertThatThrownBy(
            () -> judge(tampered(v -> List.of(copy(v, v.begin(), v.at(), Witness.NONE)))))
        .hasMessageContaining("wrong witness: the witness is empty");
  }

  @Test
  void engineWithAWitnessThatLeadsNowhere_isCaught() {
    assertThatThrownBy(
            () ->
                judge(
                    tampered(
                        v -> {
                          Witness cut = new Witness(v.witness().edges().subList(0, 1));
                          return List.of(copy(v, v.begin(), v.at(), cut));
                        })))
        .hasMessageContaining("wrong witness: the path does not end in the block");
  }

  @Test
  void engineThatReportsABlockTwice_isCaught() {
    assertThatThrownBy(() -> judge(tampered(v -> List.of(v, v))))
        .hasMessageContaining("it does not list each violated block once");
  }

  @Test
  void engineThatThrows_isCaught() {
    assertThatThrownBy(
            () ->
                judge(
                    tampered(
                        v -> {
                          throw new IllegalStateException("lost");
                        })))
        .hasMessageContaining("it throws java.lang.IllegalStateException: lost");
  }

  @Test
  void untamperedOracle_agreesWithItself() {
    judge(tampered(List::of));
  }

  private static void judge(CheckerSpec engine) {
    Differential differential = new Differential(List.of(engine));
    for (long seed = 0; seed < 500; seed++) {
      differential.check(RandomOptions.small(seed));
    }
  }

  private static CheckerSpec tampered(Function<Violation, List<Violation>> change) {
    return spec(EVERYTHING, options -> new TamperedOracle(options, change));
  }

  private static CheckerSpec spec(
      Set<Guarantee> guarantees, Function<CheckOptions, Checker> factory) {
    return new CheckerSpec("broken", "made for this test", guarantees, factory);
  }

  private static Violation copy(Violation violation, long begin, long at, Witness witness) {
    return new Violation(
        begin, at, violation.thread(), violation.label(), violation.depth(), witness);
  }
}
