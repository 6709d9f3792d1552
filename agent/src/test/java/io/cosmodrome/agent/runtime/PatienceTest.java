package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PatienceTest {
  @BeforeAll
  static void threadsCanGoOnMeanwhile() {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1);
  }

  /** A synchronizer whose state means nothing to others. */
  private static final class Own extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1L;

    Own() {
      setState(1);
    }
  }

  private static boolean looksFree(Object lock) throws ReflectiveOperationException {
    Field sync = lock.getClass().getDeclaredField("sync");
    sync.setAccessible(true);
    return Patience.await((AbstractQueuedSynchronizer) sync.get(lock));
  }

  @Test
  void lock_looksTakenUntilItIsGivenBack() throws Exception {
    ReentrantLock lock = new ReentrantLock();
    assertThat(looksFree(lock)).isTrue();
    assertThat(lock.tryLock()).isTrue();
    assertThat(looksFree(lock)).isFalse();
    lock.unlock();
    assertThat(looksFree(lock)).isTrue();
  }

  @Test
  void readWriteLock_looksTakenWhileItIsWritten_butNotWhileItIsRead() throws Exception {
    ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    assertThat(lock.writeLock().tryLock()).isTrue();
    assertThat(looksFree(lock)).isFalse();
    lock.writeLock().unlock();
    assertThat(lock.readLock().tryLock()).isTrue();
    assertThat(looksFree(lock)).isTrue();
  }

  @Test
  void whatIsFairOrHasAnotherMeaning_isNotWaitedFor() throws Exception {
    ReentrantLock fair = new ReentrantLock(true);
    assertThat(fair.tryLock()).isTrue();
    assertThat(looksFree(fair)).isTrue();
    assertThat(Patience.await(new Own())).isTrue();
  }

  @Test
  void threadThatLooks_seesThatTheLockIsGivenBack() throws Exception {
    ReentrantLock lock = new ReentrantLock();
    assertThat(lock.tryLock()).isTrue();
    AtomicBoolean looks = new AtomicBoolean();
    AtomicBoolean seen = new AtomicBoolean();
    Thread other =
        new Thread(
            () -> {
              try {
                looks.set(true);
                while (!looksFree(lock)) {
                  Thread.onSpinWait();
                }
                seen.set(true);
              } catch (ReflectiveOperationException e) {
                throw new LinkageError(e.getMessage(), e);
              }
            });
    other.start();
    while (!looks.get()) {
      Thread.onSpinWait();
    }
    lock.unlock();
    other.join();
    assertThat(seen).isTrue();
  }
}
