package sample;

import io.cosmodrome.junit.CheckAtomicity;
import org.junit.jupiter.api.Test;

class UnknownTest {
  private final Counter counter = new Counter();

  @Test
  @CheckAtomicity
  void alone() {
    counter.incrementSafely();
  }
}
