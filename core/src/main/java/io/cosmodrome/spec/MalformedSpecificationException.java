package io.cosmodrome.spec;

import java.io.IOException;

/** The input is not a specification: where, what was found, what would have been right. */
public final class MalformedSpecificationException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param line the number of the line, counted from 1
   * @param problem what was expected and what was found
   */
  public MalformedSpecificationException(int line, String problem) {
    super("line " + line + ": " + problem);
  }
}
