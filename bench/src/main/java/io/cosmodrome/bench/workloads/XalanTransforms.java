package io.cosmodrome.bench.workloads;

import io.cosmodrome.bench.Numbers;
import io.cosmodrome.bench.Team;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerException;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.xalan.processor.TransformerFactoryImpl;

/**
 * Xalan: one style sheet, compiled once, that all threads transform documents of their own with.
 * Size: documents per thread.
 */
public final class XalanTransforms {
  private static final int ITEMS = 60; // a document
  private static final String SHEET =
      """
      <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
        <xsl:output method="html" indent="yes"/>
        <xsl:key name="by-kind" match="item" use="@kind"/>
        <xsl:variable name="limit" select="50"/>
        <xsl:template match="/order">
          <html><body>
            <h1><xsl:value-of select="concat('Order ', @id)"/></h1>
            <p>total <xsl:value-of select="sum(item/@price)"/></p>
            <table>
              <xsl:apply-templates select="item[@price &gt; $limit]">
                <xsl:sort select="@price" data-type="number" order="descending"/>
                <xsl:sort select="@name"/>
              </xsl:apply-templates>
            </table>
            <xsl:for-each select="item[generate-id() = generate-id(key('by-kind', @kind)[1])]">
              <p><xsl:value-of select="@kind"/>: <xsl:value-of select="count(key('by-kind', @kind))"/></p>
            </xsl:for-each>
          </body></html>
        </xsl:template>
        <xsl:template match="item">
          <tr><td><xsl:number value="position()" format="i"/></td>
            <td><xsl:value-of select="translate(@name, 'abc', 'ABC')"/></td>
            <td><xsl:value-of select="format-number(@price, '#,##0.00')"/></td></tr>
        </xsl:template>
      </xsl:stylesheet>
      """;

  private XalanTransforms() {}

  private static String document(int id, Numbers random) {
    StringBuilder text = new StringBuilder("<order id=\"" + id + "\">");
    for (int i = 0; i < ITEMS; i++) {
      text.append("<item name=\"cable ")
          .append(random.below(1_000))
          .append("\" kind=\"k")
          .append(random.below(7))
          .append("\" price=\"")
          .append(random.below(1_000) / 10.0)
          .append("\"/>");
    }
    return text.append("</order>").toString();
  }

  private static long work(Templates sheet, int number, int size) throws TransformerException {
    Numbers random = new Numbers(number);
    long checksum = 0;
    for (int i = 0; i < size; i++) {
      StringWriter page = new StringWriter();
      sheet
          .newTransformer()
          .transform(
              new StreamSource(new StringReader(document(i, random))), new StreamResult(page));
      checksum += Numbers.mix(page.toString().hashCode());
    }
    return checksum;
  }

  public static void main(String[] args) throws Exception {
    int size = Team.size(args);
    int threads = Team.threads(args);
    Templates sheet =
        new TransformerFactoryImpl().newTemplates(new StreamSource(new StringReader(SHEET)));
    AtomicLong checksum = new AtomicLong();
    Team.run(threads, number -> checksum.addAndGet(work(sheet, number, size)));
    Team.report(checksum.get(), (long) size * threads);
  }
}
