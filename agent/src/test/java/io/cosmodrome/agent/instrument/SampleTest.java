package io.cosmodrome.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.objectweb.asm.Opcodes.AALOAD;
import static org.objectweb.asm.Opcodes.AASTORE;
import static org.objectweb.asm.Opcodes.IALOAD;
import static org.objectweb.asm.Opcodes.SALOAD;
import static org.objectweb.asm.Opcodes.SASTORE;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SampleTest {
  private static final int FIELDS = 10_000;

  private static long chosen(Sample sample) {
    return IntStream.range(0, FIELDS).filter(i -> sample.watches("a/Bank", "f" + i)).count();
  }

  @Test
  void share_isAboutThatOfTheFields() {
    assertThat(chosen(new Sample(0.05, 1))).isBetween(400L, 600L);
    assertThat(chosen(new Sample(0.5, 1))).isBetween(4_800L, 5_200L);
    assertThat(chosen(Sample.ALL)).isEqualTo(FIELDS);
  }

  @Test
  void sameSeed_choosesTheSame_andAnotherSeedOthers() {
    Sample one = new Sample(0.5, 7);
    Sample same = new Sample(0.5, 7);
    Sample other = new Sample(0.5, 8);

    assertThat(IntStream.range(0, 100))
        .allMatch(i -> one.watches("Bank", "f" + i) == same.watches("Bank", "f" + i));
    assertThat(IntStream.range(0, 100))
        .anyMatch(i -> one.watches("Bank", "f" + i) != other.watches("Bank", "f" + i));
  }

  @Test
  void loadsAndStores_ofOneTypeInOneSourceFile_areChosenTogether() {
    for (int seed = 0; seed < 100; seed++) {
      Sample sample = new Sample(0.5, seed);
      boolean objects = sample.watchesArrays("a/Bank", AALOAD);
      assertThat(sample.watchesArrays("a/Bank$Vault", AASTORE)).isEqualTo(objects);
      assertThat(sample.watchesArrays("a/Bank$Vault$1", SALOAD))
          .isEqualTo(sample.watchesArrays("a/Bank", SASTORE));
    }
    assertThat(IntStream.range(0, 100))
        .anyMatch(
            seed ->
                new Sample(0.5, seed).watchesArrays("a/Bank", AALOAD)
                    != new Sample(0.5, seed).watchesArrays("a/Bank", IALOAD));
  }

  @Test
  void limit_saysHowManyAndHowToChooseThemAgain() {
    Sample sample = new Sample(0.5, 3);
    for (int i = 0; i < 4; i++) {
      sample.watches("Bank", "f" + i);
    }

    assertThat(sample.limit().name()).isEqualTo("sampled");
    assertThat(sample.limit().text())
        .matches("[0-4] of 4 fields and 0 of 0 kinds of arrays were watched; seed=3 .*");
  }
}
