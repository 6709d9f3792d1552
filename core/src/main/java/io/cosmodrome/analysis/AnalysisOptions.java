package io.cosmodrome.analysis;

import io.cosmodrome.check.CheckOptions;
import io.cosmodrome.check.CheckerSpec;
import io.cosmodrome.check.Checkers;
import io.cosmodrome.spec.AtomicitySpec;
import io.cosmodrome.spec.NamePattern;
import java.util.List;

/**
 * What to check, and how.
 *
 * @param engines all of them see the trace, in one pass
 * @param check how each of them reports
 * @param specification which blocks are meant to be atomic
 * @param threads whose events are looked at: of threads that match one of these; all if there are
 *     none
 * @param variables whose accesses are looked at, likewise
 */
public record AnalysisOptions(
    List<CheckerSpec> engines,
    CheckOptions check,
    AtomicitySpec specification,
    List<NamePattern> threads,
    List<NamePattern> variables) {

  /** The default engine on everything. */
  public static final AnalysisOptions DEFAULT =
      new AnalysisOptions(
          List.of(Checkers.DEFAULT),
          CheckOptions.DEFAULT,
          AtomicitySpec.EVERYTHING,
          List.of(),
          List.of());

  public AnalysisOptions {
    if (engines.isEmpty()) {
      throw new IllegalArgumentException("no engine; known: " + Checkers.names());
    }
    engines = List.copyOf(engines);
    threads = List.copyOf(threads);
    variables = List.copyOf(variables);
  }

  public AnalysisOptions withEngines(List<CheckerSpec> newEngines) {
    return new AnalysisOptions(newEngines, check, specification, threads, variables);
  }

  public AnalysisOptions withCheck(CheckOptions newCheck) {
    return new AnalysisOptions(engines, newCheck, specification, threads, variables);
  }

  public AnalysisOptions withSpecification(AtomicitySpec newSpecification) {
    return new AnalysisOptions(engines, check, newSpecification, threads, variables);
  }

  public AnalysisOptions withThreads(List<NamePattern> newThreads) {
    return new AnalysisOptions(engines, check, specification, newThreads, variables);
  }

  public AnalysisOptions withVariables(List<NamePattern> newVariables) {
    return new AnalysisOptions(engines, check, specification, threads, newVariables);
  }

  /** Whether the engines see less than the trace holds. */
  boolean isNarrowed() {
    return !specification.equals(AtomicitySpec.EVERYTHING) || selects();
  }

  /** Whether only some threads or variables are looked at. */
  boolean selects() {
    return !threads.isEmpty() || !variables.isEmpty();
  }
}
