package io.cosmodrome.junit;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Tells the agent which test runs, so that each finding names the tests that it was seen in. JUnit
 * finds it by itself, for tests of whatever engine; it fails none of them.
 *
 * <p>JUnit calls it in the thread that runs the test, also if tests run in parallel.
 */
public final class TestListener implements TestExecutionListener {
  private final Map<String, Object> begun = new ConcurrentHashMap<>(); // by the test's unique id
  private volatile @Nullable TestPlan plan;

  @Override
  public void testPlanExecutionStarted(TestPlan testPlan) {
    plan = testPlan;
    if (AgentLink.get().isEmpty()) {
      System.err.println(Advice.NO_AGENT);
    }
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    Optional<AgentLink> agent = AgentLink.get();
    if (test.isTest() && agent.isPresent()) {
      Object scope = agent.get().begin(name(test));
      if (scope != null) {
        begun.put(test.getUniqueId(), scope);
      }
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Object scope = begun.remove(test.getUniqueId());
    if (scope != null) {
      AgentLink.get().ifPresent(agent -> agent.end(scope));
    }
  }

  /** {@code com.acme.BankTest.transfers}, and which one if there are several of that method. */
  private String name(TestIdentifier test) {
    Optional<String> method = method(test);
    TestPlan running = plan;
    Optional<String> parents =
        running == null ? Optional.empty() : running.getParent(test).flatMap(TestListener::method);
    if (method.isEmpty()) {
      return parents.map(name -> name + " ").orElse("") + test.getDisplayName();
    }
    return parents.equals(method) ? method.get() + " " + test.getDisplayName() : method.get();
  }

  private static Optional<String> method(TestIdentifier test) {
    return test.getSource()
        .filter(MethodSource.class::isInstance)
        .map(MethodSource.class::cast)
        .map(source -> source.getClassName() + "." + source.getMethodName());
  }
}
