package io.cosmodrome.check;

import java.util.function.UnaryOperator;

/** The oracle, with each violation changed, or left out if that gives null. */
final class TamperedOracle extends BufferingChecker {
  private final UnaryOperator<Violation> change;

  TamperedOracle(CheckOptions options, UnaryOperator<Violation> change) {
    super(options);
    this.change = change;
  }

  @Override
  public void finish() {
    Checker oracle = Checkers.named("oracle").create(CheckOptions.DEFAULT);
    trace.replay(oracle);
    CheckResult result = oracle.result();
    if (result.nonSerializable()) {
      reportCycle(result.cycleEvent(), result.cycle());
    }
    for (Violation violation : result.violations()) {
      Violation changed = change.apply(violation);
      if (changed != null) {
        reportViolation(changed);
      }
    }
  }
}
