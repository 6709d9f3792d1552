package io.cosmodrome.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be said of the page without a browser; {@link PageTest} has the rest. */
class HtmlReportTest {
  private static final Pattern DATA =
      Pattern.compile("<script type=\"application/json\" id=\"[a-z-]+\">(.*?)</script>");

  private static String page(Report report) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HtmlReport.write(report, out);
    return out.toString(UTF_8);
  }

  @Test
  void page_isTheSameEveryTime() throws IOException {
    assertThat(page(SampleReports.bank())).isEqualTo(page(SampleReports.bank()));
  }

  @Test
  void page_asksNobodyForAnything() throws IOException {
    String page = page(SampleReports.bank());

    assertThat(page).contains("content=\"default-src 'none'; style-src 'sha256-");
    assertThat(page).doesNotContain("unsafe-").doesNotContain(" src=").doesNotContain("@import");
    assertThat(page.replace("http://www.w3.org/2000/svg", "")).doesNotContain("://");
  }

  @Test
  void styleAndScript_areAscii() throws IOException {
    String page = page(SampleReports.bank());

    for (String element : List.of("style", "script")) {
      int start = page.indexOf("<" + element + ">");
      assertThat(page.substring(start, page.indexOf("</" + element + ">", start)))
          .matches("\\p{ASCII}+");
    }
  }

  @Test
  void policy_allowsItsOwnStyleAndScript() throws Exception {
    String page = page(SampleReports.bank());

    assertThat(page)
        .contains("style-src '" + hash(page, "style") + "';")
        .contains("script-src '" + hash(page, "script") + "';");
  }

  /** As browsers compute it, of the first such element. */
  private static String hash(String page, String element) throws NoSuchAlgorithmException {
    int start = page.indexOf("<" + element + ">") + element.length() + 2;
    String content = page.substring(start, page.indexOf("</" + element + ">", start));
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(UTF_8));
    return "sha256-" + Base64.getEncoder().encodeToString(digest);
  }

  @Test
  void sentenceProofAndTable_areInTheMarkup() throws IOException {
    assertThat(page(SampleReports.bank()))
        .contains(
            "<h2>Bank.transfer is not atomic</h2>",
            "<p>Between its write of Account#1.balance (Bank.java:33) and its write of"
                + " Account#2.balance (:36) on worker-3, Bank.audit on audit-1 came in.",
            "<li><b>1→2</b> transfer before audit: audit read Account#1.balance at :22 after"
                + " transfer wrote it at :33 <i>write→read</i>",
            "<li>Contradiction: transfer would be both before and after audit.",
            "<td>Account.balance<td>17<td>observed<td><b>NEW</b>");
  }

  @Test
  void everyKindOfConflict_isToldInWords() throws IOException {
    assertThat(page(SampleReports.of(SampleReports.kinds())))
        .contains(
            "<i>start</i>",
            "<i>release→acquire of A#1</i>",
            "<i>barrier→barrier of CyclicBarrier#1</i>",
            "<i>end→join</i>",
            "Contradiction: a would be before itself.",
            "Between its start of T1 (A.java:1) and its wait for the end of T3 (:6) on T0, T1, T2"
                + " and T3 came in.");
    assertThat(page(SampleReports.bank())).contains("<i>volatile read→write</i>");
    assertThat(page(Samples.report(List.of(Samples.race()))))
        .contains(
            "<i>racing read→write</i>",
            "<p>Note: these accesses race as far as seen, so the other order is possible",
            "<p>T0 was started by main in Main.main (Main.java:9) and T1 was started by code that"
                + " is not instrumented, such as an executor's.");
  }

  @Test
  void cycle_isToldWithoutACulprit() throws IOException {
    assertThat(page(SampleReports.of(SampleReports.cycle(2))))
        .contains(
            "<h2>No serial order of the blocks explains this run</h2>",
            "<p>Job0.run on thread-0 and Job1.run on thread-1 each have to come before the other.");
    assertThat(page(SampleReports.of(SampleReports.cycle(30))))
        .contains("Job6.run on thread-6 and 23 more each have to come before the next,");
  }

  @Test
  void findingsWithTheSameFirstDigits_haveDifferentAnchors() throws IOException {
    String page = page(SampleReports.large(2000, 0));

    Matcher anchor = Pattern.compile("<section id=\"(ATOM-[0-9a-f]+)\"").matcher(page);
    List<String> anchors = anchor.results().map(found -> found.group(1)).toList();
    assertThat(anchors).hasSize(2000).doesNotHaveDuplicates();
    assertThat(anchors).anyMatch(id -> id.length() > "ATOM-7f3a".length());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "</script><img src=x onerror=alert(1)>",
        "\"><svg onload=alert(1)>",
        "<!--<script>",
        "{{rows}}",
        "\u2028\u202egnp.exe",
        "\ud800 alone",
        "a & b",
        "",
      })
  void names_stayNames(String name) throws IOException {
    String page = page(SampleReports.named(name));

    String markup = DATA.matcher(page).replaceAll("");
    assertThat(markup).doesNotContain("<img", "<svg", "<!--", "\u2028", "\u202e", "\ud800");
    assertThat(page.getBytes(UTF_8)).isEqualTo(page(SampleReports.named(name)).getBytes(UTF_8));
    List<String> data = DATA.matcher(page).results().map(found -> found.group(1)).toList();
    assertThat(data).hasSize(2);
    for (String json : data) {
      assertThat(json).doesNotContain("<", ">", "&").isASCII();
      try (JsonParser parser = new JsonFactory().createParser(json)) {
        while (parser.nextToken() != null) {
          parser.skipChildren();
        }
      }
    }
    if (!name.isEmpty()) {
      assertThat(markup).contains(Html.escape(name));
    }
  }

  @Test
  void unseenCharacters_areSpeltOut() {
    assertThat(Html.escape("\u202ea\ud800b\u0000\ud83d\ude80\t'\""))
        .isEqualTo("\\u202ea\\ud800b\\u0000\ud83d\ude80\t'&quot;");
  }

  @Test
  void verdict_isInWordsAlsoIfThereIsNothingToReport() throws IOException {
    assertThat(page(SampleReports.of()))
        .contains(
            "No violation observed",
            "Was it really checked?</span> <b>Yes:</b> 60 blocks ran on 8 threads; 999 events");
    assertThat(page(SampleReports.unknown()))
        .contains("Unknown: nothing can be concluded", "<b>No:</b>", "try a run with more threads");
  }
}
