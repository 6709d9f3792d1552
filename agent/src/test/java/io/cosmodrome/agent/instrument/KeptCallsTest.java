package io.cosmodrome.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.locks.StampedLock;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;

final class KeptCallsTest {
  @SuppressWarnings("unused")
  private static final class Stamps {
    static boolean tries(AtomicStampedReference<String> reference) {
      return reference.attemptStamp("", 1);
    }
  }

  @SuppressWarnings("unused")
  private static final class Validations {
    static boolean isValid(StampedLock lock) {
      return lock.validate(1);
    }
  }

  @SuppressWarnings("unused")
  private static final class Additions {
    static long next(AtomicLong number) {
      return number.incrementAndGet();
    }
  }

  private static boolean mayBeIn(Class<?> type) throws IOException {
    return KeptCalls.mayBeIn(new ClassReader(type.getName()));
  }

  @Test
  void comparison_ofAStamp_isKept() throws IOException {
    assertThat(mayBeIn(Stamps.class)).isTrue();
  }

  @Test
  void validation_ofAnOptimisticRead_isKept() throws IOException {
    assertThat(mayBeIn(Validations.class)).isTrue();
  }

  @Test
  void addition_whichIsNeverInVain_isNotKept() throws IOException {
    assertThat(mayBeIn(Additions.class)).isFalse();
  }
}
