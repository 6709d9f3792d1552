package io.cosmodrome.trace;

import static io.cosmodrome.TraceText.trace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cosmodrome.trace.TraceStatistics.LabelCount;
import org.junit.jupiter.api.Test;

class EventCounterTest {
  @Test
  void everyKind_isCounted() {
    TraceStatistics statistics =
        count(
            """
            T0|r(x) T0|r(x) T0|w(x) T0|vr(v) T0|vw(v) T0|acq(m) T0|rel(m) T0|fork(T1)
            T1|begin(A) T1|end(A) T1|begin T1|commit T1|begin(A) T1|abort T1|barrier(b) T0|join(T1)
            """);

    assertThat(statistics.events()).isEqualTo(16);
    assertThat(statistics.eventsByKind().keySet()).containsExactlyElementsOf(Op.NAMES);
    assertThat(statistics.events(Op.READ)).isEqualTo(2);
    assertThat(statistics.events(Op.BEGIN)).isEqualTo(3);
    assertThat(statistics.eventsByKind())
        .allSatisfy((kind, count) -> assertThat(count).as(kind).isPositive());
    assertThat(statistics.reads()).isEqualTo(3);
    assertThat(statistics.writes()).isEqualTo(2);
    assertThat(statistics.readShare()).isEqualTo(0.6, within(1e-9));
    assertThat(statistics.threads()).isEqualTo(2);
    assertThat(statistics.variables()).isEqualTo(2);
    assertThat(statistics.locks()).isEqualTo(2);
    assertThat(statistics.blocks()).isEqualTo(3);
    assertThat(statistics.blocksByLabel())
        .containsExactly(new LabelCount(Symbols.NONE, 1), new LabelCount(0, 2));
  }

  @Test
  void variableOfOneThread_isLocal() {
    TraceStatistics statistics = count("T0|w(x) T1|r(x) T0|w(y) T0|r(y) T0|w(y) T1|w(z) T0|r(x)");

    assertThat(statistics.localVariables()).isEqualTo(2);
    assertThat(statistics.localAccesses()).isEqualTo(4);
    assertThat(statistics.localVariableShare()).isEqualTo(2.0 / 3, within(1e-9));
    assertThat(statistics.localAccessShare()).isEqualTo(4.0 / 7, within(1e-9));
  }

  @Test
  void beginAndEnd_areInsideTheirBlock() {
    TraceStatistics statistics =
        count("T0|w(x) T0|begin(A) T0|begin(B) T1|w(x) T0|r(x) T0|end T0|end T0|r(x)");

    assertThat(statistics.eventsInBlocks()).isEqualTo(5);
    assertThat(statistics.eventsOutsideBlocks()).isEqualTo(3);
    assertThat(statistics.maxDepth()).isEqualTo(2);
  }

  @Test
  void hiddenEvents_areNotCounted() {
    EventCounter counter = new EventCounter();
    counter.event(Op.HIDDEN, 5, Symbols.NONE, Symbols.NONE);
    counter.event(Op.WRITE, 0, 0, Symbols.NONE);

    assertThat(counter.statistics().events()).isEqualTo(1);
    assertThat(counter.statistics().threads()).isEqualTo(1);
  }

  @Test
  void nothing_hasNoShares() {
    TraceStatistics statistics = new EventCounter().statistics();

    assertThat(statistics.events()).isZero();
    assertThat(statistics.localVariableShare()).isZero();
    assertThat(statistics.readShare()).isZero();
  }

  @Test
  void manyIds_areAllCounted() {
    EventCounter counter = new EventCounter();
    for (int id = 0; id < 500; id++) {
      counter.event(Op.BEGIN, id, id, Symbols.NONE);
      counter.event(Op.ACQUIRE, id, id, Symbols.NONE);
      counter.event(Op.WRITE, id, id, Symbols.NONE);
      counter.event(Op.READ, 0, id, Symbols.NONE);
    }

    TraceStatistics statistics = counter.statistics();
    assertThat(statistics.threads()).isEqualTo(500);
    assertThat(statistics.locks()).isEqualTo(500);
    assertThat(statistics.variables()).isEqualTo(500);
    assertThat(statistics.localVariables()).isEqualTo(1);
    assertThat(statistics.blocksByLabel()).hasSize(500);
  }

  private static TraceStatistics count(String events) {
    EventCounter counter = new EventCounter();
    trace(events).replay(counter);
    return counter.statistics();
  }
}
