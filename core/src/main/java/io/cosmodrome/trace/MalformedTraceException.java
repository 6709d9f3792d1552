package io.cosmodrome.trace;

import java.io.IOException;

/** The input is not a trace: where, what was found, what would have been right. */
public final class MalformedTraceException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param place where in the input, in the input's own terms: {@code line 2}, {@code byte 117}
   * @param problem what was found and what was expected
   */
  public MalformedTraceException(String place, String problem) {
    super(place + ": " + problem);
  }
}
