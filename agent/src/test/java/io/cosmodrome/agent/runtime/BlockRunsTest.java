package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BlockRunsTest {
  private final BlockRuns runs = new BlockRuns();

  @Test
  void runsOfAllThreads_areAddedUp() {
    BlockRuns.Counters one = runs.take();
    BlockRuns.Counters other = runs.take();
    one.add(5);
    one.add(5);
    other.add(5);
    other.add(7);

    assertThat(runs.sums()).isEqualTo(Map.of(5, 3L, 7, 1L));
  }

  @Test
  void threadThatIsOver_leavesItsCountersToTheNext() {
    BlockRuns.Counters counters = runs.take();
    counters.add(5);
    runs.giveBack(counters);

    assertThat(runs.take()).isSameAs(counters);
    assertThat(runs.sums()).isEqualTo(Map.of(5, 1L));
  }

  @Test
  void newBlocks_areCountedApartAndOldRunsAreKept() {
    BlockRuns.Counters counters = runs.take();
    counters.add(1);
    for (int block = 0; block <= 1_000; block++) {
      runs.makeRoom(block);
    }
    counters.add(1);
    counters.add(65);
    counters.add(1_000);
    runs.take().add(1_000);

    assertThat(runs.sums()).isEqualTo(Map.of(1, 2L, 65, 1L, 1_000, 2L));
  }

  @Test
  void thousandsOfThreads_shareTheCounters() {
    List<BlockRuns.Counters> taken = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      taken.add(runs.take());
      taken.get(i).add(3);
    }

    assertThat(taken.stream().distinct().count()).isLessThan(1_000);
    assertThat(runs.sums()).isEqualTo(Map.of(3, 10_000L));

    taken.forEach(runs::giveBack);
    assertThat(runs.take()).isIn(taken);
  }

  @Test
  void clear_forgetsAll() {
    BlockRuns.Counters counters = runs.take();
    counters.add(1);
    runs.makeRoom(64);
    counters.add(1);
    runs.clear();
    counters.add(2);

    assertThat(runs.sums()).isEqualTo(Map.of(2, 1L));
  }
}
