package io.cosmodrome.check;

import java.util.List;
import java.util.function.Function;

/** The oracle, with others in the place of each violation. */
final class TamperedOracle extends BufferingChecker {
  private final Function<Violation, List<Violation>> change;

  TamperedOracle(CheckOptions options, Function<Violation, List<Violation>> change) {
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
      change.apply(violation).forEach(this::reportViolation);
    }
  }
}
