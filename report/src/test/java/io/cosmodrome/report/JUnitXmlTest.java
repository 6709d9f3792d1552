package io.cosmodrome.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.analysis.Verdict;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class JUnitXmlTest {
  private static Element suite(Report report) throws Exception {
    byte[] xml = FormatSamples.written("junit", report).getBytes(UTF_8);
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    Element suites =
        factory.newDocumentBuilder().parse(new ByteArrayInputStream(xml)).getDocumentElement();
    assertThat(suites.getTagName()).isEqualTo("testsuites");
    List<Element> children = children(suites);
    assertThat(children).extracting(Element::getTagName).containsExactly("testsuite");
    return children.get(0);
  }

  private static List<Element> children(Element parent) {
    List<Element> elements = new ArrayList<>();
    NodeList nodes = parent.getChildNodes();
    for (int i = 0; i < nodes.getLength(); i++) {
      if (nodes.item(i) instanceof Element element) {
        elements.add(element);
      }
    }
    return elements;
  }

  /** The numbers that a suite gives must be those of its cases: readers trust either. */
  private static void assertCounts(Element suite) {
    assertThat(suite.getAttribute("tests")).isEqualTo("" + children(suite).size());
    for (String kind : List.of("failure", "error", "skipped")) {
      String plural = kind.equals("skipped") ? kind : kind + "s";
      assertThat(suite.getAttribute(plural))
          .isEqualTo("" + suite.getElementsByTagName(kind).getLength());
    }
  }

  @Test
  void whatWasNotLookedAt_isNotedWithTheCheck() throws Exception {
    Element check = children(suite(FormatSamples.sampled())).get(0);

    assertThat(check.getElementsByTagName("system-out").item(0).getTextContent().lines().skip(1))
        .containsExactly(
            "note: blocks were cut",
            "note: sampled: 5 of 9 fields were watched; seed=7",
            "note: skipped: com.acme.Huge.main: too long",
            "note: not modelled: java.lang.Thread.isInterrupted: 2 places");
  }

  @Test
  void newFinding_fails_othersAreSkipped() throws Exception {
    Finding finding = Samples.transfer();
    Element suite =
        suite(
            FormatSamples.report(
                Verdict.VIOLATION,
                List.of(),
                finding,
                finding.withStatus(Status.KNOWN, Optional.empty()),
                finding.withStatus(Status.SUPPRESSED, Optional.of("a benchmark"))));

    assertCounts(suite);
    List<Element> cases = children(suite);
    assertThat(cases).extracting(Element::getTagName).containsOnly("testcase");
    assertThat(children(cases.get(0))).extracting(Element::getTagName).containsOnly("system-out");
    Element failing = cases.get(1);
    assertThat(failing.getAttribute("classname")).isEqualTo("com.acme.Bank");
    assertThat(failing.getAttribute("name"))
        .isEqualTo("transfer(Account,Account,int) [" + finding.id() + "]");
    Element failure = children(failing).get(0);
    assertThat(failure.getTagName()).isEqualTo("failure");
    assertThat(failure.getAttribute("type")).isEqualTo("ATOM001");
    assertThat(failure.getAttribute("message")).startsWith("Bank.transfer is not atomic: ");
    assertThat(failure.getTextContent()).isEqualTo(FindingText.of(finding, Style.PLAIN));
    assertThat(children(cases.get(2)).get(0).getAttribute("message")).isEqualTo("in the baseline");
    assertThat(children(cases.get(3)).get(0).getAttribute("message"))
        .isEqualTo("suppressed: a benchmark");
  }

  @Test
  void unknownVerdict_isAnErrorWithTheReason() throws Exception {
    Element suite =
        suite(FormatSamples.report(Verdict.UNKNOWN, List.of("no class was instrumented", "more")));

    assertCounts(suite);
    Element error = children(children(suite).get(0)).get(0);
    assertThat(error.getTagName()).isEqualTo("error");
    assertThat(error.getAttribute("message")).isEqualTo("no class was instrumented");
    assertThat(error.getTextContent()).isEqualTo("no class was instrumented\nmore");
  }

  @Test
  void nothingFound_isACaseThatPasses() throws Exception {
    Element suite = suite(FormatSamples.report(Verdict.OK, List.of()));

    assertCounts(suite);
    assertThat(children(suite)).hasSize(1);
    assertThat(suite.getTextContent()).contains("12 blocks ran on 2 threads");
  }

  @Test
  void hostileNames_areText() throws Exception {
    Element suite = suite(FormatSamples.hostile());

    assertCounts(suite);
    String shown = FormatSamples.HOSTILE.replace('\u0001', '\uFFFD').replace('\uD800', '\uFFFD');
    assertThat(suite.getAttribute("name")).isEqualTo("Cosmodrome: " + shown);
    assertThat(suite.getElementsByTagName("img").getLength()).isZero();
  }
}
