package io.cosmodrome.report;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A way to write a report. The same report gives the same bytes.
 *
 * @param name as users give it
 * @param fileName of the file, unless users name another
 * @param summary one line about it
 * @param writer does it
 */
public record ReportFormat(String name, String fileName, String summary, Writer writer) {

  @FunctionalInterface
  public interface Writer {
    /** Writes a whole file; the stream stays open. */
    void write(Report report, OutputStream out) throws IOException;
  }

  public void write(Report report, OutputStream out) throws IOException {
    writer.write(report, out);
  }
}
