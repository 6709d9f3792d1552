package io.cosmodrome.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.check.FrontierThread.Hop;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FrontierThreadTest {
  private static final Frontier.Listener NOBODY =
      new Frontier.Listener() {
        @Override
        public void violated(FrontierThread thread, int block, long ref, List<Hop> path) {}

        @Override
        public void cycle(FrontierThread thread, long ref, List<Hop> path) {}
      };

  private final Frontier frontier = new Frontier(NOBODY);
  private final FrontierThread first = started(0);
  private final FrontierThread second = started(1);

  private FrontierThread started(int id) {
    FrontierThread thread = new FrontierThread(id);
    frontier.start(thread);
    return thread;
  }

  @Test
  void isUnreached_outsideOfBlocks_untilAnEdgeFromARunningBlock() {
    assertThat(first.isUnreached()).isTrue();
    first.begin(1, 1);
    assertThat(first.isUnreached()).isFalse();
    assertThat(second.isUnreached()).isTrue();

    frontier.edge(first.publish(), 2, second, 3);

    assertThat(second.isUnreached()).isFalse();
  }

  @Test
  void isUnreached_afterAnEdgeFromAFinishedBlock_isStillTrue() {
    first.begin(1, 1);
    long epoch = first.publish();
    first.end();

    frontier.edge(epoch, 2, second, 3);

    assertThat(second.isUnreached()).isTrue();
  }
}
