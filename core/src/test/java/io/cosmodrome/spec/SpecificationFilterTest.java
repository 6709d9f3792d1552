package io.cosmodrome.spec;

import static io.cosmodrome.TraceText.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.trace.Trace;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpecificationFilterTest {
  @Test
  void blocksThatAreNotAtomic_loseBeginAndEndButKeepTheirEvents() throws Exception {
    assertThat(
            filtered(
                "not-atomic B",
                "T0|begin(A) T0|begin(B) T0|begin(A) T0|w(x) T0|end(A) T0|r(x) T0|end(B) T0|end(A)"))
        .containsExactly(
            "T0|begin(A)",
            "T0|hidden",
            "T0|begin(A)",
            "T0|w(x)",
            "T0|end(A)",
            "T0|r(x)",
            "T0|hidden",
            "T0|end(A)");
  }

  @Test
  void endsWithoutALabel_followTheirBegin() throws Exception {
    assertThat(
            filtered(
                "not-atomic B",
                "T0|begin(B) T1|begin(A) T0|begin T0|end T0|abort T1|commit T1|begin(B)"))
        .containsExactly(
            "T0|hidden",
            "T1|begin(A)",
            "T0|begin",
            "T0|end",
            "T0|hidden",
            "T1|commit",
            "T1|hidden");
  }

  @Test
  void blocksWithoutALabel_areMatchedByStars() throws Exception {
    assertThat(filtered("not-atomic **\natomic A", "T0|begin T0|begin(A) T0|end T0|end"))
        .containsExactly("T0|hidden", "T0|begin(A)", "T0|end", "T0|hidden");
  }

  @Test
  void manyThreadsLabelsAndLevels_areAllRemembered() throws Exception {
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      events.append("T0|begin(A%d) U%d|begin(B%d) ".replace("%d", "" + i));
    }
    for (int i = 199; i >= 0; i--) {
      events.append("T0|end(A%d) U%d|end ".replace("%d", "" + i));
    }

    assertThat(filtered("not-atomic B*\nnot-atomic A7", events.toString()))
        .filteredOn(event -> !event.endsWith("|hidden"))
        .hasSize(398)
        .allMatch(event -> event.startsWith("T0|") && !event.endsWith("(A7)"));
  }

  private static List<String> filtered(String spec, String events) throws Exception {
    Trace source = trace(events);
    Trace passed = new Trace(source.symbols());
    source.replay(
        new SpecificationFilter(AtomicitySpec.parse(spec, true), source.symbols(), passed));
    return passed.toString().lines().toList();
  }
}
