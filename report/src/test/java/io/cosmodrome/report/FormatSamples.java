package io.cosmodrome.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.trace.Op;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reports for the tests of formats, and what formats make of them. */
final class FormatSamples {
  /** Whatever means something to HTML, XML, Markdown, Graphviz or JSON, and half a character. */
  static final String HOSTILE =
      "</script><img src=x onerror=alert(1)>|`*_[a](b)\\\"&lt;\u0001\uD800\n#";

  private FormatSamples() {}

  static String written(String format, Report report) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ReportFormats.named(format).write(report, bytes);
    return bytes.toString(UTF_8);
  }

  /** A report with these findings and no other contents. */
  static Report report(Verdict verdict, List<String> reasons, Finding... findings) {
    return Report.of(
        "com.acme.Main",
        "frontier",
        verdict,
        reasons,
        new Checked(
            OptionalLong.of(3), List.of(), 12, 2, OptionalLong.empty(), OptionalLong.of(4), 0),
        List.of(findings));
  }

  /** A run of which not all was looked at, for three reasons. */
  static Report sampled() {
    return Report.of(
            "com.acme.Main",
            "frontier",
            Verdict.OK,
            List.of("blocks were cut"),
            new Checked(
                OptionalLong.of(3),
                List.of("com.acme.Huge.main: too long"),
                12,
                2,
                OptionalLong.empty(),
                OptionalLong.of(4),
                0,
                List.of(new Limit("sampled", "5 of 9 fields were watched; seed=7")),
                List.of("java.lang.Thread.isInterrupted: 2 places")),
            List.of())
        .withCommand("cosmodrome run --sample=50% --seed=7 -- java -jar app.jar");
  }

  /** Every name in it is hostile. */
  static Report hostile() {
    TracedEvent first = event(0, Op.READ, "A" + HOSTILE, 33);
    TracedEvent between = event(1, Op.WRITE, "B" + HOSTILE, 22);
    TracedEvent last = event(2, Op.WRITE, "A" + HOSTILE, 36);
    Finding finding =
        Finding.of(
                Finding.VIOLATED,
                Optional.of("com.acme." + HOSTILE + ".run(" + HOSTILE + ")"),
                Optional.of(HOSTILE.replaceAll("[/\\\\]", "") + ".java:31"),
                List.of(HOSTILE),
                Optional.of(
                    new Proof(
                        first.thread(),
                        List.of(new Conflict(first, between), new Conflict(between, last)))))
            .withTests(List.of(HOSTILE));
    return new Report(
        HOSTILE,
        HOSTILE,
        "",
        Verdict.VIOLATION,
        List.of(HOSTILE),
        new Checked(
            OptionalLong.of(3),
            List.of(HOSTILE),
            12,
            2,
            OptionalLong.empty(),
            OptionalLong.of(4),
            0),
        List.of(finding, finding.withStatus(Status.SUPPRESSED, Optional.of(HOSTILE))),
        List.of(new BlockCount(HOSTILE, 1, 1)),
        List.of(HOSTILE),
        List.of(new Suppression(HOSTILE, HOSTILE, 1)),
        List.of(new KnownFinding("0123456789abcdef", Finding.VIOLATED, HOSTILE)),
        List.of());
  }

  private static TracedEvent event(long position, int op, String thread, int line) {
    return new TracedEvent(
        position,
        op,
        thread,
        HOSTILE,
        Optional.of("Bank.java:" + line),
        Optional.of(HOSTILE),
        Optional.of(HOSTILE),
        Optional.of(List.of(HOSTILE)));
  }
}
