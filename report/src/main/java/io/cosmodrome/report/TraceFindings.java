package io.cosmodrome.report;

import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.check.CheckResult;
import io.cosmodrome.check.Edge;
import io.cosmodrome.check.Violation;
import io.cosmodrome.check.Witness;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What an engine found in a trace, put into words. Whatever that needs of the trace is looked up in
 * one pass, and only if there is something to say.
 */
public final class TraceFindings {
  private TraceFindings() {}

  /** Finds events in the trace by their positions, with the starts of their threads. */
  @FunctionalInterface
  public interface Lookup {
    SortedMap<Long, TracedEvent> find(Set<Long> positions) throws IOException;
  }

  /**
   * The violated blocks; if there are none, the cycle, if there is a witness for it.
   *
   * @param symbols the names of the ids in the result
   */
  public static List<Finding> of(CheckResult result, Symbols symbols, Lookup lookup)
      throws IOException {
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
    return culprits.isEmpty() ? cycle(result, events) : findings(culprits, symbols, events);
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

  /** The name of a label, if it has one. */
  public static Optional<String> label(Symbols symbols, int id) {
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
