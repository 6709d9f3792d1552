package sample;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ListenedTest {
  private final Counter counter = new Counter();

  private void violate() {
    counter.increment(() -> Threads.runIn(new Thread(() -> counter.increment(() -> {}), "other")));
  }

  @Test
  void plain() {
    violate();
  }

  @RepeatedTest(2)
  void repeated() {
    violate();
  }

  @TestFactory
  DynamicTest factory() {
    return DynamicTest.dynamicTest("dynamic", this::violate);
  }

  @Test
  void innocent() {
    Threads.runIn(new Thread(counter::incrementSafely));
  }
}
