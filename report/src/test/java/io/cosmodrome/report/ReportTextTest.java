package io.cosmodrome.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.analysis.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReportTextTest {
  private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");
  private static final Style ASCII = new Style(false, false);

  /** {@code -Dgolden.update=true} writes the file anew, git shows the change. */
  private static void check(String name, String actual) throws IOException {
    Path file = GOLDEN.resolve(name);
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(file, actual);
    }
    assertThat(actual)
        .as("as in %s; -Dgolden.update=true to accept", file)
        .isEqualTo(Files.readString(file));
    assertThat(actual.lines()).allMatch(line -> line.length() <= Text.WIDTH);
  }

  private static String all(Report report, Style style) {
    ReportText text = new ReportText(report, style);
    return text.findings("") + text.verdict() + text.facts(true);
  }

  private static ReportText text(Verdict verdict, List<String> reasons, Finding... findings) {
    return new ReportText(Samples.report(verdict, reasons, List.of(findings)), Style.PLAIN);
  }

  private static Finding known(Finding finding) {
    return finding.withStatus(Status.KNOWN, Optional.empty());
  }

  @Test
  void report_isToldInFull() throws IOException {
    check("bank.txt", all(Samples.bank(), Style.PLAIN));
  }

  @Test
  void longNames_stayWithinTheWidth_inAscii() throws IOException {
    String name =
        "com.acme." + "Very".repeat(20) + "LongName.andALongMethodToo(int,java.lang.String)";
    Report report =
        Samples.report(List.of(Samples.lostUpdate(name, "Some" + "Long".repeat(30) + "#1.field")));

    String text = all(report, ASCII);

    check("long-names.txt", text);
    assertThat(StandardCharsets.US_ASCII.newEncoder().canEncode(text)).isTrue();
  }

  @Test
  void verdict_saysWhetherThereIsAnythingNew() {
    Finding one = Samples.transfer();
    Finding other = Samples.lostUpdate("a.A.b()", "A#1.x");

    assertThat(text(Verdict.OK, List.of()).verdict())
        .isEqualTo("cosmodrome: OK: no violation observed in 20 blocks on 2 threads\n");
    assertThat(text(Verdict.VIOLATION, List.of(), one, other).verdict())
        .isEqualTo("cosmodrome: VIOLATION: 2 findings in 20 blocks on 2 threads\n");
    assertThat(text(Verdict.VIOLATION, List.of(), one, known(other)).verdict())
        .isEqualTo("cosmodrome: VIOLATION: 1 new finding in 20 blocks on 2 threads; 1 known\n");
    assertThat(text(Verdict.OK, List.of(), known(one), Samples.cycle()).verdict())
        .isEqualTo(
            "cosmodrome: OK: no new violation in 20 blocks on 2 threads; 1 known, 1 suppressed\n");
    assertThat(text(Verdict.UNKNOWN, List.of("it was cut"), known(one)).verdict())
        .isEqualTo("cosmodrome: UNKNOWN: it was cut; no new violation; 1 known\n");
  }

  @Test
  void knownAndSuppressedFindings_areFolded() {
    Finding one = Samples.lostUpdate("a.A.one()", "A#1.x");
    Finding two = Samples.lostUpdate("a.A.two()", "A#1.x");
    ReportText text =
        text(Verdict.VIOLATION, List.of(), known(Samples.transfer()), one, two, Samples.cycle());

    assertThat(text.newFindings(1, "", "; -v shows all"))
        .startsWith("ATOM001 A.one is not atomic")
        .doesNotContain("A.two", "Bank.transfer")
        .endsWith("\n... and 1 more finding, 1 known, 1 suppressed; -v shows all\n");
    assertThat(text(Verdict.OK, List.of(), known(one)).newFindings(3, "\n", ""))
        .isEqualTo("\n1 known\n");
    assertThat(text(Verdict.OK, List.of()).newFindings(3, "\n", "")).isEmpty();
  }

  @Test
  void link_leadsToThePageAtTheFirstNewFinding() {
    ReportText text =
        text(Verdict.VIOLATION, List.of(), known(Samples.transfer()), Samples.unlabeled());
    List<ReportFile> files = ReportFormats.parse("json,html,text", Path.of("out"));

    assertThat(text.link(files))
        .isEqualTo("report: out/index.html#ATOM-" + Samples.unlabeled().id() + "\n");
    assertThat(text(Verdict.OK, List.of()).link(files)).isEqualTo("report: out/index.html\n");
    assertThat(text.link(ReportFormats.parse("json,text", Path.of("out"))))
        .isEqualTo("report: out/report.txt\n");
  }
}
