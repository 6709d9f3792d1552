package io.cosmodrome.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The JDKs to run programs with: the one at hand, and the newest of those installed beside it, or
 * the one that the property {@code cosmodrome.test.jdk} names.
 */
final class Jdks {
  private Jdks() {}

  static List<Path> all() {
    Path atHand = Path.of(System.getProperty("java.home"));
    String named = System.getProperty("cosmodrome.test.jdk", "");
    List<Path> jdks = new ArrayList<>(List.of(atHand));
    if (!named.isEmpty()) {
      jdks.add(Path.of(named));
    } else if (atHand.getParent() != null) {
      newestBeside(atHand).stream()
          .filter(jdk -> version(jdk) > version(atHand))
          .forEach(jdks::add);
    }
    return jdks;
  }

  private static List<Path> newestBeside(Path jdk) {
    try (Stream<Path> others = Files.list(jdk.getParent())) {
      return others
          .filter(other -> Files.isExecutable(other.resolve("bin/java")) && version(other) > 0)
          .max(Comparator.comparingInt(Jdks::version))
          .map(List::of)
          .orElse(List.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The feature version as its release file says, or 0. */
  static int version(Path jdk) {
    Properties release = new Properties();
    try (var reader = Files.newBufferedReader(jdk.resolve("release"))) {
      release.load(reader);
    } catch (IOException e) {
      return 0;
    }
    String version = release.getProperty("JAVA_VERSION", "0").replace("\"", "");
    return Integer.parseInt(version.split("[.+-]", 2)[0]);
  }
}
