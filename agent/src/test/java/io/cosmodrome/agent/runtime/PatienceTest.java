package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Field;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PatienceTest {
  private static final int WAITING = 1;

  @BeforeAll
  static void otherThreadsGoOnMeanwhile() {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1);
  }

  /** Is taken at first; who is next asks us before it sleeps, as it does at locks of the JDK. */
  private static final class Taken extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1L;

    private final boolean insists; // until it is woken
    private final transient CountDownLatch asked = new CountDownLatch(1);
    private volatile boolean wasWoken;

    Taken(boolean insists) {
      this.insists = insists;
      setState(1);
    }

    @Override
    protected boolean tryAcquire(int arg) {
      try {
        Object node = next();
        if (node != null && field(node, "status").getInt(node) == WAITING) {
          do {
            wasWoken = Patience.await(this, node);
            asked.countDown();
          } while (insists && !wasWoken);
        }
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(e.getMessage(), e);
      }
      return getState() == 0;
    }

    private @Nullable Object next() throws ReflectiveOperationException {
      Object head = field(this, "head").get(this);
      return head == null ? null : field(head, "next").get(head);
    }

    @Override
    protected boolean tryRelease(int arg) {
      setState(0);
      return true;
    }
  }

  private static Field field(Object object, String name) throws ReflectiveOperationException {
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field;
        }
      }
    }
    throw new NoSuchFieldException(name);
  }

  private static boolean isWoken(boolean insists) throws InterruptedException {
    Taken lock = new Taken(insists);
    Thread thread = new Thread(() -> lock.acquire(1));
    thread.start();
    lock.asked.await();
    boolean wasWoken = lock.wasWoken;
    lock.release(1);
    thread.join();
    return insists ? lock.wasWoken : wasWoken;
  }

  @Test
  void threadThatIsNext_seesThatItIsWoken() throws Exception {
    assertThat(isWoken(true)).isTrue();
  }

  @Test
  void threadThatNobodyWakes_goesToSleepSoon() throws Exception {
    assertThat(isWoken(false)).isFalse();
  }

  @Test
  void threadThatIsNotNext_sleepsAtOnce() {
    assertThat(Patience.await(new Taken(false), new Object())).isFalse();
  }
}
