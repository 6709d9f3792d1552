package io.cosmodrome.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cosmodrome.analysis.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TriageTest {
  private static final Finding TRANSFER = Samples.transfer();

  /** One new finding, and one without a block. */
  private static Report report() {
    return Samples.report(List.of(TRANSFER, Samples.cycle()));
  }

  private static Report triaged(String suppressions, Baseline baseline) throws IOException {
    return new Triage(Suppressions.parse(suppressions, "file"), baseline).apply(report());
  }

  private static Baseline baselineWith(Finding... findings) {
    return Baseline.EMPTY.with(Samples.report(List.of(findings)));
  }

  @Test
  void newFinding_isViolation() {
    Report report = Triage.NONE.apply(report());

    assertThat(report).isEqualTo(report());
    assertThat(report.verdict()).isEqualTo(Verdict.VIOLATION);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.acme.Bank.transfer",
        "com.acme.**",
        "transfer(Account,**)",
        "ATOM001 **",
        "[ID]",
        "ATOM001 [FINGERPRINT]"
      })
  void suppression_thatFits_tellsItsReason(String pattern) throws IOException {
    String line =
        pattern.replace("ID", TRANSFER.id()).replace("FINGERPRINT", TRANSFER.fingerprint());
    Report report = triaged("# ours\n\n  " + line + "   #  a # demo \n", Baseline.EMPTY);

    Finding finding = report.findings().get(0);
    assertThat(finding.status()).isEqualTo(Status.SUPPRESSED);
    assertThat(finding.reason()).contains("a # demo");
    assertThat(finding.fingerprint()).isEqualTo(TRANSFER.fingerprint());
    assertThat(report.unused()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.acme.Bank.audit",
        "com.acme.*",
        "ATOM003 transfer",
        "[0000]",
        "transfer(int)"
      })
  void suppression_thatFitsNothing_isUnused(String line) throws IOException {
    Report report = triaged(line + " # reason", Baseline.EMPTY);

    assertThat(report.findings().get(0)).isEqualTo(TRANSFER);
    assertThat(report.unused()).containsExactly(new Suppression(line, "reason", 1));
    assertThat(report.verdict()).isEqualTo(Verdict.VIOLATION);
  }

  @Test
  void firstSuppression_thatFits_counts() throws IOException {
    Report report = triaged("**.Bank.*  # one\ntransfer # two\n", Baseline.EMPTY);

    assertThat(report.findings().get(0).reason()).contains("one");
    assertThat(report.unused()).extracting(Suppression::line).containsExactly(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.B.c | expected \"# reason\" after the pattern, found nothing",
        "a.B.c # | expected \"# reason\" after the pattern, found nothing",
        "a.B.c#d | expected \"# reason\" after the pattern, found nothing",
        "a.B.c d # x | expected a rule or none, and one pattern, found \"a.B.c d\"",
        "ATOM001 # x | expected a rule or none, and one pattern, found \"ATOM001\"",
        "7f3a # x | expected a method, or [7f3a] for a finding, found \"7f3a\"",
        "[7f] # x | expected 4 to 16 digits of a fingerprint, found \"7f\"",
        "a.***.c # x | expected * or **, found *** in \"a.***.c\"",
      })
  void wrongSuppression_isToldWithFileAndLine(String line, String message) {
    assertThatThrownBy(() -> Suppressions.parse("# head\n" + line + "\n", "my.suppressions"))
        .isInstanceOf(MalformedReportException.class)
        .hasMessage("my.suppressions:2: " + message);
  }

  @Test
  void knownFinding_isNoViolation() throws IOException {
    Report report = triaged("", baselineWith(TRANSFER));

    assertThat(report.findings().get(0).status()).isEqualTo(Status.KNOWN);
    assertThat(report.verdict()).isEqualTo(Verdict.OK);
    assertThat(report.gone()).isEmpty();
  }

  @Test
  void knownFinding_inDoubt_isUnknown() {
    Report doubtful =
        Samples.report(Verdict.VIOLATION, List.of("the trace was cut"), List.of(TRANSFER));

    Report report = new Triage(Suppressions.NONE, baselineWith(TRANSFER)).apply(doubtful);

    assertThat(report.verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void unexplainedViolation_staysOne() {
    Report unexplained = Samples.report(Verdict.VIOLATION, List.of(), List.of());

    assertThat(Triage.NONE.apply(unexplained).verdict()).isEqualTo(Verdict.VIOLATION);
  }

  @Test
  void suppression_countsMoreThanTheBaseline() throws IOException {
    Report report = triaged("transfer # reason", baselineWith(TRANSFER));

    assertThat(report.findings().get(0).status()).isEqualTo(Status.SUPPRESSED);
    assertThat(report.gone()).isEmpty();
  }

  @Test
  void findingOfTheBaseline_thatWasNotSeen_isGone() throws IOException {
    Baseline baseline = Baseline.parse("0123456789abcdef ATOM001 a.B.c(int,long)\n", "file");

    Report report = triaged("", baseline);

    assertThat(report.gone())
        .containsExactly(new KnownFinding("0123456789abcdef", "ATOM001", "a.B.c(int,long)"));
    assertThat(report.findings().get(0).status()).isEqualTo(Status.NEW);
  }

  @Test
  void earlierTriage_stays() {
    Finding known = TRANSFER.withStatus(Status.KNOWN, Optional.empty());

    Report report = Triage.NONE.apply(Samples.report(Verdict.OK, List.of(), List.of(known)));

    assertThat(report.findings()).containsExactly(known);
    assertThat(report.verdict()).isEqualTo(Verdict.OK);
  }

  @Test
  void baseline_isSortedByMethod_withoutLines(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("new/cosmodrome.baseline");
    Finding sync = Samples.lostUpdate("a.A.move:sync@31(int)", "A#7.x");
    Finding other = Samples.lostUpdate("b.B.move(int)", "B#1.x");

    baselineWith(other, sync, Samples.cycle(), Samples.unlabeled()).write(file);

    assertThat(Files.readAllLines(file))
        .containsExactly(
            "# Findings that are known: fingerprint, rule, method. Written by --update-baseline.",
            Samples.unlabeled().fingerprint() + " ATOM001",
            sync.fingerprint() + " ATOM001 a.A.move:sync(int)",
            other.fingerprint() + " ATOM001 b.B.move(int)");
    assertThat(Baseline.read(file).text()).isEqualTo(Files.readString(file));
  }

  @Test
  void updatedBaseline_keepsWhatWasNotSeen() throws IOException {
    Baseline before = Baseline.parse("0123456789abcdef ATOM001 a.B.c(int)\n", "file");

    Baseline after = before.with(report());

    assertThat(after.size()).isEqualTo(2);
    assertThat(after.with(report()).text()).isEqualTo(after.text());
  }

  @Test
  void wrongBaseline_isToldWithFileAndLine() {
    assertThatThrownBy(() -> Baseline.parse("\n0123 ATOM001 a.B.c\n", "my.baseline"))
        .isInstanceOf(MalformedReportException.class)
        .hasMessage(
            "my.baseline:2: expected a fingerprint of 16 digits, a rule and a method, found"
                + " \"0123 ATOM001 a.B.c\"");
  }
}
