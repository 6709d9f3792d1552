package io.cosmodrome.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GeneratorOptionsTest {
  private static final GeneratorOptions RANDOM = GeneratorOptions.of(Family.RANDOM);

  @ParameterizedTest
  @EnumSource
  void everyFamily_hasSettingsThatGoTogetherAndAName(Family family) {
    GeneratorOptions.of(family).check();

    assertThat(Family.named(family.displayName())).isEqualTo(family);
    assertThat(family.description()).isNotBlank().doesNotContain("\n").hasSizeLessThan(100);
  }

  @Test
  void unknownFamily_isRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> Family.named("radnom"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("unknown family \"radnom\"; known: [random, lock-disciplined, ");
  }

  @Test
  void change_leavesTheOriginalAlone() {
    GeneratorOptions changed = RANDOM.withThreads(9).withSharing(0.5);

    assertThat(changed.threads()).isEqualTo(9);
    assertThat(changed.sharing()).isEqualTo(0.5);
    assertThat(RANDOM.threads()).isEqualTo(4);
    assertThat(changed.toString()).startsWith("random seed=1 events=1000 threads=9 ");
  }

  @Test
  void valuesOutOfRange_areRefusedWithTheRightOnes() {
    assertRefused(RANDOM.withEvents(0), "events is 0, but expected at least 1");
    assertRefused(RANDOM.withThreads(1), "threads is 1, but expected 2 to 200");
    assertRefused(RANDOM.withThreads(201), "threads is 201, but expected 2 to 200");
    assertRefused(RANDOM.withVariables(0), "variables is 0, but expected at least 1");
    assertRefused(RANDOM.withLocks(-1), "locks is -1, but expected at least 0");
    assertRefused(RANDOM.withNesting(0), "nesting is 0, but expected 1 to 10000");
    assertRefused(RANDOM.withBlockLength(0), "blockLength is 0, but expected at least 1");
    assertRefused(RANDOM.withBursts(0), "bursts is 0, but expected at least 1");
    assertRefused(RANDOM.withUnaryShare(1.5), "unaryShare is 1.5, but expected 0 to 1");
    assertRefused(RANDOM.withSharing(Double.NaN), "sharing is NaN, but expected 0 to 1");
  }

  @Test
  void settingsThatDoNotGoTogether_areRefusedWithTheReason() {
    assertRefused(
        RANDOM.withSharing(0.5).withVariables(4),
        "variables is 4 and sharing 0.5, but expected one variable for each of the 4 threads and a"
            + " shared one");
    assertRefused(
        GeneratorOptions.of(Family.LOCK_DISCIPLINED).withLocks(0),
        "locks is 0, but expected at least 1: a disciplined trace accesses shared variables under"
            + " locks");
    assertRefused(
        RANDOM.withPlant(Plant.CYCLE),
        "plant is CYCLE, but expected NONE: only disciplined traces can be planted in");
    assertRefused(
        GeneratorOptions.of(Family.LATE_VIOLATION).withEvents(10),
        "events is 10, but expected at least 14 to plant in");
    assertRefused(
        GeneratorOptions.of(Family.LATE_VIOLATION).withLongTransaction(true).withThreads(2),
        "threads is 2, but expected at least 3 to plant in");
    assertRefused(
        GeneratorOptions.of(Family.LONG_TRANSACTION).withForkJoin(ForkJoin.TREE),
        "forkJoin is TREE, but expected OFF or ANY: the long transaction joins nobody");
  }

  private static void assertRefused(GeneratorOptions options, String message) {
    assertThatThrownBy(() -> new TraceGenerator(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
