package io.cosmodrome.cli;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;

/** The jar that this command runs from, which is the agent's, too. */
final class AgentJar {
  private AgentJar() {}

  /**
   * @throws BadUsageException if this is not run from the jar
   */
  static Path path() {
    Path path = location().orElseThrow(() -> new BadUsageException("cannot tell where our jar is"));
    if (Files.isDirectory(path)) {
      throw new BadUsageException(
          "needs the agent's jar; this runs from the classes in "
              + path
              + ": mvn package builds it");
    }
    if (path.toString().contains("=")) {
      throw new BadUsageException(
          "an agent's jar cannot have a = in its path; move " + path + " elsewhere");
    }
    return path;
  }

  private static Optional<Path> location() {
    CodeSource source = AgentJar.class.getProtectionDomain().getCodeSource();
    try {
      return source == null
          ? Optional.empty()
          : Optional.of(Path.of(source.getLocation().toURI()).toAbsolutePath());
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }
}
