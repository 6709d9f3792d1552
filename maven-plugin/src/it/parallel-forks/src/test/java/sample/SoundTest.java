package sample;

import org.junit.jupiter.api.Test;

class SoundTest {
  private final Counter counter = new Counter();

  @Test
  void sound() throws InterruptedException {
    Thread other = new Thread(counter::incrementSafely);
    other.start();
    counter.incrementSafely();
    other.join();
  }
}
