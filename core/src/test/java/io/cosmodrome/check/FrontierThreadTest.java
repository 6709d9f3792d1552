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
  void follow_anEpoch_isLaterThanItAndThanAllBefore() {
    for (int i = 0; i < 5; i++) {
      second.publish();
      second.begin(1, 1);
    }
    long later = second.publish();
    long before = first.publish();

    first.follow(later);
    assertThat(Epoch.clock(first.epoch())).isGreaterThan(Epoch.clock(later));

    long published = first.publish();
    first.follow(before); // an earlier clock: a new epoch all the same, since others know this one
    assertThat(Epoch.clock(first.epoch())).isGreaterThan(Epoch.clock(published));
    assertThat(first.slot()).isEqualTo(Epoch.slot(first.epoch()));
  }

  @Test
  void knows_whatAnEdgeHasTold_andWhatWasBeforeIt() {
    first.begin(1, 1);
    long earlier = first.publish();
    first.begin(2, 1);
    long told = first.publish();
    first.begin(3, 1);
    long later = first.publish();

    frontier.edge(told, 4, second, 5);

    assertThat(second.knows(earlier)).isTrue();
    assertThat(second.knows(told)).isTrue();
    assertThat(second.knows(later)).isFalse();
    assertThat(first.knows(second.publish())).isFalse();
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
