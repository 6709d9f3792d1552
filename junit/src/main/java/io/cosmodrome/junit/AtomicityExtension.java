package io.cosmodrome.junit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;

/**
 * What {@link CheckAtomicity} does: looks at each test with all that is set up and torn down for
 * it.
 */
final class AtomicityExtension implements BeforeEachCallback, AfterEachCallback {
  private static final String BEGUN = "begun";

  @Override
  public void beforeEach(ExtensionContext context) {
    AgentLink agent = AgentLink.require(Advice.include(context.getRequiredTestClass()));
    Object begun = agent.begin(null);
    if (begun != null) {
      store(context).put(BEGUN, begun);
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    @Nullable Object begun = store(context).remove(BEGUN);
    if (begun == null) {
      return; // it has failed before
    }
    Outcome outcome = AgentLink.require(Advice.include(context.getRequiredTestClass())).end(begun);
    if (outcome.verdict() == Outcome.Verdict.UNKNOWN) {
      context.publishReportEntry("cosmodrome", "UNKNOWN: " + outcome.reason());
    }
    outcome.demand();
  }

  private static Store store(ExtensionContext context) {
    return context.getStore(Namespace.create(AtomicityExtension.class, context.getUniqueId()));
  }
}
