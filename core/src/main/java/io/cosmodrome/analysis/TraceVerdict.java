package io.cosmodrome.analysis;

import io.cosmodrome.trace.Symbols;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known about one trace after all engines have seen it.
 *
 * @param verdict the gravest one of the engines
 * @param reasons why there is less to the verdict than there could be; never empty if it is {@link
 *     Verdict#UNKNOWN}
 * @param coverage what was checked
 * @param runs how many blocks were checked, by the id of their label; {@link Symbols#NONE} for
 *     those without one
 * @param engines what each engine says, in the order in which they were asked for
 * @param disagreement two engines that contradict each other though both are exact: a bug of ours
 * @param symbols the names of the ids in the results
 */
public record TraceVerdict(
    Verdict verdict,
    List<String> reasons,
    Coverage coverage,
    Map<Integer, Long> runs,
    List<EngineVerdict> engines,
    Optional<Disagreement> disagreement,
    Symbols symbols) {

  public TraceVerdict {
    reasons = List.copyOf(reasons);
    runs = Map.copyOf(runs);
    engines = List.copyOf(engines);
  }

  TraceVerdict withEngines(List<EngineVerdict> newEngines) {
    return new TraceVerdict(verdict, reasons, coverage, runs, newEngines, disagreement, symbols);
  }
}
