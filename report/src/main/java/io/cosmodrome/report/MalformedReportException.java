package io.cosmodrome.report;

import java.io.IOException;

/** The input is not a report: where, what was found, what would have been right. */
public final class MalformedReportException extends IOException {
  private static final long serialVersionUID = 1L;

  MalformedReportException(String message) {
    super(message);
  }
}
