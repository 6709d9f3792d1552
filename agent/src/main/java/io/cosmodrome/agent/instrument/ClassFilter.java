package io.cosmodrome.agent.instrument;

import io.cosmodrome.spec.NamePattern;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

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
  private final Map<String, Boolean> answers = new ConcurrentHashMap<>(); // asked for each access

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
    Boolean known = answers.get(internalName);
    if (known == null) {
      known = isAccepted(internalName);
      answers.put(internalName, known);
    }
    return known;
  }

  private boolean isAccepted(String internalName) {
    if (internalName.equals(CONTROL)) {
      return true;
    }
    for (String prefix : NEVER) {
      if (internalName.startsWith(prefix)) {
        return false;
      }
    }
    for (String part : GENERATED) {
      if (internalName.contains(part)) {
        return false;
      }
    }
    String name = internalName.replace('/', '.');
    return matches(include, name) && !matches(exclude, name);
  }

  private static boolean matches(List<NamePattern> patterns, String name) {
    for (NamePattern pattern : patterns) {
      if (pattern.matches(name)) {
        return true;
      }
    }
    return false;
  }
}
