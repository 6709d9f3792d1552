package io.cosmodrome.junit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The agent in this JVM. It is on the boot class path, so it is found there by its name, and
 * nothing of it is needed on the class path of the tests.
 */
final class AgentLink {
  private static final String LIVE = "io.cosmodrome.agent.Live";
  private static final Optional<AgentLink> FOUND = find();
  private static @Nullable String
      controlled; // what the positive control said; guarded by the class

  private final Method begin;
  private final Method end;
  private final Method control;

  private AgentLink(Class<?> live) throws NoSuchMethodException {
    begin = live.getMethod("begin", String.class);
    end = live.getMethod("end", Object.class);
    control = live.getMethod("control");
  }

  private static Optional<AgentLink> find() {
    try {
      AgentLink link = new AgentLink(Class.forName(LIVE, true, null));
      Object begun = link.begin(null);
      if (begun == null) {
        return Optional.empty(); // on the boot path, but not started
      }
      link.end(begun);
      return Optional.of(link);
    } catch (ReflectiveOperationException | LinkageError e) {
      return Optional.empty();
    }
  }

  /** The agent, if there is one at work. */
  static Optional<AgentLink> get() {
    return FOUND;
  }

  /**
   * The agent, after it has shown that it works in this JVM.
   *
   * @param include classes to name in the advice if there is none
   * @throws AtomicityError if there is no agent, or if it does not work
   */
  static AgentLink require(String include) {
    AgentLink link = FOUND.orElseThrow(() -> new AtomicityError(Advice.noAgent(include)));
    String problem = link.controlOnce();
    if (!problem.isEmpty()) {
      throw new AtomicityError("cosmodrome: nothing can be checked in this JVM: " + problem);
    }
    return link;
  }

  private String controlOnce() {
    synchronized (AgentLink.class) {
      if (controlled == null) {
        controlled = (String) call(control);
      }
      return controlled;
    }
  }

  /** Begins a scope; with a name if it is a test. */
  @Nullable Object begin(@Nullable String test) {
    return call(begin, test);
  }

  /** Ends a scope, and tells what was found in it. */
  Outcome end(Object begun) {
    @SuppressWarnings("unchecked") // as the agent says
    Map<String, String> said = (Map<String, String>) call(end, begun);
    return Outcome.of(said);
  }

  private static Object call(Method method, @Nullable Object... arguments) {
    try {
      return method.invoke(null, arguments);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("the agent does not answer: " + method, e);
    }
  }
}
