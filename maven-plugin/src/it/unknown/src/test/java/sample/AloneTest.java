package sample;

import org.junit.jupiter.api.Test;

class AloneTest {
  @Test
  void alone() {
    new Counter().incrementSafely();
  }
}
