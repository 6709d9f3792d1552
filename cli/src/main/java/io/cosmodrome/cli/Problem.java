package io.cosmodrome.cli;

import io.cosmodrome.spec.MalformedSpecificationException;
import io.cosmodrome.trace.MalformedTraceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/**
 * What went wrong with one trace, in one line.
 *
 * @param message what is wrong, without the name of the trace
 * @param exitCode who erred: the input or we
 * @param cause for those who want to know more
 */
record Problem(String message, int exitCode, Throwable cause) {

  static Problem of(Throwable cause) {
    if (cause instanceof MalformedTraceException
        || cause instanceof MalformedSpecificationException
        || cause instanceof BadInputException) {
      return new Problem(textOf(cause), ExitCode.UNKNOWN, cause);
    }
    if (cause instanceof NoSuchFileException) {
      return new Problem("no such file", ExitCode.UNKNOWN, cause);
    }
    if (cause instanceof AccessDeniedException) {
      return new Problem("permission denied", ExitCode.UNKNOWN, cause);
    }
    if (cause instanceof FileSystemException failure) {
      String reason = Optional.ofNullable(failure.getReason()).orElse(textOf(cause));
      return new Problem("cannot be read: " + reason, ExitCode.UNKNOWN, cause);
    }
    if (cause instanceof IOException) {
      return new Problem("cannot be read: " + textOf(cause), ExitCode.UNKNOWN, cause);
    }
    if (cause instanceof OutOfMemoryError) {
      return new Problem(
          "out of memory; try --limit, another engine, or COSMODROME_JAVA_OPTS=-Xmx4g",
          ExitCode.INTERNAL,
          cause);
    }
    return new Problem(
        "internal error: " + cause + "; -vv shows where, please report it with the trace",
        ExitCode.INTERNAL,
        cause);
  }

  /** The line for the user, and with {@code -vv} where it comes from. */
  void print(Console console, String name) {
    StringWriter text = new StringWriter();
    PrintWriter lines = new PrintWriter(text);
    lines.println(name + ": " + message);
    if (console.verbosity() >= 2) {
      cause.printStackTrace(lines);
    }
    lines.flush();
    console.err().print(text);
    console.err().flush();
  }

  private static String textOf(Throwable cause) {
    return Optional.ofNullable(cause.getMessage()).orElseGet(cause::toString).replace('\n', ' ');
  }
}
