package io.cosmodrome.trace;

import static io.cosmodrome.TraceText.trace;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class EventSelectionTest {
  @Test
  void variablesNotChosen_loseTheirAccessesOnly() {
    Trace source = trace("T0|begin(A) T0|w(x) T0|acq(x) T0|vr(y) T0|rel(x) T1|r(x) T0|end");
    int x = source.symbols().variables().intern("x");

    assertThat(selected(source, id -> true, variable -> variable == x))
        .containsExactly(
            "T0|begin(A)", "T0|w(x)", "T0|acq(x)", "T0|hidden", "T0|rel(x)", "T1|r(x)", "T0|end");
  }

  @Test
  void threadsNotChosen_loseAllEventsAndTheirForksAndJoins() {
    Trace source =
        trace(
            "T0|fork(T1) T0|fork(T2) T1|begin(A) T1|w(x) T1|acq(m) T2|r(x) T1|rel(m) T1|end"
                + " T0|join(T1) T0|join(T2)");
    int t1 = source.symbols().threads().intern("T1");

    assertThat(selected(source, thread -> thread != t1, id -> true))
        .containsExactly(
            "T0|hidden",
            "T0|fork(T2)",
            "T1|hidden",
            "T1|hidden",
            "T1|hidden",
            "T2|r(x)",
            "T1|hidden",
            "T1|hidden",
            "T0|hidden",
            "T0|join(T2)");
  }

  @Test
  void predicates_areAskedOnceAnId() {
    Trace source = trace("T0|w(x) T1|w(x) T0|w(y) T0|r(x) T1|r(y) T1|acq(m) T0|join(T1)");
    List<Integer> threads = new ArrayList<>();
    List<Integer> variables = new ArrayList<>();

    selected(source, threads::add, variables::add);

    assertThat(threads).containsExactly(0, 1);
    assertThat(variables).containsExactly(0, 1);
  }

  @Test
  void manyIds_keepTheirAnswers() {
    Trace source = new Trace();
    for (int i = 0; i < 1000; i++) {
      source.symbols().variables().intern("x" + i);
    }
    source.symbols().threads().intern("T0");
    for (int i = 999; i >= 0; i--) {
      source.event(Op.WRITE, 0, i, Symbols.NONE);
      source.event(Op.READ, 0, i, Symbols.NONE);
    }

    assertThat(selected(source, id -> true, variable -> variable % 10 == 0))
        .filteredOn(event -> !event.equals("T0|hidden"))
        .hasSize(200)
        .allMatch(event -> event.endsWith("0)"));
  }

  private static List<String> selected(Trace source, IntPredicate threads, IntPredicate variables) {
    Trace passed = new Trace(source.symbols());
    source.replay(new EventSelection(threads, variables, passed));
    return passed.toString().lines().toList();
  }
}
