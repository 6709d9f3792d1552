package io.cosmodrome.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.analysis.Verdict;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class DotGraphsTest {
  @Test
  void finding_isACycleOfThreads() throws IOException {
    Finding finding = Samples.transfer();

    assertThat(
            FormatSamples.written(
                "dot", FormatSamples.report(Verdict.VIOLATION, List.of(), finding)))
        .isEqualTo(
            """
            // VIOLATION

            digraph "ATOM001-%s" {
              label="Bank.transfer is not atomic: between its write of Account#1.balance \
            (Bank.java:33) and its write of Account#2.balance (Bank.java:36) on worker-3, \
            Bank.audit on audit-1 came in.";
              node [shape=box, fontname=monospace];
              edge [fontname=monospace];
              "worker-3" [label="worker-3\\nBank.transfer", peripheries=2];
              "audit-1" [label="audit-1\\nBank.audit"];
              "worker-3" -> "audit-1" [label="w Account#1.balance Bank.java:33\\nr \
            Account#1.balance Bank.java:22"];
              "audit-1" -> "worker-3" [label="r Account#2.balance Bank.java:23\\nw \
            Account#2.balance Bank.java:36"];
            }
            """
                .formatted(finding.id()));
  }

  @Test
  void cycle_blamesNoNode() throws IOException {
    assertThat(
            FormatSamples.written(
                "dot", FormatSamples.report(Verdict.VIOLATION, List.of(), Samples.cycle())))
        .contains("\"left\" -> \"right\"", "\"right\" -> \"left\"")
        .doesNotContain("peripheries");
  }

  @Test
  void nothingFound_isAnEmptyFileWithTheVerdict() throws IOException {
    assertThat(FormatSamples.written("dot", FormatSamples.report(Verdict.OK, List.of())))
        .isEqualTo("// OK\n");
  }

  @Test
  void quotes_backslashes_andEntities_areShownAsTheyAre() {
    assertThat(DotGraphs.quote("a\"b\\N&lt;\n\u0000"))
        .isEqualTo("\"a\\\"b\\\\N&amp;lt;\\n\uFFFD\"");
  }

  @Test
  void hostileNames_stayInTheirQuotes() throws IOException {
    String text = FormatSamples.written("dot", FormatSamples.hostile());

    String outside = text.replaceAll("\"(\\\\.|[^\"\\\\])*\"", "");
    assertThat(outside).doesNotContain("script", "onerror", "\"").contains("digraph  {", " ->  [");
  }
}
