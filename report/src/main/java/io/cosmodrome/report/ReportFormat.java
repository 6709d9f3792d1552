package io.cosmodrome.report;

import java.io.IOException;
import java.io.OutputStream;

/** A way to write a report. The same report gives the same bytes. */
public interface ReportFormat {
  /** As users name it. */
  String name();

  /** Writes a whole file; the stream stays open. */
  void write(Report report, OutputStream out) throws IOException;
}
