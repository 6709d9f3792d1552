package io.cosmodrome.check;

import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Trace;
import java.util.List;
import java.util.Optional;

/**
 * Checks witnesses against their definition, edge by edge, knowing nothing of any engine.
 *
 * <p>Each method returns what is wrong, or nothing.
 */
public final class WitnessValidator {
  private final Trace trace;
  private final Definitions facts;

  public WitnessValidator(Trace trace) {
    this.trace = trace;
    this.facts = Definitions.of(trace);
  }

  /** What is wrong with the proof that a block is violated, or with the block's description. */
  public Optional<String> problemWith(Violation violation) {
    int begin = (int) violation.begin();
    if (trace.op(begin) != Op.BEGIN
        || trace.thread(begin) != violation.thread()
        || trace.target(begin) != violation.label()
        || facts.depth(begin) != violation.depth()) {
      return Optional.of("event " + begin + " does not begin the block of " + violation);
    }
    List<Edge> edges = violation.witness().edges();
    Optional<String> problem = problemWithEdges(edges);
    if (problem.isPresent()) {
      return problem;
    }
    for (int i = 1; i < edges.size(); i++) {
      int entered = (int) edges.get(i - 1).destination();
      int left = (int) edges.get(i).source();
      if (trace.thread(entered) != trace.thread(left) || entered > left) {
        return Optional.of("no program order from event " + entered + " to event " + left);
      }
    }
    int first = (int) edges.get(0).source();
    int last = (int) edges.get(edges.size() - 1).destination();
    if (trace.thread(first) != violation.thread() || first < begin) {
      return Optional.of("the path does not start in the block but at event " + first);
    }
    if (trace.thread(last) != violation.thread() || last > facts.lastEventOfBlock(begin)) {
      return Optional.of("the path does not end in the block but at event " + last);
    }
    if (last > violation.at()) {
      return Optional.of("the path ends at event " + last + ", later than " + violation.at());
    }
    return Optional.empty();
  }

  /** What is wrong with the proof that the prefix up to {@code event} is non-serializable. */
  public Optional<String> problemWithCycle(Witness cycle, long event) {
    List<Edge> edges = cycle.edges();
    Optional<String> problem = problemWithEdges(edges);
    if (problem.isPresent()) {
      return problem;
    }
    for (int i = 1; i < edges.size(); i++) {
      int entered = (int) edges.get(i - 1).destination();
      int left = (int) edges.get(i).source();
      boolean sameTransaction = facts.transaction(entered) == facts.transaction(left);
      boolean programOrder = trace.thread(entered) == trace.thread(left) && entered <= left;
      if (!sameTransaction && !programOrder) {
        return Optional.of("nothing leads from event " + entered + " to event " + left);
      }
    }
    int first = (int) edges.get(0).source();
    int last = (int) edges.get(edges.size() - 1).destination();
    if (facts.transaction(first) != facts.transaction(last)) {
      return Optional.of("events " + first + " and " + last + " are of different transactions");
    }
    return edges.stream().anyMatch(edge -> edge.destination() > event)
        ? Optional.of("the cycle has an edge after event " + event)
        : Optional.empty();
  }

  private Optional<String> problemWithEdges(List<Edge> edges) {
    if (edges.isEmpty()) {
      return Optional.of("the witness is empty");
    }
    for (Edge edge : edges) {
      int source = (int) edge.source();
      int destination = (int) edge.destination();
      if (source < 0 || source >= destination || destination >= trace.size()) {
        return Optional.of(edge + " does not lead forward");
      }
      if (trace.thread(source) == trace.thread(destination)
          || !facts.conflict(source, destination)) {
        return Optional.of(
            "no conflict: " + trace.describe(source) + " and " + trace.describe(destination));
      }
    }
    return Optional.empty();
  }
}
