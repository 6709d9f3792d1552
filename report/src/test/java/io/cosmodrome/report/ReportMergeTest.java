package io.cosmodrome.report;

import static io.cosmodrome.analysis.Verdict.OK;
import static io.cosmodrome.analysis.Verdict.UNKNOWN;
import static io.cosmodrome.analysis.Verdict.VIOLATION;
import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.analysis.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReportMergeTest {
  private static final Report FINE = Samples.report(OK, List.of(), List.of());
  private static final Report BROKEN =
      Samples.report(VIOLATION, List.of(), List.of(Samples.transfer()));
  private static final Report CUT =
      Samples.report(UNKNOWN, List.of("the trace was cut"), List.of());

  /** A JVM in which nothing was to be checked. */
  private static final Report IDLE =
      Report.of(
          "javac",
          "frontier",
          UNKNOWN,
          List.of("blocks ran on one thread only"),
          new Checked(
              OptionalLong.of(1), List.of(), 9, 1, OptionalLong.empty(), OptionalLong.of(0), 0),
          List.of());

  private static final Report UNREADABLE =
      Report.of(
          "b.std",
          "frontier",
          UNKNOWN,
          List.of("could not be checked: no such file"),
          new Checked(
              OptionalLong.empty(), List.of(), 0, 0, OptionalLong.empty(), OptionalLong.empty(), 0),
          List.of());

  private static Verdict verdict(Report... reports) {
    return ReportMerge.of(List.of(reports)).verdict();
  }

  @Test
  void one_staysAsItIs() {
    assertThat(ReportMerge.of(List.of(BROKEN))).isEqualTo(BROKEN);
  }

  @Test
  void verdict_isThatOfWhatWasChecked() {
    assertThat(verdict(FINE, BROKEN, CUT)).isEqualTo(VIOLATION);
    assertThat(verdict(FINE, IDLE)).isEqualTo(OK);
    assertThat(verdict(FINE, CUT)).isEqualTo(UNKNOWN);
    assertThat(verdict(IDLE, IDLE)).isEqualTo(UNKNOWN);
    assertThat(verdict(FINE, UNREADABLE)).isEqualTo(UNKNOWN);
  }

  @Test
  void reasons_sayWhereTheyHold() {
    Report merged = ReportMerge.of(List.of(IDLE, CUT, CUT));

    assertThat(merged.reasons())
        .containsExactly("the trace was cut (2 of 3)", "blocks ran on one thread only (javac)");
  }

  @Test
  void sameFindings_areOne() {
    Report other =
        Samples.report(
            OK,
            List.of(),
            List.of(
                Samples.transfer().withStatus(Status.KNOWN, Optional.empty()),
                Samples.lostUpdate("a.A.b()", "A#1.x")));

    Report merged = ReportMerge.of(List.of(other, BROKEN));

    assertThat(merged.findings()).hasSize(2);
    assertThat(merged.findings().get(0).count()).isEqualTo(34);
    assertThat(merged.findings().get(0).status()).isEqualTo(Status.NEW);
  }

  @Test
  void figures_areAddedUp() {
    Report merged = ReportMerge.of(List.of(Samples.bank(), Samples.bank()));

    assertThat(merged.subject()).isEqualTo("com.acme.Main --quick (2 times)");
    assertThat(merged.checked().classes()).hasValue(824);
    assertThat(merged.checked().events()).isEmpty();
    assertThat(merged.checked().skipped()).hasSize(1);
    assertThat(merged.blocks())
        .contains(new BlockCount("com.acme.Bank.transfer(Account,Account,int)", 1208, 34));
    assertThat(merged.specification()).isEqualTo(Samples.bank().specification());
    assertThat(merged.sources()).isEqualTo(Samples.bank().sources());
  }

  @Test
  void suppressionsAndBaseline_areUnusedIfTheyAreSoEverywhere() {
    assertThat(ReportMerge.of(List.of(Samples.bank(), Samples.bank())).unused()).hasSize(1);
    Report merged = ReportMerge.of(List.of(Samples.bank(), FINE));

    assertThat(merged.unused()).isEmpty();
    assertThat(merged.gone()).isEmpty();
    assertThat(merged.subject()).isEqualTo("com.acme.Main --quick, a.std");
  }
}
