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
 * #SHOWN} groups of violated blocks, each with its shortest witness. Whatever a witness needs of
 * the trace is looked up once.
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
    List<BlockGroup> groups = BlockGroup.of(result.violations());
    List<BlockGroup> shown = console.verbosity() > 0 ? groups : first(groups);
    Set<Long> positions = new TreeSet<>();
    for (BlockGroup group : shown) {
      positions.add(group.example().begin());
      addPositions(positions, group.example().witness());
    }
    if (shown.isEmpty()) {
      addPositions(positions, result.cycle());
    }
    Map<Long, TracedEvent> events = positions.isEmpty() ? Map.of() : lookup.find(positions);
    for (BlockGroup group : shown) {
      appendGroup(text, group, engine, verdict.symbols(), events);
    }
    if (shown.isEmpty()) {
      appendCycle(text, engine, events);
    }
    long blocks = shown.stream().mapToLong(BlockGroup::blocks).sum();
    if (result.violationCount() > blocks) {
      text.append("\n... and ")
          .append(Text.count(result.violationCount() - blocks, "more block"))
          .append("; --json lists all\n");
    }
  }

  private static List<BlockGroup> first(List<BlockGroup> groups) {
    return groups.subList(0, Math.min(SHOWN, groups.size()));
  }

  private static void addPositions(Set<Long> positions, Witness witness) {
    for (Edge edge : witness.edges()) {
      positions.add(edge.source());
      positions.add(edge.destination());
    }
  }

  private void appendGroup(
      StringBuilder text,
      BlockGroup group,
      EngineVerdict engine,
      Symbols symbols,
      Map<Long, TracedEvent> events) {
    Violation violation = group.example();
    Optional<String> label = label(symbols, group.label());
    TracedEvent begin = event(events, violation.begin());
    String name = label.orElse("a block without a label of " + begin.thread());
    text.append('\n')
        .append(style.title(name + " is not atomic"))
        .append(begin.location().map(at -> "  (" + Names.place(at) + ")").orElse(""))
        .append('\n');
    if (violation.witness().isPresent()) {
      text.append(WitnessText.ofBlock(violation.witness(), events, label, style).render());
    }
    text.append("  ").append(proof(violation.witness(), engine));
    text.append("; seen ").append(Text.times(group.count())).append('\n');
    if (!group.outerLabels().isEmpty()) {
      List<String> outer = new ArrayList<>();
      group.outerLabels().forEach(id -> outer.add(label(symbols, id).orElse("an unlabeled block")));
      text.append(Text.wrap("also not atomic because of this: " + String.join(", ", outer), "  "));
    }
  }

  private void appendCycle(
      StringBuilder text, EngineVerdict engine, Map<Long, TracedEvent> events) {
    Witness cycle = engine.result().cycle();
    if (cycle.isPresent()) {
      text.append('\n').append(style.title("No serial order of the blocks explains this run"));
      text.append('\n').append(WitnessText.ofCycle(cycle, events, style).render());
      text.append("  ").append(proof(cycle, engine)).append('\n');
    }
  }

  private static String proof(Witness witness, EngineVerdict engine) {
    if (!witness.isPresent()) {
      return "no witness: " + engine.engine().name() + " may blame more blocks than were violated";
    }
    return "proved by "
        + Text.count(witness.length(), "conflict")
        + (engine.engine().guarantees(WITNESS) ? "" : ", found in a second look at the trace");
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
