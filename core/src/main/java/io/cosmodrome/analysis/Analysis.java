package io.cosmodrome.analysis;

import io.cosmodrome.check.CheckResult;
import io.cosmodrome.check.Checker;
import io.cosmodrome.check.CheckerSpec;
import io.cosmodrome.check.Explainer;
import io.cosmodrome.format.TraceFile;
import io.cosmodrome.spec.AtomicitySpec;
import io.cosmodrome.spec.NamePattern;
import io.cosmodrome.spec.SpecificationFilter;
import io.cosmodrome.trace.EventSelection;
import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.MalformedTraceException;
import io.cosmodrome.trace.SymbolTable;
import io.cosmodrome.trace.Symbols;
import io.cosmodrome.trace.Tee;
import io.cosmodrome.trace.TraceSource;
import io.cosmodrome.trace.WellFormedTrace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The one place where sources, filters and engines are put together:
 *
 * <pre>
 * source → well-formed, without re-entrance → selection → specification → coverage → engines
 * </pre>
 *
 * <p>{@link #check} is a first pass over a trace, and enough to know the verdict. To show it, read
 * the trace again: {@link #explain} gives witnesses to verdicts that have none, {@link EventLookup}
 * tells what stands at a position.
 */
public final class Analysis {
  private Analysis() {}

  /**
   * Checks a trace, in one pass with all engines.
   *
   * @throws MalformedTraceException if the source is not a trace, or not one that a run can have
   */
  public static TraceVerdict check(TraceSource source, AnalysisOptions options) throws IOException {
    List<Checker> checkers = new ArrayList<>();
    for (CheckerSpec engine : options.engines()) {
      checkers.add(engine.create(options.check()));
    }
    CoverageCounter counter =
        new CoverageCounter(checkers.size() == 1 ? checkers.get(0) : new Tee(checkers));
    replay(source, options, counter);
    Coverage coverage = counter.coverage();
    List<String> reasons = doubts(source, coverage, options);
    List<EngineVerdict> engines = new ArrayList<>();
    for (int i = 0; i < checkers.size(); i++) {
      CheckResult result = checkers.get(i).result();
      engines.add(new EngineVerdict(options.engines().get(i), judge(result, reasons), result));
    }
    return new TraceVerdict(
        gravest(engines),
        reasons,
        coverage,
        counter.runs(),
        engines,
        Disagreement.among(engines, options.check()),
        source.symbols());
  }

  /**
   * The same verdict with a witness for everything that it says, and shorter ones where there are.
   *
   * <p>Reads the trace again, up to twice for each engine, but only if something is missing.
   *
   * @param trace the one that was checked
   * @param options with which it was checked
   */
  public static TraceVerdict explain(
      TraceVerdict verdict, TraceOpener trace, AnalysisOptions options) throws IOException {
    List<EngineVerdict> explained = new ArrayList<>();
    for (EngineVerdict engine : verdict.engines()) {
      explained.add(
          engine.withExplanation(
              Explainer.explain(engine.result(), sink -> replayAgain(trace, options, sink))));
    }
    return verdict.withEngines(explained);
  }

  private static void replayAgain(TraceOpener trace, AnalysisOptions options, EventSink sink)
      throws IOException {
    try (TraceFile again = trace.open()) {
      replay(again, options, sink);
    }
  }

  /** Pushes the whole trace, checked for well-formedness and filtered, into a sink. */
  private static void replay(TraceSource source, AnalysisOptions options, EventSink sink)
      throws IOException {
    WellFormedTrace wellFormed =
        WellFormedTrace.hidingReentrance(
            source.symbols(), filtered(sink, options, source.symbols()));
    source.replay(wellFormed);
    Optional<WellFormedTrace.Offence> offence = wellFormed.offence();
    if (offence.isPresent()) {
      throw offence.get().toException();
    }
  }

  /** The filters in front of the engines; those that would change nothing are left out. */
  private static EventSink filtered(EventSink engines, AnalysisOptions options, Symbols symbols) {
    EventSink sink = engines;
    if (!options.specification().equals(AtomicitySpec.EVERYTHING)) {
      sink = new SpecificationFilter(options.specification(), symbols, sink);
    }
    if (options.selects()) {
      sink =
          new EventSelection(
              matching(options.threads(), symbols.threads()),
              matching(options.variables(), symbols.variables()),
              sink);
    }
    return sink;
  }

  private static IntPredicate matching(List<NamePattern> patterns, SymbolTable names) {
    return id ->
        patterns.isEmpty()
            || patterns.stream().anyMatch(pattern -> pattern.matches(names.name(id)));
  }

  /** Why "no violation" would say less than it seems to. */
  private static List<String> doubts(
      TraceSource source, Coverage coverage, AnalysisOptions options) {
    List<String> reasons = new ArrayList<>();
    if (source instanceof TraceFile file) {
      file.loss().ifPresent(loss -> reasons.add("the trace is not complete: " + loss));
    }
    if (coverage.blocks() == 0) {
      reasons.add(
          options.isNarrowed()
              ? "nothing was checked: the specification and the selection leave no block"
              : "nothing was checked: the trace has no blocks (begin and end events)");
    } else if (coverage.threads() < 2) {
      reasons.add(
          options.selects()
              ? "nothing was checked: the selection leaves one thread"
              : "nothing was checked: only one thread has events");
    }
    return reasons;
  }

  private static Verdict judge(CheckResult result, List<String> reasons) {
    if (result.nonSerializable() || result.violationCount() > 0) {
      return Verdict.VIOLATION; // whatever is missing from the trace cannot undo it
    }
    return reasons.isEmpty() ? Verdict.OK : Verdict.UNKNOWN;
  }

  private static Verdict gravest(List<EngineVerdict> engines) {
    boolean violated = engines.stream().anyMatch(e -> e.verdict() == Verdict.VIOLATION);
    return violated ? Verdict.VIOLATION : engines.get(0).verdict();
  }
}
