package io.cosmodrome.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Small traces for the tests of the commands. */
final class Traces {
  /** T1 writes between two accesses of the inner block of T0. */
  static final String VIOLATION =
      """
      T0|begin(Bank.transfer)|Bank.java:31
      T0|begin|Bank.java:32
      T0|r(x)|Bank.java:33
      T1|w(x)|Other.java:7
      T0|w(x)|Bank.java:34
      T0|end
      T0|end(Bank.transfer)
      """;

  /** Transactions that each have to come before the other, though none is interrupted. */
  static final String CYCLE =
      """
      T0|begin(A)
      T0|w(x)
      T1|begin(B)
      T1|w(y)
      T1|r(x)
      T0|r(y)
      """;

  static final String CLEAN =
      """
      T0|begin(A)
      T0|w(x)
      T0|end(A)
      T1|begin(B)
      T1|w(x)
      T1|end(B)
      """;

  static final String NO_BLOCKS = "T0|w(x)\nT1|w(x)\n";

  static final String MALFORMED = "T0|w(x)\nT0|rr(x)\n";

  private Traces() {}

  static Path write(Path directory, String name, String trace) {
    try {
      Path file = directory.resolve(name);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, trace);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
