package io.cosmodrome.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.stress.OtherSample;
import io.cosmodrome.stress.TurnSamples;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicStampedReference;
import org.junit.jupiter.api.Test;

final class KeptCallsTest {
  private static byte[] bytes(Class<?> type) throws IOException {
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = Objects.requireNonNull(type.getResourceAsStream(file))) {
      return in.readAllBytes();
    }
  }

  @SuppressWarnings("unused")
  private static final class Stamps {
    static boolean tries(AtomicStampedReference<String> reference) {
      return reference.attemptStamp("", 1);
    }
  }

  @Test
  void comparison_canBeHeardLater() throws IOException {
    assertThat(KeptCalls.in(bytes(TurnSamples.Comparing.class))).isEqualTo(KeptCalls.LATER);
    assertThat(KeptCalls.in(bytes(Stamps.class))).isEqualTo(KeptCalls.LATER);
  }

  @Test
  void optimisticReadsAndMethodReferences_areHeardAtOnce() throws IOException {
    assertThat(KeptCalls.in(bytes(TurnSamples.Optimistic.class))).isEqualTo(KeptCalls.AT_ONCE);
    assertThat(KeptCalls.in(bytes(TurnSamples.Referring.class))).isEqualTo(KeptCalls.AT_ONCE);
  }

  @Test
  void otherClasses_haveNone() throws IOException {
    assertThat(KeptCalls.in(bytes(TurnSamples.Plain.class))).isEqualTo(KeptCalls.NONE);
  }

  @Test
  void constants_tellTextsAndOwnersOfFields() throws IOException {
    byte[] bytes = bytes(OtherSample.class);

    assertThat(Constants.has(bytes, "add")).isTrue();
    assertThat(Constants.has(bytes, "ad")).isFalse();
    assertThat(Constants.fieldOwners(bytes))
        .containsExactly("io/cosmodrome/stress/TurnSamples$Shared");
  }

  @Test
  void constants_ofLongsAndDoubles_countTwice() throws IOException {
    assertThat(Constants.has(bytes(Math.class), "multiplyHigh")).isTrue();
    assertThat(Constants.fieldOwners(bytes(Math.class))).contains("java/lang/Math");
  }
}
