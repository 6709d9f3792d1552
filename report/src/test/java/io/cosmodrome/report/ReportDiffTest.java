package io.cosmodrome.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReportDiffTest {
  private static final Finding ONE = Samples.lostUpdate("a.A.one()", "A#1.x");
  private static final Finding TWO = Samples.lostUpdate("a.A.two()", "A#1.x");
  private static final Finding THREE = Samples.lostUpdate("a.A.three()", "A#1.x");

  private static ReportDiff diff(List<Finding> before, List<Finding> after) {
    return ReportDiff.of(Samples.report(before), Samples.report(after));
  }

  @Test
  void findings_areNewFixedOrStillThere() {
    ReportDiff diff = diff(List.of(ONE, TWO), List.of(TWO.withCount(9), THREE));

    assertThat(diff.added()).containsExactly(THREE);
    assertThat(diff.fixed()).containsExactly(ONE);
    assertThat(diff.still()).containsExactly(TWO.withCount(9));
  }

  @Test
  void suppressedFinding_isNotThere() {
    Finding suppressed = ONE.withStatus(Status.SUPPRESSED, Optional.of("reason"));

    assertThat(diff(List.of(), List.of(suppressed)).added()).isEmpty();
    assertThat(diff(List.of(ONE), List.of(suppressed)).fixed()).containsExactly(ONE);
  }

  @Test
  void text_provesWhatIsNew() {
    String text = diff(List.of(ONE, TWO), List.of(TWO, THREE)).text(Style.PLAIN);

    assertThat(text)
        .startsWith("ATOM001 A.three is not atomic  (A.java:1) ")
        .contains("~ interrupted ~")
        .endsWith(
            "fixed: ATOM001 A.one is not atomic  (A.java:1)  ["
                + ONE.id()
                + "] NEW, 1x\n"
                + "still: ATOM001 A.two is not atomic  (A.java:1)  ["
                + TWO.id()
                + "] NEW, 1x\n"
                + "1 new, 1 fixed, 1 still there\n");
    assertThat(text.lines()).allMatch(line -> line.length() <= Text.WIDTH);
  }

  @Test
  void json_namesThemInALine() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    diff(List.of(Samples.unlabeled()), List.of(ONE)).writeJson(out);

    assertThat(out.toString(UTF_8))
        .isEqualTo(
            "{\"format\":1,\"new\":[{\"fingerprint\":\""
                + ONE.fingerprint()
                + "\",\"rule\":\"ATOM001\",\"block\":\"a.A.one()\",\"count\":1}],\"fixed\":["
                + "{\"fingerprint\":\""
                + Samples.unlabeled().fingerprint()
                + "\",\"rule\":\"ATOM001\",\"block\":null,\"count\":1}],\"still\":[]}\n");
  }
}
