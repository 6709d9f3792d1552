package sample;

import io.cosmodrome.junit.CheckAtomicity;
import org.junit.jupiter.api.Test;

@CheckAtomicity
class AnnotatedTest {
  private final Counter counter = new Counter();

  @Test
  void broken() {
    counter.increment(() -> Threads.runIn(new Thread(() -> counter.increment(() -> {}), "other")));
  }

  @Test
  void sound() {
    Threads.runIn(new Thread(counter::incrementSafely));
    counter.incrementSafely();
  }

  @Test
  void alone() {
    counter.incrementSafely();
  }
}
