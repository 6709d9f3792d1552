package io.cosmodrome.report;

import static java.util.stream.Collectors.joining;

import io.cosmodrome.analysis.TracedEvent;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The findings in markup, readable without scripts: the table, and for each finding a section with
 * its sentence and its proof. Terse, since there may be thousands.
 */
final class HtmlFindings {
  // Findings after so many go without, so that 5,000 of them are a page of less than 10 MB.
  static final int WITH_SOURCE = 250;
  private static final int WITH_ALL_WITNESSES = 100;
  private static final int WITH_HINTS = 1000;

  private static final String PREFIX = "ATOM-";
  private static final String NO_CULPRIT = "(no single culprit)";

  private final Report report;
  private final List<String> anchors;

  HtmlFindings(Report report) {
    this.report = report;
    this.anchors = anchors(report.findings());
  }

  /** {@code ATOM-7f3a}, with more digits of the fingerprint if another finding has these. */
  private static List<String> anchors(List<Finding> findings) {
    List<String> anchors = new ArrayList<>();
    Set<String> used = new HashSet<>();
    for (Finding finding : findings) {
      String digits = finding.fingerprint();
      int length = Finding.ID_LENGTH;
      while (length < digits.length() && used.contains(digits.substring(0, length))) {
        length++;
      }
      used.add(digits.substring(0, length));
      anchors.add(PREFIX + digits.substring(0, length));
    }
    return anchors;
  }

  String anchor(int i) {
    return anchors.get(i);
  }

  /** Those of the finding's proofs that the page tells. */
  List<Proof> proofs(int i) {
    List<Proof> proofs = report.findings().get(i).proofs();
    return i < WITH_ALL_WITNESSES ? proofs : proofs.subList(0, Math.min(1, proofs.size()));
  }

  /** A proof in full words. */
  static ProofWords words(Finding finding, Proof proof) {
    return new ProofWords(finding, proof, UnaryOperator.identity());
  }

  /** What a large page leaves out. */
  String limits() {
    return anchors.size() <= WITH_ALL_WITNESSES
        ? ""
        : "<p class=\"none\">To stay small, this page has further witnesses of the first "
            + Text.number(WITH_ALL_WITNESSES)
            + " findings, source of "
            + Text.number(WITH_SOURCE)
            + " and hints for "
            + Text.number(WITH_HINTS)
            + ". The JSON report has all witnesses.</p>";
  }

  // ---- the table ----

  void writeRows(Writer out) throws IOException {
    for (int i = 0; i < anchors.size(); i++) {
      Finding finding = report.findings().get(i);
      out.write("<tr><td><a href=\"#" + anchor(i) + "\">");
      out.write(Html.escape(method(finding)));
      out.write("</a><td>");
      out.write(Html.escape(String.join(", ", Sentence.others(finding))));
      out.write("<td>");
      out.write(Html.escape(String.join(", ", sharedData(finding))));
      out.write("<td>" + Text.number(finding.count()));
      out.write("<td>" + (finding.rule().equals(Rule.ATOM002.name()) ? "predicted" : "observed"));
      out.write("<td>" + status(finding) + "\n");
    }
  }

  private static String method(Finding finding) {
    return finding
        .block()
        .map(Names::classAndMethod)
        .orElse(finding.rule().equals(Finding.CYCLE) ? NO_CULPRIT : "(no label)");
  }

  /** Fields, locks and threads in conflict, without the numbers of objects. */
  static Set<String> sharedData(Finding finding) {
    Set<String> data = new LinkedHashSet<>();
    for (Proof proof : finding.proofs()) {
      for (Conflict conflict : proof.conflicts()) {
        for (TracedEvent event : List.of(conflict.source(), conflict.destination())) {
          data.add(Finding.stable(event.target()));
        }
      }
    }
    return data;
  }

  private static String status(Finding finding) {
    return finding.status() == Status.NEW ? "<b>NEW</b>" : finding.status().name();
  }

  // ---- a section each ----

  void writeSections(Writer out) throws IOException {
    for (int i = 0; i < anchors.size(); i++) {
      writeSection(out, i);
    }
  }

  private void writeSection(Writer out, int i) throws IOException {
    Finding finding = report.findings().get(i);
    out.write("<section id=\"" + anchor(i) + "\"><h2>");
    out.write(Html.escape(title(finding)));
    out.write("</h2><p>" + finding.rule() + " " + anchor(i).substring(PREFIX.length()));
    if (finding.location().isPresent()) {
      out.write(" · " + Html.escape(Names.place(finding.location().get())));
    }
    out.write(" · seen " + Text.times(finding.count()) + " · " + status(finding));
    if (finding.reason().isPresent()) {
      out.write(": " + Html.escape(finding.reason().get()));
    }
    List<Proof> proofs = proofs(i);
    for (Proof proof : proofs) {
      writeWitness(out, words(finding, proof), i < WITH_HINTS);
    }
    if (proofs.isEmpty()) {
      out.write("<p>No proof: the engine has none, and may blame too many blocks.");
    }
    List<String> hints = i < WITH_HINTS ? Hints.of(finding).sentences() : List.of();
    if (!hints.isEmpty()) {
      out.write(hints.stream().map(Html::escape).collect(joining("<li>", "<ul><li>", "</ul>")));
    }
    writeNames(out, "Also not atomic because of this: ", finding.around());
    writeNames(out, "Seen while these tests ran: ", finding.tests());
    out.write("</section>\n");
  }

  private static String title(Finding finding) {
    String what = FindingText.what(finding, Style.PLAIN, Integer.MAX_VALUE);
    boolean startsWithName = finding.block().isPresent();
    return startsWithName
        ? what
        : what.substring(0, 1).toUpperCase(Locale.ROOT) + what.substring(1);
  }

  private static void writeWitness(Writer out, ProofWords words, boolean hasOrigins)
      throws IOException {
    out.write("<div><p>");
    out.write(Html.escape(words.account()));
    out.write("<ol>");
    for (int i = 0; i < words.steps(); i++) {
      int source = 1 + words.index(words.conflict(i).source());
      int destination = 1 + words.index(words.conflict(i).destination());
      out.write("<li><b>" + source + "→" + destination + "</b> ");
      out.write(Html.escape(words.step(i)));
      out.write(" <i>" + Html.escape(words.kind(i)) + "</i>");
    }
    out.write("<li>" + Html.escape(words.contradiction()) + "</ol>");
    out.write(words.doubt().map(note -> "<p>Note: " + Html.escape(note) + ".").orElse(""));
    if (hasOrigins) {
      String origins = words.origins().map(text -> "<p>" + Html.escape(text)).orElse("");
      out.write(origins);
    }
    out.write("</div>");
  }

  private static void writeNames(Writer out, String what, List<String> labels) throws IOException {
    if (!labels.isEmpty()) {
      out.write("<p>" + what);
      out.write(Html.escape(labels.stream().map(Names::classAndMethod).collect(joining(", "))));
    }
  }

  // ---- what changed ----

  /** What is new is in the table, and there may be thousands: a script lists it here, too. */
  void writeDiff(Writer out) throws IOException {
    List<Finding> findings = report.findings();
    for (Status status : Status.values()) {
      long count = findings.stream().filter(finding -> finding.status() == status).count();
      out.write("<h3>" + heading(status) + " (" + Text.number(count) + ")</h3>");
      if (status == Status.NEW) {
        out.write("<ul id=\"new\"><li>Those marked NEW in the table</ul>");
        continue;
      }
      out.write("<ul>");
      for (int i = 0; i < findings.size(); i++) {
        if (findings.get(i).status() == status) {
          out.write("<li><a href=\"#" + anchor(i) + "\">");
          out.write(Html.escape(method(findings.get(i))) + "</a>");
          out.write(findings.get(i).reason().map(why -> ": " + Html.escape(why)).orElse(""));
        }
      }
      out.write("</ul>");
    }
    String gone = Text.number(report.gone().size());
    out.write("<h3>Gone: in the baseline, but not seen (" + gone + ")</h3><ul>");
    for (KnownFinding known : report.gone()) {
      String name = known.block().isEmpty() ? NO_CULPRIT : Names.classAndMethod(known.block());
      out.write("<li>" + Html.escape(known.rule() + " " + name));
      out.write(" <code>" + Html.escape(known.fingerprint()) + "</code>");
    }
    out.write("</ul>");
  }

  private static String heading(Status status) {
    return switch (status) {
      case NEW -> "New";
      case KNOWN -> "Known: in the baseline";
      case SUPPRESSED -> "Suppressed";
    };
  }
}
