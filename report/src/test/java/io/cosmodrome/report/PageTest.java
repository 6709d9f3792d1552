package io.cosmodrome.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cosmodrome.analysis.Analysis;
import io.cosmodrome.analysis.AnalysisOptions;
import io.cosmodrome.analysis.TraceVerdict;
import io.cosmodrome.check.CheckResult;
import io.cosmodrome.format.ReadOptions;
import io.cosmodrome.format.TraceFile;
import io.cosmodrome.format.TraceFormats;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/**
 * The page in a real browser, from a file, as users open it. After every test the console is empty.
 */
@Tag("browser")
class PageTest {
  private static final String OPEN = "document.querySelector('section.open')";

  @TempDir private static Path directory;
  private static Browser browser;

  @BeforeAll
  static void start() {
    assumeTrue(Browser.missing().isEmpty(), Browser.missing().orElse(""));
    browser = new Browser();
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  @AfterEach
  void nothingWasComplainedAbout() {
    browser.media("light", "screen");
    browser.allowScripts(true);
    assertThat(browser.complaints()).isEmpty();
  }

  private static Path open(Report report) throws IOException {
    return open(report, "");
  }

  private static Path open(Report report, String anchor) throws IOException {
    Path file = directory.resolve("index.html");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      HtmlReport.write(report, out);
    }
    browser.open(file, anchor);
    return file;
  }

  private static String heading() {
    return browser.text(OPEN + ".querySelector('h2').textContent");
  }

  // ---- the first screen ----

  @Test
  void firstScreen_hasVerdictFactsTableAndTheFirstWitness() throws IOException {
    open(SampleReports.bank());

    assertThat(browser.number("scrollY")).isZero();
    assertThat(browser.shown("h1")).contains("VIOLATION", "Not atomic: 4 findings, 2 new");
    assertThat(browser.shown(".checked")).contains("Was it really checked?", "412 classes");
    assertThat(browser.shown("table.findings")).contains("Bank.transfer", "NEW", "SUPPRESSED");
    assertThat(heading()).isEqualTo("Bank.transfer is not atomic");
    for (String part : List.of(".checked", "table.findings", "section.open h2", ".lanes .event")) {
      int bottom =
          browser.number("document.querySelector('" + part + "').getBoundingClientRect().bottom");
      assertThat(bottom).as(part).isBetween(1, Browser.HEIGHT);
    }
    assertThat(browser.is("document.documentElement.scrollWidth <= innerWidth")).isTrue();
  }

  @Test
  void firstScreen_hasTheFirstWitnessAlsoUnderManyFindings() throws IOException {
    open(SampleReports.large(300, 10));

    assertThat(
            browser.number(
                "document.querySelector('.lanes .event').getBoundingClientRect().bottom"))
        .isBetween(1, Browser.HEIGHT);
  }

  @Test
  void emptyReports_sayWhatWasChecked() throws IOException {
    open(SampleReports.of());
    assertThat(browser.shown("header")).contains("OK", "No violation observed", "60 blocks ran");
    assertThat(browser.shown("#findings"))
        .startsWith("No block was seen that was not atomic. Another run")
        .doesNotContain("Broken by");

    open(SampleReports.unknown());
    assertThat(browser.shown("header"))
        .contains("UNKNOWN", "nothing can be concluded", "try a run");
    assertThat(browser.shown("#findings")).startsWith("There is nothing to show, but");
  }

  @Test
  void findingThatIsNotNew_isNotOpenedFirst() throws IOException {
    Finding known = SampleReports.cycle(2).withStatus(Status.KNOWN, Optional.empty());
    open(SampleReports.of(known, SampleReports.kinds()));

    assertThat(heading()).isEqualTo("A.a is not atomic");
  }

  // ---- the lanes ----

  /**
   * Findings with two to eight threads and many, every kind of conflict, with and without a
   * culprit.
   */
  private static List<Finding> pictured() {
    List<Finding> findings = new ArrayList<>(SampleReports.bank().findings().subList(0, 3));
    for (int threads = 2; threads <= 8; threads++) {
      findings.add(SampleReports.cycle(threads));
      findings.add(SampleReports.brokenBy(threads));
    }
    findings.add(SampleReports.brokenBy(30));
    findings.add(SampleReports.kinds());
    findings.add(SampleReports.withoutLabel());
    findings.add(SampleReports.crossing());
    return findings;
  }

  /** Each arrow goes from the border of the earlier event's row to that of the later one's. */
  @Test
  void arrows_connectTheRightRows_inLanesOfTheRightThreads() throws IOException {
    List<Finding> findings = pictured();
    open(SampleReports.of(findings.toArray(new Finding[0])));

    for (Finding finding : findings) {
      ProofWords words = HtmlFindings.words(finding, finding.proof().orElseThrow());
      assertThat(browser.text(LANES_OF_ROWS))
          .isEqualTo(words.events().stream().map(e -> e.thread()).collect(joining("|")));
      for (int i = 0; i < words.steps(); i++) {
        int from = words.index(words.conflict(i).source());
        int to = words.index(words.conflict(i).destination());
        assertThat(browser.text(distance(i, "0", from))).as("start of %s", i).isEqualTo("0,0");
        assertThat(browser.text(distance(i, "line.getTotalLength()", to)))
            .as("end of %s", i)
            .isEqualTo("0,0");
      }
      assertThat(browser.number("document.querySelectorAll('.open .shown .lanes .edge').length"))
          .isEqualTo(words.steps());
      browser.press("j");
    }
  }

  /** How far a point of an arrow is from the sides of a row, and from its middle line. */
  private static String distance(int edge, String length, int event) {
    return """
    (() => {
      const lanes = document.querySelector('section.open .shown .lanes');
      const line = lanes.querySelector("[data-edge='%d'] .line");
      const point = line.getPointAtLength(%s);
      const row = lanes.querySelector("[data-e='%d'] .row").getBBox();
      const x = Math.min(Math.abs(point.x - row.x), Math.abs(point.x - row.x - row.width));
      return [Math.floor(x / 2), Math.floor(Math.abs(point.y - row.y - row.height / 2))];
    })()
    """
        .formatted(edge, length, event)
        .strip();
  }

  /** The thread over each row, from the top to the bottom. */
  private static final String LANES_OF_ROWS =
      """
      (() => {
        const lanes = document.querySelector('section.open .shown .lanes');
        const heads = [...lanes.querySelectorAll('text.thread')];
        const rows = [...lanes.querySelectorAll('.event .row')].map((row) => row.getBBox());
        rows.sort((a, b) => a.y - b.y);
        return rows.map((row) => heads.find((head) => {
          const x = Number(head.getAttribute('x'));
          return row.x <= x && x < row.x + row.width;
        }).querySelector('title').textContent.replace('thread ', '')).join('|');
      })()
      """
          .strip();

  @Test
  void blockToBlame_isTornWhereOthersCameIn_andOnlyThere() throws IOException {
    open(SampleReports.bank());

    String gap = "document.querySelector('.lanes .torn').getBBox()";
    String row = "document.querySelector('.lanes [data-e=\"%d\"] .row').getBBox()";
    assertThat(browser.is(gap + ".y > " + row.formatted(0) + ".y")).isTrue();
    assertThat(browser.is(gap + ".y < " + row.formatted(3) + ".y")).isTrue();
    assertThat(browser.number("document.querySelectorAll('.block.blamed').length")).isEqualTo(2);

    open(SampleReports.of(SampleReports.cycle(3)));
    assertThat(browser.number("document.querySelectorAll('.torn, .blamed').length")).isZero();
  }

  @Test
  void heldLocks_areBarsWithAName() throws IOException {
    open(SampleReports.bank());

    assertThat(browser.number("document.querySelectorAll('.lanes .lock').length")).isEqualTo(4);
    assertThat(browser.shown("section.open .legend")).contains("holds Account#1, Account#2");
    String colours =
        "new Set([...document.querySelectorAll('%s')].map((e) => getComputedStyle(e).%s))";
    String ofBars = colours.formatted(".lanes .lock rect", "fill");
    String ofNames = colours.formatted(".shown .legend .lock", "backgroundColor");
    assertThat(browser.number(ofBars + ".size")).isEqualTo(2);
    assertThat(browser.is("[..." + ofBars + "].join() === [..." + ofNames + "].join()")).isTrue();
  }

  @Test
  void findingWithoutProof_saysSo() throws IOException {
    open(SampleReports.of(SampleReports.withoutProof()));

    assertThat(browser.shown("section.open")).contains("Bank.audit is not atomic", "No proof");
  }

  // ---- the same step in all views ----

  @Test
  void step_isHighlightedInEveryView() throws IOException {
    open(SampleReports.bank());

    browser.click(".shown .lanes [data-e='1']");

    String on = "[...document.querySelectorAll('.shown %s .on')].map((e) => e.dataset.e).join()";
    assertThat(browser.text(on.formatted(".source"))).isEqualTo("1");
    assertThat(browser.text(on.formatted(".stacks"))).isEqualTo("1,1");
    assertThat(browser.is("document.querySelector('.shown .lanes .event.on').dataset.e === '1'"))
        .isTrue();
    assertThat(browser.is("document.querySelector('.shown .words li.on').dataset.edge === '0'"))
        .isTrue();
    assertThat(browser.number("document.querySelectorAll('.shown .edge.on').length")).isEqualTo(2);

    browser.click(".shown .words li[data-edge='1']");
    assertThat(
            browser.text(
                "[...document.querySelectorAll('.lanes .event.on')].map((e) =>"
                    + " e.dataset.e).sort().join()"))
        .isEqualTo("2,3");
  }

  @Test
  void source_showsThreeLinesAroundWithTheStepsInTheGutter() throws IOException {
    open(SampleReports.bank());

    assertThat(browser.shown(".source .column:nth-child(2)"))
        .contains("Bank.java · Bank.audit", "sum += account.balance;", "int sum = 0;")
        .doesNotContain("int audit() {");
    assertThat(browser.shown(".source .column:nth-child(2) .hit .gutter")).contains("2", "3");
  }

  @Test
  void otherWitnesses_areAClickAway() throws IOException {
    open(SampleReports.bank());

    browser.click(".switch button:nth-of-type(2)");

    assertThat(browser.shown("section.open .shown")).contains("worker-4").doesNotContain("audit-1");
  }

  @Test
  void stacksAndCommand_areThere() throws IOException {
    open(SampleReports.bank());
    browser.click(".words details:nth-of-type(1) summary");
    browser.click(".words details:nth-of-type(2) summary");

    assertThat(browser.shown(".words"))
        .contains("Main.java:51", "Main.java:12", "cosmodrome run -- java com.acme.Main");
  }

  @Test
  void witnessAsATrace_provesTheSame() throws IOException {
    List<Finding> findings = pictured();
    open(SampleReports.of(findings.toArray(new Finding[0])));

    for (Finding finding : findings) {
      String trace = browser.text(OPEN + ".querySelector('.shown .slice').textContent");
      TraceVerdict verdict = check(trace);
      CheckResult result = verdict.engines().get(0).result();
      List<Optional<String>> violated =
          result.violations().stream()
              .map(
                  v ->
                      Optional.of(v.label())
                          .filter(id -> id >= 0)
                          .map(verdict.symbols().labels()::name))
              .toList();
      assertThat(result.nonSerializable()).as(trace).isTrue();
      if (!finding.rule().equals(Finding.CYCLE)) {
        assertThat(violated).as(trace).contains(finding.block());
      }
      browser.press("j");
    }
  }

  private static TraceVerdict check(String trace) throws IOException {
    InputStream bytes = new ByteArrayInputStream(trace.getBytes(UTF_8));
    try (TraceFile source =
        TraceFormats.open(bytes, "slice", Optional.empty(), ReadOptions.DEFAULT)) {
      return Analysis.check(source, AnalysisOptions.DEFAULT);
    }
  }

  // ---- finding one's way ----

  @Test
  void keys_chooseFindingsAndSteps() throws IOException {
    open(SampleReports.bank());

    browser.press("j");
    assertThat(heading()).isEqualTo("Bank.open is not atomic");
    assertThat(browser.text("location.hash")).isEqualTo("#" + browser.text(OPEN + ".id"));
    browser.press("k");
    assertThat(heading()).isEqualTo("Bank.transfer is not atomic");
    browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
    assertThat(browser.text("document.querySelector('.lanes .event.on').dataset.e")).isEqualTo("1");
    browser.press(Keys.ESCAPE);
    assertThat(browser.number("document.querySelectorAll('.on').length")).isZero();
    browser.press(Keys.ENTER);
    assertThat(browser.is("document.activeElement.matches('section.open')")).isTrue();
    browser.press("?");
    assertThat(browser.shown("#keys")).contains("next, previous finding");
    browser.press(Keys.ESCAPE);
    assertThat(browser.is("document.getElementById('keys').open")).isFalse();
  }

  @Test
  void filter_leavesWhatHasAllWords() throws IOException {
    open(SampleReports.bank());

    browser.press("/", "counter KNOWN");

    assertThat(browser.shown("table.findings tbody"))
        .startsWith("Counter.increment")
        .hasLineCount(1);
    assertThat(browser.shown("#shown")).isEqualTo("1 of 4 findings");
    assertThat(heading()).isEqualTo("Counter.increment is not atomic");
  }

  @Test
  void grouping_putsAFindingUnderEachOfItsFieldsAndTests() throws IOException {
    open(SampleReports.bank());

    group("data");
    assertThat(browser.text(GROUPS))
        .contains("Account.balance (1 finding)|", "Job.field0 (1 finding)|Job.field1");
    group("tests");
    assertThat(browser.text(GROUPS))
        .isEqualTo(
            "(none) (2 findings)|BankTest.opensOnce (1 finding)|"
                + "BankTest.transfersAddUp (1 finding)|ServiceTest.pays (1 finding)");
    browser.press("j");
    assertThat(browser.number("document.querySelectorAll('tr[aria-current]').length")).isOne();
    group("");
    assertThat(browser.number("document.querySelectorAll('table.findings tbody tr').length"))
        .isEqualTo(4);
  }

  private static final String GROUPS =
      "[...document.querySelectorAll('tr.group')].map((row) => row.textContent).join('|')";

  private static void group(String key) {
    browser.click("#grouping option[value='" + key + "']");
  }

  @Test
  void anchor_opensItsFinding() throws IOException {
    Finding finding = SampleReports.bank().findings().get(1);
    open(SampleReports.bank(), "#ATOM-" + finding.id());

    assertThat(heading()).isEqualTo("Bank.open is not atomic");
  }

  @Test
  void tabs_showBlocksInstrumentationSpecificationAndDiff() throws IOException {
    open(SampleReports.bank());

    browser.click("#tab-blocks");
    assertThat(browser.shown("#block-list tbody tr"))
        .isEqualTo("com.acme.Bank.transfer(Account,Account,int) 900 17");
    browser.press("/", "counter");
    assertThat(browser.shown("#block-list tbody")).isEqualTo("com.acme.Counter.increment() 252 3");
    browser.press(Keys.ESCAPE);
    browser.click("#tab-instrumentation");
    assertThat(browser.shown("#instrumentation")).contains("412 classes", "com.acme.Legacy");
    browser.click("#tab-specification");
    assertThat(browser.shown("#specification"))
        .contains("not-atomic com.acme.Server.serve(**)", "com.acme.Old.*", "gone next month");
    browser.click("#tab-diff");
    assertThat(browser.shown("#diff"))
        .containsIgnoringCase("new (2)")
        .contains("Bank.open", "statistics may be off by one", "Cache.get");
    browser.click("#new li:nth-child(2) a");
    assertThat(heading()).isEqualTo("Bank.open is not atomic");
    assertThat(browser.is("document.getElementById('findings').offsetHeight > 0")).isTrue();
  }

  // ---- themes, paper, no scripts ----

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void text_isReadableInBothThemes(String scheme) throws IOException {
    browser.media(scheme, "screen");
    open(SampleReports.bank());
    browser.click(".words details summary");
    assertThat(browser.text(LOW_CONTRAST)).isEmpty();
    browser.click(".shown .lanes [data-e='1']");
    assertThat(browser.text(LOW_CONTRAST)).isEmpty();

    browser.click("#theme");
    assertThat(browser.text("document.documentElement.dataset.theme")).isNotEqualTo(scheme);
    assertThat(browser.text(LOW_CONTRAST)).isEmpty();
    browser.click("#theme");
    browser.value("localStorage.clear() || true");
  }

  /** Texts with a contrast below 4.5 to what is behind them. */
  private static final String LOW_CONTRAST =
      """
      (() => {
        const rgb = (colour) => colour.match(/[0-9.]+/g).map(Number);
        const light = (colour) => {
          const [r, g, b] = rgb(colour).map((c) => c / 255)
              .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const contrast = (a, b) => {
          const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
          return (high + 0.05) / (low + 0.05);
        };
        const solid = (colour) => rgb(colour).length === 3;
        const behind = (element) => {
          if (element.closest('svg') !== null) {
            const group = element.closest('g');
            const fills = group === null ? [] : [...group.querySelectorAll('rect, circle')];
            const blocks = [...element.closest('svg').querySelectorAll('.block')];
            const fill = (shape) => getComputedStyle(shape).fill;
            const page = getComputedStyle(document.body).backgroundColor;
            return [page, ...[...fills, ...blocks].map(fill).filter(solid)];
          }
          for (let e = element; e !== null; e = e.parentElement) {
            const colour = getComputedStyle(e).backgroundColor;
            if (solid(colour)) {
              return [colour];
            }
          }
          return ['rgb(255, 255, 255)'];
        };
        document.getAnimations().forEach((animation) => animation.finish());
        const low = [];
        for (const element of document.querySelectorAll('body *')) {
          const words = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== '');
          if (!words || element.getClientRects().length === 0 || element.closest('defs, title')) {
            continue;
          }
          const style = getComputedStyle(element);
          const colour = element.closest('svg') === null ? style.color : style.fill;
          const worst = Math.min(...behind(element).map((back) => contrast(colour, back)));
          if (worst < 4.5) {
            low.push(`${element.tagName}.${element.className.baseVal || element.className} ${worst}`);
          }
        }
        return low.join('; ');
      })()
      """
          .strip();

  @Test
  void paper_hasEveryFindingAndNoControls() throws IOException {
    browser.media("dark", "print");
    open(SampleReports.bank());

    assertThat(browser.text("getComputedStyle(document.querySelector('.bar')).display"))
        .isEqualTo("none");
    assertThat(
            browser.number(
                "[...document.querySelectorAll('section')].filter((s) => s.offsetHeight >"
                    + " 0).length"))
        .isEqualTo(4);
    assertThat(browser.text("getComputedStyle(document.body).backgroundColor"))
        .isEqualTo("rgb(255, 255, 255)");
  }

  @Test
  void withoutScripts_tableSentenceAndProofAreThere() throws IOException {
    browser.allowScripts(false);
    open(SampleReports.bank());

    assertThat(browser.is("document.documentElement.classList.contains('js')")).isFalse();
    assertThat(browser.shown("table.findings")).contains("Bank.transfer", "Counter.increment");
    assertThat(browser.shown("section:nth-of-type(2)"))
        .contains(
            "Between its read of Bank#1.names (Bank.java:61)",
            "1→2 open before http-2: http-2 wrote Bank#1.names at :66 after open read it at :61",
            "Contradiction: open would be both before and after http-2.");
    assertThat(browser.shown("#diff")).contains("Cache.get");
    assertThat(browser.text("getComputedStyle(document.querySelector('.bar')).display"))
        .isEqualTo("none");
  }

  // ---- names that mean harm ----

  @ParameterizedTest
  @ValueSource(
      strings = {
        "</script><img src=x onerror=document.title=666>",
        "\"><svg onload=document.title=666>",
        "' onmouseover=document.title=666 '",
        "javascript:document.title=666",
        "<!--<script>document.title=666",
      })
  void names_areShownAndNeverRun(String name) throws IOException {
    open(SampleReports.named(name));
    for (String tab : List.of("blocks", "instrumentation", "specification", "diff", "findings")) {
      browser.click("#tab-" + tab);
    }
    browser.click(".shown .lanes [data-e='1']");

    assertThat(browser.text("document.title")).isEqualTo("VIOLATION: " + name);
    assertThat(browser.text(OPEN + ".querySelector('.lanes text.thread title').textContent"))
        .isEqualTo("thread " + name);
    assertThat(browser.text(OPEN + ".querySelector('.lanes .event title').textContent"))
        .contains("read " + name);
    assertThat(browser.text("document.querySelector('#block-list td').textContent"))
        .isEqualTo(name);
    assertThat(
            browser.number(
                "document.querySelectorAll('img, iframe, body script:not([id])').length"))
        .isZero();
  }

  // ---- large ones ----

  @Test
  void largePage_opensAndStaysSmall() throws IOException {
    long start = System.nanoTime();
    Path file = open(SampleReports.large(5000, 100_000));
    long written = System.nanoTime();
    browser.open(file, "");
    long opened = System.nanoTime();

    System.out.printf(
        "5,000 findings, 100,000 blocks: %,d bytes, first opened after %d ms, again in %d ms;"
            + " the browser says %s ms%n",
        Files.size(file),
        (written - start) / 1_000_000,
        (opened - written) / 1_000_000,
        browser.text("Math.round(performance.getEntriesByType('navigation')[0].loadEventEnd)"));
    assertThat(Files.size(file)).isLessThan(10_000_000);
    assertThat(heading()).isEqualTo("Service0000.handleRequest is not atomic");
    assertThat(browser.number("document.querySelectorAll('.lanes .event').length")).isEqualTo(4);
    browser.press("/", "Service4999");
    assertThat(heading()).isEqualTo("Service4999.handleRequest is not atomic");
    browser.press(Keys.ESCAPE);
    browser.click("#tab-blocks");
    assertThat(browser.shown("#shown")).isEqualTo("100,000 blocks");
    browser.press("/", "service0007 handle24");
    assertThat(browser.shown("#block-list tbody"))
        .isEqualTo("com.acme.orders.p00.Service0007.handle24Request(Request,Context,int) 3,383 0");
  }
}
