package io.cosmodrome.trace;

import static io.cosmodrome.TraceText.trace;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReentrantLocksTest {
  @Test
  void innerAcquiresAndReleases_areHiddenInPlace() {
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
    String events = "T0|acq(m) T0|rel(m) T1|acq(m) T1|barrier(m) T1|rel(m) T0|acq(m) T1|acq(n)";

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
    source.replay(new ReentrantLocks(passed));
    return passed.toString();
  }

  private static String lines(String events) {
    return events.strip().replace(' ', '\n') + "\n";
  }
}
