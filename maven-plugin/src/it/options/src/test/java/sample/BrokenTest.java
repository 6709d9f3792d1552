package sample;

import org.junit.jupiter.api.Test;

class BrokenTest {
  private final Counter counter = new Counter();

  /** Another thread increments between the read and the write: surely, so that the sample always fails. */
  @Test
  void broken() {
    counter.increment(
        () -> {
          Thread other = new Thread(() -> counter.increment(() -> {}), "other");
          other.start();
          try {
            other.join();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
