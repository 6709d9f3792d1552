package io.cosmodrome.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Texts kept in files: {@code mvn test -Dgolden.update=true} writes them anew, git shows the
 * change.
 */
final class Golden {
  private static final Path DIRECTORY = Path.of("src", "test", "resources", "golden");

  private Golden() {}

  static void check(String name, String actual) throws IOException {
    Path file = DIRECTORY.resolve(name);
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(file, actual);
    }
    assertThat(actual)
        .as("as in %s; -Dgolden.update=true to accept", file)
        .isEqualTo(Files.readString(file));
  }
}
