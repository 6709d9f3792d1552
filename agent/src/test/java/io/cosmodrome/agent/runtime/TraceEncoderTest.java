package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Threads in a recorded trace. */
final class TraceEncoderTest {
  private static final int SITE = 0; // the one that every runtime has

  private final InlineRuntime runtime = InlineRuntime.recording(false, 64, false);
  private final KeptEvents output = new KeptEvents();
  private final Trace trace = output.trace;
  private final TraceEncoder encoder = new TraceEncoder(output, runtime.sites);

  @BeforeEach
  void addThreads() {
    encoder.addNames(new RecordedNames.Pending(), List.of("main", "worker", "worker", "worker#2"));
  }

  private void event(int op, int thread, int target) {
    long[] entry = {(long) op << 60 | (long) SITE << 32 | target};
    encoder.events(encoder.threadId(thread), entry, 0, 1);
  }

  private List<String> events() {
    List<String> events = new ArrayList<>();
    trace.replay(
        (op, thread, target, location) ->
            events.add(
                Op.NAMES.get(op)
                    + " "
                    + trace.symbols().threads().name(thread)
                    + (op == Op.JOIN ? " " + trace.symbols().threads().name(target) : "")));
    return events;
  }

  @Test
  void threads_ofTheSameName_areToldApart() {
    IntStream.range(0, 4).forEach(encoder::threadId);

    assertThat(IntStream.range(0, 4).mapToObj(trace.symbols().threads()::name))
        .containsExactly("main", "worker", "worker#2", "worker#2#2");
  }

  @Test
  void thread_thatIsOverAndThatNobodyJoined_isJoinedByOneWhoDoesNothingElse() {
    event(Op.READ, 1, 7);
    encoder.over(1);
    event(Op.READ, 2, 7);
    encoder.over(2);

    assertThat(events())
        .containsExactly("r worker", "join (ended) worker", "r worker#2", "join (ended) worker#2");
  }

  @Test
  void thread_thatSomebodyJoined_isNotJoinedAgain() {
    event(Op.READ, 1, 7);
    event(Op.JOIN, 0, 1);
    encoder.over(1);

    assertThat(events()).containsExactly("r worker", "join main worker");
  }

  @Test
  void thread_withoutEvents_isNotJoined() {
    encoder.over(3);

    assertThat(events()).isEmpty();
    assertThat(trace.symbols().threads().count()).isZero();
  }
}
