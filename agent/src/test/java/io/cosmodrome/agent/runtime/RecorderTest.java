package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.trace.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The order that buffers of several threads are told in. */
final class RecorderTest {
  private static final int SITE = 0; // the one that every runtime has

  private final InlineRuntime runtime = InlineRuntime.recording(false, 64, false);
  private final Output output = new Output();

  /** Tells when a thread is joined. */
  private static final class Output extends KeptEvents {
    private final CountDownLatch joined = new CountDownLatch(1);

    @Override
    public void event(int op, int thread, int target, int location) {
      super.event(op, thread, target, location);
      if (op == Op.JOIN) {
        joined.countDown();
      }
    }

    List<Integer> targets() {
      List<Integer> targets = new ArrayList<>();
      trace.replay((op, thread, target, location) -> targets.add(target));
      return targets;
    }
  }

  private Recorder recorder() {
    Recorder recorder = runtime.recorder();
    if (recorder == null) {
      throw new IllegalStateException("it is a runtime that records");
    }
    return recorder;
  }

  private EventBuffer buffer(int slot, Thread thread) {
    return recorder().newBuffer(thread, slot, recorder().newThread(thread));
  }

  private static void add(EventBuffer buffer, int... targets) {
    for (int target : targets) {
      buffer.add(Op.READ, SITE, target);
    }
  }

  @Test
  void segments_areToldAsAWhole_inTheOrderOfTheirClocks() {
    recorder().start(output);
    synchronized (runtime.lock) { // so that all of it is in one cut
      EventBuffer first = buffer(1, Thread.currentThread());
      first.addClock(5);
      add(first, 50, 51);
      first.addClock(9);
      add(first, 90);
      EventBuffer second = buffer(2, Thread.currentThread());
      second.addClock(3);
      add(second, 30, 31, 32);
      second.addClock(7);
      add(second, 70);
    }
    recorder().close();

    assertThat(output.targets()).containsExactly(30, 31, 32, 50, 51, 70, 90);
  }

  @Test
  void thread_thatIsOver_isJoinedOnceAllOfItIsTold() throws InterruptedException {
    recorder().start(output);
    synchronized (runtime.lock) {
      add(buffer(1, new Thread(() -> {})), 70); // which does not run
    }

    boolean isJoined = output.joined.await(30, TimeUnit.SECONDS);
    recorder().close();

    assertThat(isJoined).isTrue();
    assertThat(output.targets()).containsExactly(70, 0);
  }
}
