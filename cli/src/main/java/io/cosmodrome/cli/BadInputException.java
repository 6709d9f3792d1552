package io.cosmodrome.cli;

import java.io.IOException;

/** What the user named is not what the command needs. The message says it all. */
final class BadInputException extends IOException {
  private static final long serialVersionUID = 1L;

  BadInputException(String message) {
    super(message);
  }
}
