package io.cosmodrome.analysis;

import io.cosmodrome.check.CheckResult;
import io.cosmodrome.check.CheckerSpec;

/**
 * What one engine says about one trace.
 *
 * @param isExplained whether witnesses in the result are not the engine's own: they were found, or
 *     shortened, in a second look at the trace
 */
public record EngineVerdict(
    CheckerSpec engine, Verdict verdict, CheckResult result, boolean isExplained) {

  EngineVerdict(CheckerSpec engine, Verdict verdict, CheckResult result) {
    this(engine, verdict, result, false);
  }

  EngineVerdict withExplanation(CheckResult explained) {
    return new EngineVerdict(engine, verdict, explained, !explained.equals(result));
  }
}
