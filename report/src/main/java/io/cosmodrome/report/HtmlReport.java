package io.cosmodrome.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page: one file with everything in it, which asks nobody for anything.
 *
 * <p>What has to be readable without scripts is markup from here and from {@link HtmlFindings}:
 * verdict, table, sentences, proofs. Pictures are drawn by the scripts from {@link HtmlData}, one
 * finding at a time, so that a page with thousands of findings opens fast. The files under {@code
 * page/} are the page as designers know it: a template with places to fill, a style, scripts. They
 * are in ASCII, since a JVM that has just started reads and writes other letters far more slowly. A
 * policy in the page allows exactly these scripts and this style, by their hashes.
 *
 * <p>Written in one pass. Memory: the distinct names of the report.
 */
final class HtmlReport {
  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");
  private static final String TEMPLATE = resource("page.html");
  private static final String STYLE = "\n" + resource("page.css");
  private static final String SCRIPT =
      "\n"
          + resource("draw.js")
          + resource("lanes.js")
          + resource("graph.js")
          + resource("source.js")
          + resource("slice.js")
          + resource("witness.js")
          + resource("table.js")
          + resource("blocks.js")
          + resource("page.js");

  /**
   * Has the hashes of style and script. They are written here because to compute them takes longer
   * than to write a small page; a test says what they should be.
   */
  private static final String POLICY =
      "default-src 'none'; style-src 'sha256-NXEabtAR+1+aYiIM6peBBK4BFNy90Md5YpisXh8+aps=';"
          + " script-src 'sha256-86KeqavaPCd5GGsSm4tQp6UBam2mqTThVL2rWyVDnxI=';"
          + " base-uri 'none'; form-action 'none'";

  @FunctionalInterface
  private interface Filling {
    void write(Writer out) throws IOException;
  }

  private final Report report;
  private final HtmlFindings findings;

  private HtmlReport(Report report) {
    this.report = report;
    this.findings = new HtmlFindings(report);
  }

  /** Writes a whole page; the stream stays open. */
  static void write(Report report, OutputStream out) throws IOException {
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, UTF_8), 1 << 16);
    new HtmlReport(report).write(writer);
    writer.flush();
  }

  private void write(Writer out) throws IOException {
    HtmlData data = new HtmlData(report, findings);
    Map<String, Filling> fillings =
        Map.ofEntries(
            Map.entry("policy", text(POLICY)),
            Map.entry("title", text(Html.escape(title()))),
            Map.entry("style", text(STYLE)),
            Map.entry("script", text(SCRIPT)),
            Map.entry("verdict", text(report.verdict().name())),
            Map.entry("words", text(Html.escape(words()))),
            Map.entry("subject", text(Html.escape(report.subject()))),
            Map.entry("engine", text(Html.escape(report.engine()))),
            Map.entry("checked", text(checked())),
            Map.entry("command", text(Html.escape(command()))),
            Map.entry("table", text(report.findings().isEmpty() ? " hidden" : "")),
            Map.entry("none", text(none())),
            Map.entry("rows", findings::writeRows),
            Map.entry("findings", findings::writeSections),
            Map.entry("limits", text(findings.limits())),
            Map.entry("blockCount", text(Text.count(report.blocks().size(), "block"))),
            Map.entry("instrumentation", this::writeInstrumentation),
            Map.entry("specification", this::writeSpecification),
            Map.entry("diff", findings::writeDiff),
            Map.entry("data", data::writeFindings),
            Map.entry("blocks", data::writeBlocks));
    Matcher place = PLACE.matcher(TEMPLATE);
    int end = 0;
    while (place.find()) {
      out.write(TEMPLATE, end, place.start() - end);
      Filling filling = fillings.get(place.group(1));
      if (filling == null) {
        throw new IllegalStateException("nothing to fill in for " + place.group());
      }
      filling.write(out);
      end = place.end();
    }
    out.write(TEMPLATE, end, TEMPLATE.length() - end);
  }

  private static Filling text(String text) {
    return out -> out.write(text);
  }

  private static String resource(String name) {
    return Resource.text("page/" + name);
  }

  // ---- the head of the page ----

  private String title() {
    return report.verdict() + ": " + report.subject();
  }

  private String words() {
    int all = report.findings().size();
    long fresh = count(Status.NEW);
    return switch (report.verdict()) {
      case VIOLATION ->
          "Not atomic: "
              + Text.count(all, "finding")
              + (fresh == all ? "" : ", " + Text.number(fresh) + " new");
      case OK ->
          all == 0
              ? "No violation observed"
              : "No new violation observed: "
                  + Text.number(count(Status.KNOWN))
                  + " known, "
                  + Text.number(count(Status.SUPPRESSED))
                  + " suppressed";
      case UNKNOWN -> "Unknown: nothing can be concluded from this run";
    };
  }

  private long count(Status status) {
    return report.findings().stream().filter(finding -> finding.status() == status).count();
  }

  /** Was it really checked? */
  private String checked() {
    List<String> reasons = report.reasons();
    String answer =
        switch (report.verdict()) {
          case UNKNOWN -> "No";
          default ->
              reasons.isEmpty() && report.checked().skipped().isEmpty() ? "Yes" : "Not all of it";
        };
    answer += report.checked().limitNames();
    StringBuilder html = new StringBuilder("<b>").append(answer).append(":</b> ");
    html.append(Html.escape(new ReportText(report, Style.PLAIN).figures()));
    List<String> notes = new ArrayList<>(reasons);
    report.checked().limits().forEach(limit -> notes.add(limit.name() + ": " + limit.text()));
    if (!notes.isEmpty()) {
      html.append(items("reasons", notes));
    }
    return html.toString();
  }

  /** Instead of a table without rows. */
  private String none() {
    if (!report.findings().isEmpty()) {
      return "";
    }
    String words =
        switch (report.verdict()) {
          case UNKNOWN ->
              "There is nothing to show, but that says nothing: see above what was missing, and try"
                  + " again.";
          default ->
              "No block was seen that was not atomic. Another run may take another course; the tab"
                  + " Blocks shows what this one has covered.";
        };
    return "<p class=\"none\">" + words + "</p>";
  }

  /** What to type to see it again. */
  private String command() {
    if (!report.command().isEmpty()) {
      return report.command();
    }
    boolean isProgram = report.checked().classes().isPresent();
    return isProgram
        ? "cosmodrome run -- java " + report.subject()
        : "cosmodrome check --engine " + report.engine() + " " + report.subject();
  }

  // ---- the other tabs ----

  private void writeInstrumentation(Writer out) throws IOException {
    Checked checked = report.checked();
    List<String> figures = new ArrayList<>();
    checked.classes().ifPresent(n -> figures.add(Text.count(n, "class") + " instrumented"));
    figures.add(Text.count(checked.blocks(), "block") + " ran");
    figures.add(Text.count(checked.threads(), "thread") + " ran them");
    checked.events().ifPresent(n -> figures.add(Text.count(n, "event") + " looked at"));
    checked
        .conflicts()
        .ifPresent(n -> figures.add(Text.count(n, "access") + " met another thread's"));
    figures.add(Text.count(checked.failures(), "failure") + " of the agent itself");
    out.write(items("figures", figures));
    if (checked.skipped().isEmpty()) {
      out.write("<p>Nothing was skipped.</p>");
    } else {
      out.write("<h3>Skipped</h3>");
      out.write(items("skipped", checked.skipped()));
    }
    if (!checked.unmodelled().isEmpty()) {
      out.write("<h3>Called, but not modelled</h3>");
      out.write("<p>These calls can order threads. That order was not seen.</p>");
      out.write(items("skipped", checked.unmodelled()));
    }
  }

  private void writeSpecification(Writer out) throws IOException {
    if (report.specification().isEmpty()) {
      out.write("<p>The default: nobody said which blocks are meant to be atomic.</p>");
    } else {
      out.write("<pre>");
      for (String line : report.specification()) {
        out.write(Html.escape(line));
        out.write('\n');
      }
      out.write("</pre>");
    }
    if (!report.unused().isEmpty()) {
      out.write("<h3>Suppressions that fitted no finding</h3>");
      List<String> unused =
          report.unused().stream()
              .map(s -> "line " + s.line() + ": " + s.pattern() + "  # " + s.reason())
              .toList();
      out.write(items("unused", unused));
    }
  }

  private static String items(String name, List<String> texts) {
    StringBuilder html = new StringBuilder("<ul class=\"").append(name).append("\">");
    texts.forEach(text -> html.append("<li>").append(Html.escape(text)).append("</li>"));
    return html.append("</ul>").toString();
  }
}
