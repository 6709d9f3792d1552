package io.cosmodrome.cli;

import static io.cosmodrome.check.Guarantee.NESTED_BLOCKS;
import static io.cosmodrome.check.Guarantee.TRANSACTIONS;
import static io.cosmodrome.check.Guarantee.WITNESS;

import io.cosmodrome.analysis.Coverage;
import io.cosmodrome.analysis.EngineVerdict;
import io.cosmodrome.analysis.TraceVerdict;
import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.check.CheckResult;
import io.cosmodrome.check.Edge;
import io.cosmodrome.check.Violation;
import io.cosmodrome.check.Witness;
import io.cosmodrome.report.Conflict;
import io.cosmodrome.report.Finding;
import io.cosmodrome.report.FindingGroups;
import io.cosmodrome.report.FindingText;
import io.cosmodrome.report.Proof;
import io.cosmodrome.report.Style;
import io.cosmodrome.report.Text;
import io.cosmodrome.trace.Symbols;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * What is known about one trace, for people.
 *
 * <p>A line with the verdict; the figures of the engines when there are several; then up to {@value
 * #SHOWN} findings, each with its shortest witness. Whatever they need of the trace is looked up in
 * one pass.
 */
final class TextReport {
  private static final int SHOWN = 3;

  private final Console console;
  private final Style style;

  TextReport(Console console) {
    this.console = console;
    this.style = console.style();
  }

  /** Finds events in the trace by their positions. */
  @FunctionalInterface
  interface Lookup {
    SortedMap<Long, TracedEvent> find(Set<Long> positions) throws IOException;
  }

  /** Everything to print about one trace. */
  String render(String name, TraceVerdict verdict, Lookup lookup) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append(name).append(": ").append(style.verdict(verdict.verdict())).append(": ");
    text.append(headline(verdict)).append('\n');
    if (console.verbosity() < 0) {
      return text.toString();
    }
    if (verdict.verdict() == Verdict.VIOLATION) {
      verdict.reasons().forEach(reason -> text.append("  note: ").append(reason).append('\n'));
    }
    if (verdict.engines().size() > 1) {
      appendEngines(text, verdict);
    }
    if (console.verbosity() > 0) {
      appendStatistics(text, verdict);
    }
    if (verdict.verdict() == Verdict.VIOLATION) {
      appendFindings(text, verdict, lookup);
      text.append('\n'); // sets it off from the next trace
    }
    return text.toString();
  }

  private static String headline(TraceVerdict verdict) {
    Coverage coverage = verdict.coverage();
    String size =
        " ("
            + Text.count(coverage.threads(), "thread")
            + ", "
            + Text.count(coverage.events(), "event")
            + ")";
    return switch (verdict.verdict()) {
      case OK -> "no violation observed in " + Text.count(coverage.blocks(), "block") + size;
      case UNKNOWN -> String.join("; ", verdict.reasons()) + size;
      case VIOLATION -> violations(mostTelling(verdict), coverage) + size;
    };
  }

  private static String violations(EngineVerdict engine, Coverage coverage) {
    long violated = engine.result().violationCount();
    if (violated > 0) {
      return Text.number(violated)
          + " of "
          + Text.count(coverage.blocks(), "block")
          + (violated == 1 ? " was" : " were")
          + " not atomic";
    }
    return "the run was not serializable"
        + (engine.engine().guarantees(TRANSACTIONS)
            ? ", though no single block is to blame"
            : "; " + engine.engine().name() + " does not tell which blocks");
  }

  /** The engine to quote: exact about blocks, naming some, with witnesses of its own. */
  private static EngineVerdict mostTelling(TraceVerdict verdict) {
    Comparator<EngineVerdict> byWorth =
        Comparator.<EngineVerdict, Boolean>comparing(e -> e.engine().guarantees(NESTED_BLOCKS))
            .thenComparing(e -> e.result().violationCount() > 0)
            .thenComparing(e -> e.engine().guarantees(WITNESS));
    return verdict.engines().stream()
        .filter(engine -> engine.verdict() == Verdict.VIOLATION)
        .min(byWorth.reversed()) // the first of equals
        .orElseThrow();
  }

  private static void appendEngines(StringBuilder text, TraceVerdict verdict) {
    Table table = new Table("engine", "verdict", "not serializable at", "violated blocks");
    for (EngineVerdict engine : verdict.engines()) {
      CheckResult result = engine.result();
      table.add(
          result.engine(),
          engine.verdict().name(),
          result.nonSerializable() ? "event " + result.cycleEvent() : "-",
          Text.number(result.violationCount()));
    }
    text.append(table.render("  "));
  }

  private static void appendStatistics(StringBuilder text, TraceVerdict verdict) {
    for (EngineVerdict engine : verdict.engines()) {
      engine
          .result()
          .statistics()
          .forEach(
              (key, value) ->
                  text.append("  ")
                      .append(engine.engine().name())
                      .append(": ")
                      .append(key)
                      .append(' ')
                      .append(Text.number(value))
                      .append('\n'));
    }
  }

  private void appendFindings(StringBuilder text, TraceVerdict verdict, Lookup lookup)
      throws IOException {
    EngineVerdict engine = mostTelling(verdict);
    CheckResult result = engine.result();
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
    List<Finding> findings =
        culprits.isEmpty() ? cycle(result, events) : findings(culprits, verdict.symbols(), events);
    int shown = console.verbosity() > 0 ? findings.size() : Math.min(SHOWN, findings.size());
    for (Finding finding : findings.subList(0, shown)) {
      text.append('\n').append(FindingText.of(finding, style)).append(note(finding, engine));
    }
    if (findings.size() > shown) {
      text.append("\n... and ")
          .append(Text.count(findings.size() - shown, "more finding"))
          .append("; -v shows all\n");
    }
    if (result.violationCount() > result.violations().size()) {
      text.append("\nof the violated blocks, ")
          .append(Text.number(result.violationCount() - result.violations().size()))
          .append(" were not looked at; see --limit\n");
    }
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
            Optional.of(new Proof(thread, conflicts))));
  }

  private static Optional<Proof> proof(
      String thread, Witness witness, Map<Long, TracedEvent> events) {
    return witness.isPresent()
        ? Optional.of(new Proof(thread, conflicts(witness, events)))
        : Optional.empty();
  }

  private static List<Conflict> conflicts(Witness witness, Map<Long, TracedEvent> events) {
    return witness.edges().stream()
        .map(edge -> new Conflict(event(events, edge.source()), event(events, edge.destination())))
        .toList();
  }

  /** What the reader must know about the proof, if it is not the engine's own. */
  private static String note(Finding finding, EngineVerdict engine) {
    if (finding.proofs().isEmpty()) {
      String name = engine.engine().name();
      return "  no witness: " + name + " may blame more blocks than were violated\n";
    }
    return engine.engine().guarantees(WITNESS)
        ? ""
        : "  the proof was found in a second look at the trace\n";
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
