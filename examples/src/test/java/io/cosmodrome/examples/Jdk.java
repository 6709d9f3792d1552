package io.cosmodrome.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A JDK on this machine. */
record Jdk(Path home, int version) {

  /** The one at hand and, if there is one, a 25: as the build says, or beside the one at hand. */
  static List<Jdk> all() throws IOException {
    Jdk atHand = at(Path.of(System.getProperty("java.home")));
    List<Jdk> jdks = new ArrayList<>(List.of(atHand));
    String named = System.getProperty("cosmodrome.jdk25", "");
    if (!named.isEmpty()) {
      jdks.add(at(Path.of(named)));
    } else if (atHand.version != 25) {
      beside(atHand).stream().filter(jdk -> jdk.version == 25).findFirst().ifPresent(jdks::add);
    }
    return jdks;
  }

  private static List<Jdk> beside(Jdk jdk) throws IOException {
    List<Jdk> found = new ArrayList<>();
    try (Stream<Path> siblings = Files.list(jdk.home.toRealPath().resolveSibling("."))) {
      for (Path sibling : siblings.sorted().toList()) {
        if (Files.isExecutable(sibling.resolve("bin/java"))
            && Files.exists(sibling.resolve("release"))) {
          found.add(at(sibling));
        }
      }
    }
    return found;
  }

  private static Jdk at(Path home) throws IOException {
    for (String line : Files.readAllLines(home.resolve("release"))) {
      if (line.startsWith("JAVA_VERSION=")) {
        String version = line.replaceAll("JAVA_VERSION=|\"", "").replaceAll("\\D.*", "");
        return new Jdk(home, Integer.parseInt(version));
      }
    }
    throw new IOException("no JAVA_VERSION in " + home.resolve("release"));
  }

  String java() {
    return home.resolve("bin/java").toString();
  }

  @Override
  public String toString() {
    return "JDK " + version;
  }
}
