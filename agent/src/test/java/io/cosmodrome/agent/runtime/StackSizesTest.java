package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class StackSizesTest {
  private static final long MEGABYTE = 1 << 20;
  private static final long LESS = 64 << 10; // than where huge pages end

  @Test
  void size_thatIsAskedFor_isGivenEightTimes() {
    assertThat(StackSizes.of(MEGABYTE)).isEqualTo(8 * MEGABYTE - LESS);
    assertThat(StackSizes.of(1)).isEqualTo(8);
  }

  @Test
  void size_thatIsLarge_growsByALimitedAmount() {
    assertThat(StackSizes.of(4096 * MEGABYTE)).isEqualTo(5120 * MEGABYTE - LESS);
  }

  @Test
  void size_thatMakesNoSense_isLeftToTheJvm() {
    assertThat(StackSizes.of(-1)).isEqualTo(-1);
    assertThat(StackSizes.of(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void usualSize_growsOnlyIfTheJvmWasNotToldOfIt() {
    assertThat(StackSizes.of(0)).isZero();

    StackSizes.letUsualGrow();

    assertThat(StackSizes.of(0)).isEqualTo(8 * MEGABYTE - LESS);
  }
}
