package io.cosmodrome.cli;

import static io.cosmodrome.check.Guarantee.NESTED_BLOCKS;
import static io.cosmodrome.check.Guarantee.WITNESS;

import io.cosmodrome.analysis.AnalysisOptions;
import io.cosmodrome.analysis.Coverage;
import io.cosmodrome.analysis.EngineVerdict;
import io.cosmodrome.analysis.TraceVerdict;
import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.check.CheckResult;
import io.cosmodrome.check.CheckerSpec;
import io.cosmodrome.check.Edge;
import io.cosmodrome.check.Violation;
import io.cosmodrome.check.Witness;
import io.cosmodrome.report.BlockCount;
import io.cosmodrome.report.Checked;
import io.cosmodrome.report.Conflict;
import io.cosmodrome.report.Finding;
import io.cosmodrome.report.FindingGroups;
import io.cosmodrome.report.Proof;
import io.cosmodrome.report.Report;
import io.cosmodrome.report.Text;
import io.cosmodrome.report.ThreadStart;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The report of one trace. Whatever it needs of the trace is looked up in one pass, and only if
 * there is something to report.
 */
final class TraceReport {
  private TraceReport() {}

  /** Finds events in the trace by their positions, with the starts of their threads. */
  @FunctionalInterface
  interface Lookup {
    SortedMap<Long, TracedEvent> find(Set<Long> positions) throws IOException;
  }

  static Report of(String name, TraceVerdict verdict, AnalysisOptions options, Lookup lookup)
      throws IOException {
    Coverage coverage = verdict.coverage();
    List<Finding> findings =
        verdict.verdict() == Verdict.VIOLATION ? findings(verdict, lookup) : List.of();
    return new Report(
        name,
        engines(options),
        verdict.verdict(),
        reasons(verdict, options),
        checked(coverage.blocks(), coverage.threads(), OptionalLong.of(coverage.events())),
        findings,
        blocks(verdict),
        options.specification().text().lines().toList(),
        List.of(),
        List.of(),
        List.of());
  }

  /** By label; violated ones as far as the engine keeps them. */
  private static List<BlockCount> blocks(TraceVerdict verdict) {
    Map<Integer, Long> violated =
        verdict.verdict() == Verdict.VIOLATION
            ? mostTelling(verdict).result().violations().stream()
                .collect(Collectors.groupingBy(Violation::label, Collectors.counting()))
            : Map.of();
    return verdict.runs().entrySet().stream()
        .map(
            runs ->
                new BlockCount(
                    label(verdict.symbols(), runs.getKey()).orElse("(no label)"),
                    runs.getValue(),
                    violated.getOrDefault(runs.getKey(), 0L)))
        .sorted(Comparator.comparing(BlockCount::label))
        .toList();
  }

  /** Of a trace that could not be checked. */
  static Report unreadable(String name, AnalysisOptions options, String problem) {
    return new Report(
        name,
        engines(options),
        Verdict.UNKNOWN,
        List.of("could not be checked: " + problem),
        checked(0, 0, OptionalLong.empty()),
        List.of(),
        List.of(),
        options.specification().text().lines().toList(),
        List.of(),
        List.of(),
        List.of());
  }

  private static String engines(AnalysisOptions options) {
    return options.engines().stream().map(CheckerSpec::name).collect(Collectors.joining(", "));
  }

  private static Checked checked(long blocks, long threads, OptionalLong events) {
    return new Checked(
        OptionalLong.empty(), List.of(), blocks, threads, events, OptionalLong.empty(), 0);
  }

  /** With those that matter only once it is asked whether all findings are known. */
  private static List<String> reasons(TraceVerdict verdict, AnalysisOptions options) {
    List<String> reasons = new ArrayList<>(verdict.reasons());
    if (verdict.verdict() == Verdict.VIOLATION) {
      CheckResult result = mostTelling(verdict).result();
      long missing = result.violationCount() - result.violations().size();
      if (missing > 0) {
        reasons.add(Text.count(missing, "violated block") + " not looked at; see --limit");
      }
      if (options.check().firstOnly()) {
        reasons.add("not looked at after the first event that gave anything; see --first");
      }
    }
    return reasons;
  }

  /** The engine to quote: exact about blocks, naming some, with witnesses of its own. */
  static EngineVerdict mostTelling(TraceVerdict verdict) {
    Comparator<EngineVerdict> byWorth =
        Comparator.<EngineVerdict, Boolean>comparing(e -> e.engine().guarantees(NESTED_BLOCKS))
            .thenComparing(e -> e.result().violationCount() > 0)
            .thenComparing(e -> e.engine().guarantees(WITNESS));
    return verdict.engines().stream()
        .filter(engine -> engine.verdict() == Verdict.VIOLATION)
        .min(byWorth.reversed()) // the first of equals
        .orElseThrow();
  }

  private static List<Finding> findings(TraceVerdict verdict, Lookup lookup) throws IOException {
    CheckResult result = mostTelling(verdict).result();
    List<Culprit> culprits = Culprit.of(result.violations());
    Set<Long> positions = new TreeSet<>();
    for (Culprit culprit : culprits) {
      positions.add(culprit.block().begin());
      addPositions(positions, culprit.block().witness());
    }
    if (culprits.isEmpty()) {
      addPositions(positions, result.cycle());
    }
    Map<Long, TracedEvent> events = positions.isEmpty() ? Map.of() : lookup.find(positions);
    return culprits.isEmpty()
        ? cycle(result, events)
        : findings(culprits, verdict.symbols(), events);
  }

  private static void addPositions(Set<Long> positions, Witness witness) {
    for (Edge edge : witness.edges()) {
      positions.add(edge.source());
      positions.add(edge.destination());
    }
  }

  private static List<Finding> findings(
      List<Culprit> culprits, Symbols symbols, Map<Long, TracedEvent> events) {
    FindingGroups groups = new FindingGroups();
    for (Culprit culprit : culprits) {
      Violation block = culprit.block();
      List<String> around = new ArrayList<>();
      culprit.around().forEach(id -> around.add(label(symbols, id).orElse("an unlabeled block")));
      groups.add(
          Finding.of(
              Finding.VIOLATED,
              label(symbols, block.label()),
              event(events, block.begin()).location(),
              around,
              proof(symbols.threads().name(block.thread()), block.witness(), events)));
    }
    return groups.list();
  }

  private static List<Finding> cycle(CheckResult result, Map<Long, TracedEvent> events) {
    if (!result.cycle().isPresent()) {
      return List.of();
    }
    List<Conflict> conflicts = conflicts(result.cycle(), events);
    String thread = conflicts.get(conflicts.size() - 1).destination().thread();
    return List.of(
        Finding.of(
            Finding.CYCLE,
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Optional.of(new Proof(thread, conflicts, starts(conflicts, events)))));
  }

  private static Optional<Proof> proof(
      String thread, Witness witness, Map<Long, TracedEvent> events) {
    if (!witness.isPresent()) {
      return Optional.empty();
    }
    List<Conflict> conflicts = conflicts(witness, events);
    return Optional.of(new Proof(thread, conflicts, starts(conflicts, events)));
  }

  /** Where the threads were started that take part: each is the source of a conflict. */
  private static List<ThreadStart> starts(List<Conflict> conflicts, Map<Long, TracedEvent> events) {
    Map<String, TracedEvent> forks =
        events.values().stream()
            .filter(event -> event.op() == Op.FORK)
            .collect(Collectors.toMap(TracedEvent::target, event -> event, (one, other) -> one));
    List<ThreadStart> starts = new ArrayList<>();
    for (Conflict conflict : conflicts) {
      String thread = conflict.source().thread();
      TracedEvent fork = forks.get(thread);
      if (fork != null) {
        starts.add(
            new ThreadStart(thread, Optional.of(fork.thread()), fork.block(), fork.location()));
      }
    }
    return starts.stream().distinct().toList();
  }

  private static List<Conflict> conflicts(Witness witness, Map<Long, TracedEvent> events) {
    return witness.edges().stream()
        .map(edge -> new Conflict(event(events, edge.source()), event(events, edge.destination())))
        .toList();
  }

  private static Optional<String> label(Symbols symbols, int id) {
    return id == Symbols.NONE ? Optional.empty() : Optional.of(symbols.labels().name(id));
  }

  private static TracedEvent event(Map<Long, TracedEvent> events, long position) {
    TracedEvent event = events.get(position);
    if (event == null) {
      throw new IllegalStateException("the trace has no event " + position);
    }
    return event;
  }
}
