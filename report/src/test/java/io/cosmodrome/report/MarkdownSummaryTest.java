package io.cosmodrome.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.analysis.Verdict;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MarkdownSummaryTest {
  @Test
  void summary_hasVerdictFactsTableAndWitness() throws IOException {
    Finding finding = Samples.transfer();

    assertThat(
            FormatSamples.written(
                "markdown", FormatSamples.report(Verdict.VIOLATION, List.of("a note"), finding)))
        .isEqualTo(
            """
            ## Cosmodrome: VIOLATION

            <code>com.acme.Main</code>: 1 finding.

            Was it really checked? instrumented 3 classes (0 skipped); 12 blocks ran on 2 threads; \
            4 accesses met another thread&#39;s.

            > a note

            | finding | not atomic | broken by | shared data | seen | status | hint |
            | --- | --- | --- | --- | ---: | --- | --- |
            | ATOM001 %s | <code>Bank.transfer</code> Bank.java:31 | <code>Bank.audit</code> | \
            <code>Account&#35;1.balance</code>, <code>Account&#35;2.balance</code> | 17 | new | \
            torn pair |

            <details><summary>Bank.transfer is not atomic: between its write of \
            Account&#35;1.balance (Bank.java:33) and its write of Account&#35;2.balance \
            (Bank.java:36) on worker-3, Bank.audit on audit-1 came in.</summary>

            ```text
            %s```

            </details>
            """
                .formatted(finding.id(), FindingText.of(finding, Style.PLAIN)));
  }

  @Test
  void nothingFound_saysWhatWasChecked() throws IOException {
    assertThat(FormatSamples.written("markdown", FormatSamples.report(Verdict.OK, List.of())))
        .startsWith("## Cosmodrome: OK\n")
        .contains("no violation observed in 12 blocks.", "12 blocks ran on 2 threads")
        .doesNotContain("| --- |");
  }

  @Test
  void unknownVerdict_hasItsReasonFirst() throws IOException {
    List<String> reasons = List.of("no class was instrumented", "another reason");

    assertThat(FormatSamples.written("markdown", FormatSamples.report(Verdict.UNKNOWN, reasons)))
        .startsWith(
            "## Cosmodrome: UNKNOWN\n\n<code>com.acme.Main</code>: no class was instrumented.\n")
        .containsOnlyOnce("no class was instrumented")
        .contains("> another reason");
  }

  @Test
  void hostileNames_areSpelled() throws IOException {
    String text = FormatSamples.written("markdown", FormatSamples.hostile());

    String outside = text.replaceAll("(?s)(`{3,})text\n.*?\n\\1\n", "");
    assertThat(outside)
        .doesNotContain("<img", "</script", "`", "[a]", "\u0001")
        .contains("&#60;img src&#61;x");
    List<String> rows = text.lines().filter(line -> line.startsWith("| ATOM")).toList();
    assertThat(rows).hasSize(2).allSatisfy(row -> assertThat(row.split("\\|", -1)).hasSize(9));
  }

  @Test
  void ticksInNames_doNotEndTheWitness() throws IOException {
    Finding finding = Samples.transfer();
    Finding ticks =
        Finding.of(
            finding.rule(),
            Optional.of("com.acme.A.b````c()"),
            finding.location(),
            List.of(),
            finding.proof());

    assertThat(
            FormatSamples.written(
                "markdown", FormatSamples.report(Verdict.VIOLATION, List.of(), ticks)))
        .contains("\n`````text\n", "\n`````\n\n</details>");
  }

  @Test
  void manyFindings_areCut() throws IOException {
    Finding[] findings = Collections.nCopies(150, Samples.transfer()).toArray(new Finding[0]);

    assertThat(
            FormatSamples.written(
                "markdown", FormatSamples.report(Verdict.VIOLATION, List.of(), findings)))
        .contains(": 150 findings.", "… and 50 more findings.")
        .satisfies(text -> assertThat(text.split("<details>", -1)).hasSize(101));
  }
}
