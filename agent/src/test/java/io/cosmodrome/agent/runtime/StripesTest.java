package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class StripesTest {
  private static final InlineRuntime RUNTIME = new InlineRuntime(false);
  private static final int HASH = 17;

  private final Stripes stripes = new Stripes();
  private int count; // under the stripe

  private static MonitoredThread me() {
    return RUNTIME.threads.find(Thread.currentThread());
  }

  @Test
  void holdersOfOneStripe_excludeEachOther() throws Exception {
    int turns = 100_000;
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          new Thread(
              () -> {
                for (int turn = 0; turn < turns; turn++) {
                  stripes.hold(HASH, me());
                  count++;
                  stripes.release(me());
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(count).isEqualTo(4 * turns);
    assertThat(stripes.givenUp()).isZero();
  }

  @Test
  void threadThatWaits_getsTheStripeWhenItIsLetGo_andStaysInterrupted() throws Exception {
    stripes.hold(HASH, me());
    AtomicBoolean interrupted = new AtomicBoolean();
    CountDownLatch held = new CountDownLatch(1);
    Thread other =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              stripes.hold(HASH, me());
              interrupted.set(Thread.interrupted());
              held.countDown();
            });
    other.start();
    while (other.getState() != Thread.State.TIMED_WAITING) {
      assertThat(held.getCount()).isOne();
      Thread.onSpinWait();
    }
    stripes.release(me());
    other.join();

    assertThat(interrupted).isTrue();
    assertThat(stripes.givenUp()).isZero();
  }

  @Test
  void threadWithAStripe_letsGoOfItWhenItHoldsAnother() throws Exception {
    stripes.hold(HASH, me());
    stripes.hold(HASH + 1, me());
    Thread other = new Thread(() -> stripes.hold(HASH, me()));
    other.start();
    other.join();

    assertThat(stripes.givenUp()).isZero();
  }

  @Test
  void holderThatNeverComesBack_isOverrun_andCounted() throws Exception {
    Thread holder = new Thread(() -> stripes.hold(HASH, me()));
    holder.start();
    holder.join();

    stripes.hold(HASH, me());

    assertThat(stripes.givenUp()).isOne();
    stripes.release(me());
  }
}
