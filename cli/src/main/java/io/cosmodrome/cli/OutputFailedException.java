package io.cosmodrome.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/** The result cannot be written. Not the input's fault. */
final class OutputFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  OutputFailedException(String name, IOException cause) {
    super(name + ": cannot be written: " + reason(cause), cause);
  }

  private static String reason(IOException cause) {
    if (cause instanceof NoSuchFileException) {
      return "no such directory";
    }
    return cause instanceof FileSystemException failure && failure.getReason() != null
        ? failure.getReason()
        : Optional.ofNullable(cause.getMessage()).orElseGet(cause::toString);
  }
}
