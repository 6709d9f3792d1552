package io.cosmodrome.junit;

/**
 * Something was not atomic, with the proof in the message; or it could not be checked, with the
 * reason.
 */
public final class AtomicityError extends AssertionError {
  private static final long serialVersionUID = 1L;

  AtomicityError(String message) {
    super(message);
  }
}
