package io.cosmodrome.cli;

/** Options or arguments that do not go together. The message says what would. */
final class BadUsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadUsageException(String message) {
    super(message);
  }
}
