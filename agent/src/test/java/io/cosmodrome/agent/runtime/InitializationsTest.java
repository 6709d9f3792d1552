package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class InitializationsTest {
  private final Initializations all = new Initializations();

  @Test
  void none_includeNothing() {
    assertThat(all.include(0)).isFalse();
    assertThat(all.include(1)).isFalse();
  }

  @Test
  void initialization_includesItsFirstAndLastEpoch_nothingElse() {
    all.add(20, 30);
    all.add(5, 5);

    assertThat(all.include(4)).isFalse();
    assertThat(all.include(5)).isTrue();
    assertThat(all.include(6)).isFalse();
    assertThat(all.include(19)).isFalse();
    assertThat(all.include(20)).isTrue();
    assertThat(all.include(25)).isTrue();
    assertThat(all.include(30)).isTrue();
    assertThat(all.include(31)).isFalse();
  }

  @Test
  void initializationsWithinOthers_inAnyOrder_areAllIncluded() {
    Random random = new Random(1);
    boolean[] expected = new boolean[4_000];
    for (int outer = 0; outer < 200; outer++) {
      int first = (outer * 37 % 200) * 20; // of different threads, so in no order
      int last = first + 5 + random.nextInt(14);
      for (int inner = first + 1; inner < last - 2 && random.nextBoolean(); inner += 3) {
        all.add(inner, inner + 1); // is over first
      }
      all.add(first, last);
      for (int epoch = first; epoch <= last; epoch++) {
        expected[epoch] = true;
      }
    }

    for (int epoch = 0; epoch < expected.length; epoch++) {
      assertThat(all.include(epoch)).as("epoch %d", epoch).isEqualTo(expected[epoch]);
    }
  }
}
