package sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cosmodrome.junit.AtomicityError;
import io.cosmodrome.junit.Cosmodrome;
import io.cosmodrome.junit.Outcome;
import org.junit.jupiter.api.Test;

class ProgrammaticTest {
  private final Counter counter = new Counter();

  @Test
  void broken() {
    AtomicityError error =
        assertThrows(
            AtomicityError.class,
            () ->
                Cosmodrome.check(
                    () ->
                        counter.increment(
                            () ->
                                Threads.runIn(new Thread(() -> counter.increment(() -> {}))))));
    assertTrue(error.getMessage().contains("Counter.increment is not atomic"), error.getMessage());
  }

  @Test
  void soundAfterBroken() throws Throwable {
    broken();
    Outcome outcome =
        Cosmodrome.check(
            () -> {
              Threads.runIn(new Thread(counter::incrementSafely));
              counter.incrementSafely();
            });
    assertEquals(Outcome.Verdict.OK, outcome.verdict(), outcome.reason());
  }

  @Test
  void alone() throws Throwable {
    Outcome outcome = Cosmodrome.check(counter::incrementSafely);
    assertEquals(Outcome.Verdict.UNKNOWN, outcome.verdict());
    assertTrue(outcome.reason().contains("one thread"), outcome.reason());
  }
}
