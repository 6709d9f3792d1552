package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ArrayViewTest {
  private static final InlineRuntime RUNTIME = new InlineRuntime(false);

  private final CountDownLatch end = new CountDownLatch(1);
  private final MonitoredThread one = thread();
  private final MonitoredThread other = thread();
  private final int[] array = new int[8];

  /** A thread that lives and does nothing: words of one that is over can be taken away. */
  private MonitoredThread thread() {
    Thread thread = new Thread(this::awaitEnd);
    thread.start();
    return RUNTIME.threads.find(thread);
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void end() {
    end.countDown();
  }

  @Test
  void wordsOfArrayThatOneThreadUses_areItsOwn() {
    ArrayView view = one.recent.viewOf(array);
    view.read(3, one, 1);
    view.write(3, one, 1);

    assertThat(view.ownReads()).hasSize(8);
    assertThat(view.ownWrites()).hasSize(8);
    assertThat(one.recent.viewOf(array)).isSameAs(view);
  }

  @Test
  void write_takesTheWordsOfThatElementFromOthers() {
    ArrayView view = one.recent.viewOf(array);
    view.read(3, one, 1);
    view.write(3, one, 1);
    other.recent.viewOf(array).write(3, other, 1);

    assertThat(view.ownReads()).isNull();
    assertThat(view.ownWrites()).isNull();
    assertThat(view.readFast(3, one, 1)).isFalse();
    assertThat(view.readFast(4, one, 1)).isTrue();
  }

  @Test
  void read_marksTheWordOfTheWriter() {
    ArrayView view = one.recent.viewOf(array);
    view.read(3, one, 1);
    view.write(3, one, 1);
    other.recent.viewOf(array).read(3, other, 1);

    assertThat(view.ownReads()).isNotNull();
    assertThat(view.ownWrites()).isNull();
    assertThat(view.writeFast(3, one, 1)).isFalse();
  }

  @Test
  void wordsThatWereTakenAway_areOwnAgainOnceTheThreadHasLooked() {
    ArrayView view = one.recent.viewOf(array);
    view.write(3, one, 1);
    other.recent.viewOf(array).write(3, other, 1);
    view.write(3, one, 1);

    assertThat(view.ownWrites()).hasSize(8);
  }

  @Test
  void wordsThatAreMadeLate_makeTheThreadLook() {
    one.recent.viewOf(array).write(3, one, 1);
    ArrayView late = other.recent.viewOf(array);
    late.read(4, other, 1);

    assertThat(late.ownReads()).isNull();
    assertThat(late.readFast(3, other, 1)).isFalse();
    assertThat(late.readFast(4, other, 1)).isTrue();
  }
}
