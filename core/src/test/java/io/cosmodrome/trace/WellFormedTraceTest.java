package io.cosmodrome.trace;

import static io.cosmodrome.TraceText.trace;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WellFormedTraceTest {
  @Test
  void everythingThatARunCanDo_isPassedOnUnchanged() {
    Trace source =
        trace(
            """
            T0|begin(A) T0|acq(m) T0|acq(m) T0|w(x) T0|fork(T1) T0|rel(m) T0|rel(m)
            T1|acq(m) T1|begin T1|begin(B) T1|vr(x) T1|end(B) T1|end T1|rel(m) T1|barrier(b)
            T0|end T2|begin(C) T2|commit(C) T2|begin(C) T2|abort T2|barrier(b)
            T0|join(T1) T2|join(T1) T0|join(T3) T0|acq(m) T0|begin(A)
            """);

    Trace passed = new Trace(source.symbols());
    WellFormedTrace filter = new WellFormedTrace(source.symbols(), passed);
    source.replay(filter);

    assertThat(filter.offence()).isEmpty();
    assertThat(filter.isDone()).isFalse();
    assertThat(passed).hasToString(source.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "T0|acq(m) T1|acq(m); event 1: T1 acquires lock m, which T0 holds",
        "T0|acq(m) T0|acq(m) T0|rel(m) T1|acq(m); event 3: T1 acquires lock m, which T0 holds",
        "T0|acq(m) T1|rel(m); event 1: T1 releases lock m, which T0 holds",
        "T0|acq(m) T0|rel(m) T0|rel(m); event 2: T0 releases lock m, which nobody holds",
        "T0|r(x) T0|rel(m); event 1: T0 releases lock m, which nobody holds",
        "T0|acq(m) T0|rel(m) T1|barrier(m); event 2: T1 waits at barrier m, which is a lock",
        "T0|barrier(m) T1|acq(m); event 1: T1 acquires lock m, which is a barrier",
        "T0|end(A); event 0: T0 ends block A without having begun one",
        "T0|begin T0|end T0|commit; event 2: T0 commits a block without a label without having begun one",
        "T0|begin(A) T1|abort(A); event 1: T1 aborts block A without having begun one",
        "T0|begin(A) T0|begin(B) T0|end(A); event 2: T0 ends block A, but its innermost block is block B",
        "T0|begin T0|end(A); event 1: T0 ends block A, but its innermost block is a block without a label",
        "T0|fork(T0); event 0: T0 forks itself",
        "T0|fork(T1) T2|fork(T1); event 1: T2 forks T1, which was forked before",
        "T1|w(x) T0|fork(T1); event 1: T0 forks T1, which already has events",
        "T0|fork(T1) T1|w(x) T0|fork(T1); event 2: T0 forks T1, which already has events",
        "T0|join(T1) T0|fork(T1); event 1: T0 forks T1, which was joined before",
        "T0|join(T0); event 0: T0 joins itself",
        "T1|w(x) T0|join(T1) T1|w(x); event 2: T1 goes on after it was joined",
        "T0|acq(m) T0|join(T1) T1|acq(m); event 2: T1 goes on after it was joined",
      })
  void offence_isNamedWithItsPosition(String events, String message) {
    Trace source = trace(events);

    WellFormedTrace filter = new WellFormedTrace(source.symbols(), new Trace());
    source.replay(filter);

    assertThat(filter.offence()).map(WellFormedTrace.Offence::message).contains(message);
    assertThat(message).startsWith("event " + filter.offence().orElseThrow().position() + ":");
  }

  @Test
  void offence_endsTheTraceBeforeIt() {
    Trace source = trace("T0|w(x) T0|rel(m) T0|w(y) T0|rel(n)");
    RecordingSink passed = new RecordingSink();
    WellFormedTrace filter = new WellFormedTrace(source.symbols(), passed);

    for (int i = 0; i < source.size(); i++) {
      filter.event(source.op(i), source.thread(i), source.target(i), source.location(i));
    }
    filter.finish();

    assertThat(filter.isDone()).isTrue();
    assertThat(passed.events).isEqualTo(1);
    assertThat(passed.finished).isFalse();
    assertThat(filter.offence())
        .contains(new WellFormedTrace.Offence(1, "T0 releases lock m, which nobody holds"));
  }

  @Test
  void hiddenEvents_arePassedOnAndCountedButObeyNoRule() {
    Trace source = trace("T0|fork(T1) T0|w(x)");
    source.event(Op.HIDDEN, 1, Symbols.NONE, Symbols.NONE);
    source.event(Op.JOIN, 0, 1, Symbols.NONE);
    source.event(Op.HIDDEN, 1, Symbols.NONE, Symbols.NONE);
    source.event(Op.WRITE, 1, 0, Symbols.NONE);

    WellFormedTrace filter = new WellFormedTrace(source.symbols(), new Trace());
    source.replay(filter);

    assertThat(filter.offence())
        .contains(new WellFormedTrace.Offence(5, "T1 goes on after it was joined"));
  }

  @Test
  void manyThreadsLocksAndBlocks_areAllRemembered() {
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      events.append(
          "T0|fork(U%d) U%d|begin(A%d) U%d|acq(m%d) T0|begin(B%d) ".replace("%d", "" + i));
    }
    for (int i = 299; i >= 0; i--) {
      events.append("T0|end(B%d) U%d|rel(m%d) U%d|end(A%d) T0|join(U%d) ".replace("%d", "" + i));
    }
    Trace source = trace(events + "U7|w(x)");

    WellFormedTrace filter = new WellFormedTrace(source.symbols(), new Trace());
    source.replay(filter);

    assertThat(filter.offence())
        .map(WellFormedTrace.Offence::message)
        .contains("event 2400: U7 goes on after it was joined");
  }

  private static final class RecordingSink implements EventSink {
    private int events;
    private boolean finished;

    @Override
    public void event(int op, int thread, int target, int location) {
      events++;
    }

    @Override
    public void finish() {
      finished = true;
    }
  }

  @Test
  void innerAcquiresAndReleases_areHiddenInPlaceIfWanted() {
    assertThat(
            filtered(
                "T0|acq(m) T0|acq(n) T0|acq(m) T0|w(x) T0|acq(m) T0|rel(m) T0|rel(m) T0|rel(n)"
                    + " T0|rel(m)"))
        .isEqualTo(
            lines(
                "T0|acq(m) T0|acq(n) T0|hidden T0|w(x) T0|hidden T0|hidden T0|hidden T0|rel(n)"
                    + " T0|rel(m)"));
  }

  @Test
  void waitOnALockHeldTwice_givesItUpAndTakesItBack() {
    assertThat(
            filtered(
                "T0|acq(m) T0|acq(m) T0|rel(m) T0|rel(m) T1|acq(m) T1|rel(m) T0|acq(m) T0|acq(m)"
                    + " T0|rel(m) T0|rel(m)"))
        .isEqualTo(
            lines(
                "T0|acq(m) T0|hidden T0|hidden T0|rel(m) T1|acq(m) T1|rel(m) T0|acq(m) T0|hidden"
                    + " T0|hidden T0|rel(m)"));
  }

  @Test
  void withoutReentrance_nothingChanges() {
    String events = "T0|acq(m) T0|rel(m) T1|acq(m) T1|barrier(b) T1|rel(m) T0|acq(m) T1|acq(n)";

    assertThat(filtered(events)).isEqualTo(lines(events));
  }

  @Test
  void manyLocks_areToldApart() {
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      events.append("T0|acq(m" + i + ") ");
    }

    assertThat(filtered(events + "T0|acq(m150)")).isEqualTo(lines(events + "T0|hidden"));
  }

  private static String filtered(String events) {
    Trace source = trace(events);
    Trace passed = new Trace(source.symbols());
    source.replay(WellFormedTrace.hidingReentrance(source.symbols(), passed));
    return passed.toString();
  }

  private static String lines(String events) {
    return events.strip().replace(' ', '\n') + "\n";
  }
}
