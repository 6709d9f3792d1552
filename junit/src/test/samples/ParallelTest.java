package sample;

import io.cosmodrome.junit.CheckAtomicity;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Both tests run at once, and their tasks in threads that were there before. */
@Execution(ExecutionMode.CONCURRENT)
@CheckAtomicity
class ParallelTest {
  private static final CyclicBarrier BOTH = new CyclicBarrier(2);
  private static final ExecutorService ONE = Executors.newSingleThreadExecutor();
  private static final ExecutorService OTHER = Executors.newSingleThreadExecutor();

  @BeforeAll
  static void startThreads() {
    Threads.runIn(ONE, () -> {});
    Threads.runIn(OTHER, () -> {});
  }

  private final Counter counter = new Counter();

  private static void meet() throws Exception {
    BOTH.await(30, TimeUnit.SECONDS);
  }

  @Test
  void broken() throws Exception {
    meet();
    Threads.runIn(
        ONE, () -> counter.increment(() -> Threads.runIn(OTHER, () -> counter.increment(() -> {}))));
    meet();
  }

  @Test
  void sound() throws Exception {
    meet();
    Threads.runIn(new Thread(counter::incrementSafely));
    counter.incrementSafely();
    meet();
  }

  @AfterAll
  static void shutDown() {
    ONE.shutdown();
    OTHER.shutdown();
  }
}
