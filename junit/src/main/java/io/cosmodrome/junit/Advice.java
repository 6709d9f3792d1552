package io.cosmodrome.junit;

/** What to do if there is no agent. */
final class Advice {
  /** For whoever has not asked, but may think that something is checked. */
  static final String NO_AGENT =
      "cosmodrome: this JVM runs without the agent, so nothing is checked;"
          + " add to its options: -javaagent:cosmodrome.jar";

  private Advice() {}

  /** For whoever asked for a check. */
  static String noAgent(String include) {
    return """
        cosmodrome: this JVM runs without the agent, so nothing is checked. Add to the JVM's options:

          -javaagent:cosmodrome.jar=include=%s

        or, if Maven runs the tests, to the plugins of pom.xml:

          <plugin>
            <groupId>io.cosmodrome</groupId>
            <artifactId>cosmodrome-maven-plugin</artifactId>
            <executions>
              <execution>
                <goals>
                  <goal>prepare-agent</goal>
                  <goal>check</goal>
                </goals>
              </execution>
            </executions>
          </plugin>
        """
        .formatted(include);
  }

  /** The classes of a package and all below it, as a pattern. */
  static String include(Class<?> type) {
    String name = type.getPackageName();
    return name.isEmpty() ? "**" : name + ".**";
  }
}
