package io.cosmodrome.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class VelodromeGraphTest {
  private static final int THREAD = 0;

  private final VelodromeGraph graph = new VelodromeGraph(false);
  private long now = 1;

  private VelodromeNode open() {
    now++;
    return graph.open(THREAD);
  }

  private long step(VelodromeNode node) {
    return VelodromeGraph.step(node, now);
  }

  private void connect(VelodromeNode from, VelodromeNode to) {
    graph.connect(step(from), THREAD, to, ++now);
  }

  @Test
  void finishedNode_withoutIncomingEdges_isCollected() {
    VelodromeNode node = open();
    long step = step(node);
    assertThat(graph.isAlive(step)).isTrue();

    graph.finish(node, ++now);

    assertThat(graph.isAlive(step)).isFalse();
  }

  @Test
  void finishedNode_withAnIncomingEdge_livesAsLongAsItsSource() {
    VelodromeNode running = open();
    VelodromeNode next = open();
    VelodromeNode last = open();
    connect(running, next);
    connect(next, last);
    long step = step(last);
    graph.finish(next, ++now);
    graph.finish(last, ++now);
    assertThat(graph.isAlive(step)).isTrue();

    graph.finish(running, ++now);

    assertThat(graph.isAlive(step)).isFalse();
  }

  @Test
  void severalEdgesBetweenTwoNodes_countOnce() {
    for (boolean keepAll : new boolean[] {false, true}) {
      VelodromeGraph either = new VelodromeGraph(keepAll);
      VelodromeNode from = either.open(0);
      VelodromeNode to = either.open(1);
      for (long stamp = 1; stamp < 100; stamp += 2) {
        either.connect(VelodromeGraph.step(from, stamp), 0, to, stamp + 1);
      }
      long step = VelodromeGraph.step(to, 100);
      either.finish(to, 101);
      assertThat(either.isAlive(step)).isTrue();

      either.finish(from, 102);

      assertThat(either.isAlive(step)).isFalse();
    }
  }

  @Test
  void edgeBetweenConnectedNodes_replacesTheOldOneOrStandsBesideIt() {
    for (boolean keepAll : new boolean[] {false, true}) {
      VelodromeGraph either = new VelodromeGraph(keepAll);
      VelodromeNode from = either.open(0);
      VelodromeNode to = either.open(1);
      either.connect(VelodromeGraph.step(from, 1), 0, to, 2);
      either.connect(VelodromeGraph.step(from, 3), 0, to, 4);

      assertThat(to.incoming.count()).isEqualTo(keepAll ? 2 : 1);
      assertThat(to.incoming.arrival(to.incoming.count() - 1)).isEqualTo(4);
    }
  }

  @Test
  void edgeThatLeavesNoLaterThanAnEarlierOne_isLeftOutOfAllEdges() {
    VelodromeGraph all = new VelodromeGraph(true);
    VelodromeNode from = all.open(0);
    VelodromeNode to = all.open(1);
    all.connect(VelodromeGraph.step(from, 3), 0, to, 4);
    all.connect(VelodromeGraph.step(from, 1), 0, to, 5);

    assertThat(to.incoming.count()).isEqualTo(1);
    assertThat(to.incoming.arrival(0)).isEqualTo(4);
  }

  @Test
  void ancestors_reachNodesThatWereConnectedBefore() {
    VelodromeNode first = open();
    VelodromeNode second = open();
    VelodromeNode third = open();
    connect(second, third);
    connect(first, second);

    assertThat(third.isAfter(first)).isTrue();
    assertThat(first.isAfter(third)).isFalse();
  }

  @Test
  void collectedNodes_areUsedAgain_andTheirStepsStayVoid() {
    VelodromeNode first = open();
    long step = step(first);
    graph.finish(first, ++now);
    int highest = 0;
    boolean reused = false;
    for (int i = 0; i < 10_000; i++) {
      VelodromeNode node = open();
      highest = Math.max(highest, node.id);
      reused |= node.id == first.id;
      assertThat(graph.isAlive(step)).isFalse();
      graph.finish(node, ++now);
    }

    assertThat(reused).isTrue();
    assertThat(highest).isLessThan(100);
    assertThat(graph.allocated()).isEqualTo(10_001);
    assertThat(graph.maxAlive()).isEqualTo(1);
  }

  @Test
  void nodeUsedAgain_isNotTakenForTheAncestorThatItWas() {
    VelodromeNode survivor = open();
    for (int i = 0; i < 1_000; i++) {
      VelodromeNode node = open();
      assertThat(survivor.isAfter(node)).isFalse();
      connect(node, survivor);
      assertThat(survivor.isAfter(node)).isTrue();
      graph.finish(node, ++now);
    }
    long step = step(survivor);
    graph.finish(survivor, ++now);

    assertThat(graph.isAlive(step)).isFalse();
    assertThat(graph.maxAlive()).isEqualTo(2);
  }

  @Test
  void edgesFromNodesThatAreGone_makeRoomForNewOnes() {
    VelodromeGraph all = new VelodromeGraph(true);
    VelodromeNode survivor = all.open(0);
    for (int i = 0; i < 10_000; i++) {
      VelodromeNode node = all.open(1);
      long stamp = 10L * i;
      all.connect(VelodromeGraph.step(node, stamp + 1), 1, survivor, stamp + 2);
      all.connect(VelodromeGraph.step(node, stamp + 3), 1, survivor, stamp + 4);
      all.finish(node, stamp + 5);
    }

    assertThat(survivor.incoming.count()).isLessThan(100);
  }

  @Test
  void thousandsOfNodesAlive_keepTheirAncestorsApart() {
    VelodromeNode root = open();
    VelodromeNode stranger = open();
    VelodromeNode[] chain = new VelodromeNode[3_000];
    chain[0] = root;
    for (int i = 1; i < chain.length; i++) {
      chain[i] = open();
      connect(chain[i - 1], chain[i]);
    }

    assertThat(chain[2_999].isAfter(chain[0])).isTrue();
    assertThat(chain[2_999].isAfter(chain[2_998])).isTrue();
    assertThat(chain[2_999].isAfter(stranger)).isFalse();
    assertThat(chain[1_500].isAfter(chain[1_501])).isFalse();
  }

  @Test
  void step_beyondItsBits_isRefused() {
    VelodromeNode node = open();

    assertThatThrownBy(() -> VelodromeGraph.step(node, 1L << 40))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("more than 1099511627775 events");
  }
}
