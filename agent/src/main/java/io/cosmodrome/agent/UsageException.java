package io.cosmodrome.agent;

/** An option that cannot be understood; the message says what would have been right. */
public final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
