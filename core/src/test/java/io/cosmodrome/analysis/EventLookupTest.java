package io.cosmodrome.analysis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import io.cosmodrome.trace.TraceSource;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class EventLookupTest {
  private static final String TRACE =
      """
      # positions count events, not lines
      T0|begin(Bank.transfer)|Bank.java:31
      T0|begin|Bank.java:32
      T0|w(x)|Bank.java:33
      T0|end
      T0|fork(T1)
      T0|end(Bank.transfer)
      T1|w(x)
      """;

  @Test
  void event_isToldInNames() throws IOException {
    assertThat(find(2L))
        .containsExactly(
            new TracedEvent(
                2,
                Op.WRITE,
                "T0",
                "x",
                Optional.of("Bank.java:33"),
                Optional.empty(),
                Optional.of("Bank.transfer"),
                Optional.of(List.of())));
    assertThat(find(4L))
        .containsExactly(
            new TracedEvent(
                4,
                Op.FORK,
                "T0",
                "T1",
                Optional.empty(),
                Optional.of("Bank.transfer"),
                Optional.of("Bank.transfer"),
                Optional.of(List.of())));
    assertThat(find(6L))
        .containsExactly(
            new TracedEvent(
                6,
                Op.WRITE,
                "T1",
                "x",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(List.of())));
  }

  @Test
  void beginAndEnd_belongToTheirBlock() throws IOException {
    assertThat(find(0L, 1L, 3L, 5L))
        .extracting(TracedEvent::block)
        .containsExactly(
            Optional.of("Bank.transfer"),
            Optional.empty(),
            Optional.empty(),
            Optional.of("Bank.transfer"));
    assertThat(find(1L)).extracting(TracedEvent::target).containsExactly("");
  }

  @Test
  void locks_areHeldFromAcquireToRelease() throws IOException {
    String trace =
        """
        T0|acq(m)
        T0|acq(n)
        T0|w(x)
        T1|w(x)
        T0|rel(m)
        T0|w(x)
        T0|rel(n)
        T0|w(x)
        """;

    assertThat(EventLookup.find(AnalysisTest.open(trace), LongStream.range(0, 8).boxed().toList()))
        .extractingFromEntries(entry -> entry.getValue().locks().orElseThrow())
        .containsExactly(
            List.of("m"),
            List.of("m", "n"),
            List.of("m", "n"),
            List.of(),
            List.of("m", "n"),
            List.of("n"),
            List.of("n"),
            List.of());
  }

  @Test
  void lockThatWasTakenTwice_isHeldUntilItWasGivenBackTwice() throws IOException {
    String trace = "T0|acq(m)\nT0|acq(m)\nT0|rel(m)\nT0|w(x)\nT0|rel(m)\nT0|w(x)\n";

    assertThat(EventLookup.find(AnalysisTest.open(trace), List.of(3L, 5L)).values())
        .extracting(TracedEvent::locks)
        .containsExactly(Optional.of(List.of("m")), Optional.of(List.of()));
  }

  @Test
  void startsOfThreads_areFoundIfTheyAreWanted() throws IOException {
    String trace = "T0|begin(b)\nT0|fork(T1)|A.java:7\nT0|fork(T2)\nT1|w(x)\nT0|w(x)\n";

    SortedMap<Long, TracedEvent> events =
        EventLookup.findWithStarts(AnalysisTest.open(trace), List.of(3L, 4L));

    assertThat(events.keySet()).containsExactly(1L, 3L, 4L);
    TracedEvent start = requireNonNull(events.get(1L));
    assertThat(start.thread()).isEqualTo("T0");
    assertThat(start.target()).isEqualTo("T1");
    assertThat(start.location()).contains("A.java:7");
    assertThat(start.block()).contains("b");
    assertThat(EventLookup.find(AnalysisTest.open(trace), List.of(3L, 4L))).hasSize(2);
  }

  @Test
  void events_comeInTheOrderOfTheTrace() throws IOException {
    assertThat(find(6L, 0L, 4L)).extracting(TracedEvent::position).containsExactly(0L, 4L, 6L);
  }

  @Test
  void lookup_endsWithTheLastWantedEvent() throws IOException {
    class Counting implements TraceSource {
      private final Symbols symbols = new Symbols();
      private int pushed;

      @Override
      public Symbols symbols() {
        return symbols;
      }

      @Override
      public void replay(EventSink sink) {
        int thread = symbols.threads().intern("T0");
        int variable = symbols.variables().intern("x");
        for (int i = 0; i < 100 && !sink.isDone(); i++) {
          sink.event(Op.READ, thread, variable, Symbols.NONE);
          pushed++;
        }
        sink.finish();
      }
    }
    Counting source = new Counting();

    assertThat(EventLookup.find(source, List.of(3L, 4L))).hasSize(2);
    assertThat(source.pushed).isEqualTo(5);
  }

  @Test
  void manyThreadsAndDeepNesting_fit() throws IOException {
    StringBuilder trace = new StringBuilder();
    for (int depth = 0; depth < 20; depth++) {
      for (int thread = 0; thread < 100; thread++) {
        trace.append("T" + thread + "|begin(b" + thread + "-" + depth + ")\n");
      }
    }
    trace.append("T99|end\nT99|w(x)\nT200|w(x)\n");

    assertThat(EventLookup.find(AnalysisTest.open(trace.toString()), Set.of(2001L, 2002L)).values())
        .extracting(TracedEvent::block)
        .containsExactly(Optional.of("b99-18"), Optional.empty());
  }

  private static List<TracedEvent> find(Long... positions) throws IOException {
    return List.copyOf(EventLookup.find(AnalysisTest.open(TRACE), List.of(positions)).values());
  }
}
