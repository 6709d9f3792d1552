package io.cosmodrome.agent.instrument;

import io.cosmodrome.spec.NamePattern;
import java.util.List;

/** Which classes are instrumented, by their names alone, so that the answer is always the same. */
public final class ClassFilter {
  /** The JDK, ourselves, and what other agents, mocking and test tools generate or need. */
  private static final List<String> NEVER =
      List.of(
          "java/",
          "javax/",
          "jdk/",
          "sun/",
          "com/sun/",
          "org/xml/sax/",
          "org/w3c/dom/",
          "org/ietf/jgss/",
          "org/jcp/xml/",
          "netscape/javascript/",
          "io/cosmodrome/agent/",
          "io/cosmodrome/analysis/",
          "io/cosmodrome/check/",
          "io/cosmodrome/cli/",
          "io/cosmodrome/format/",
          "io/cosmodrome/junit/",
          "io/cosmodrome/report/",
          "io/cosmodrome/shaded/",
          "io/cosmodrome/spec/",
          "io/cosmodrome/trace/",
          "io/opentelemetry/javaagent/",
          "org/jacoco/agent/",
          "org/mockito/",
          "net/bytebuddy/",
          "org/junit/",
          "org/apache/maven/surefire/");

  private static final String OPEN_TELEMETRY = "io.opentelemetry.javaagent."; // its loaders

  private static final List<String> GENERATED =
      List.of(
          "$Proxy", "$MockitoMock$", "$ByteBuddy$", "$HibernateProxy$", "EnhancerBy", "$$Lambda");

  /** The class of the positive control, which no option concerns. */
  public static final String CONTROL = "io/cosmodrome/agent/ControlCounter";

  private final List<NamePattern> include;
  private final List<NamePattern> exclude;

  public ClassFilter(List<NamePattern> include, List<NamePattern> exclude) {
    this.include = List.copyOf(include);
    this.exclude = List.copyOf(exclude);
  }

  /**
   * Whether a loader has the classes of another agent and nobody else sees them: so it does not
   * matter to others that these are not instrumented, whatever their names are.
   */
  static boolean isOfOtherAgent(ClassLoader loader) {
    return loader.getClass().getName().startsWith(OPEN_TELEMETRY);
  }

  /** Whether a class is instrumented, by its internal name. */
  public boolean accepts(String internalName) {
    if (internalName.equals(CONTROL)) {
      return true;
    }
    if (NEVER.stream().anyMatch(internalName::startsWith)
        || GENERATED.stream().anyMatch(internalName::contains)) {
      return false;
    }
    String name = internalName.replace('/', '.');
    return include.stream().anyMatch(pattern -> pattern.matches(name))
        && exclude.stream().noneMatch(pattern -> pattern.matches(name));
  }
}
