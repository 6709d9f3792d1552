package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.CheckOptions;
import io.cosmodrome.check.CheckResult;
import io.cosmodrome.check.Checker;
import io.cosmodrome.check.CheckerSpec;
import io.cosmodrome.check.Edge;
import io.cosmodrome.check.Explainer;
import io.cosmodrome.check.Guarantee;
import io.cosmodrome.check.Violation;
import io.cosmodrome.check.Witness;
import io.cosmodrome.report.Finding;
import io.cosmodrome.report.FindingGroups;
import io.cosmodrome.report.Limit;
import io.cosmodrome.report.Text;
import io.cosmodrome.report.TraceFindings;
import io.cosmodrome.trace.EventBatch;
import io.cosmodrome.trace.Symbols;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks a run with any engine, on the recorder's thread, while the program goes on: what Sinha and
 * Malik call concurrent checking. The engine is given the trace that a recording would have, so its
 * verdict is that of a check of the recording.
 *
 * <p>There is no trace to look at again for proofs. The latest events are kept instead ({@link
 * TraceWindow}); a finding whose proof reaches further back is told without. Memory: the window,
 * the engine's state and the names, which grow with the variables and locks that the run has, not
 * with its events.
 */
public final class AsyncOutput implements TraceOutput {
  private static final int WINDOW = (1 << 18) - EventBatch.CAPACITY;

  private final Symbols symbols;
  private final Checker engine;
  private final boolean isExact; // about blocks
  private final TraceWindow window;
  private final EventBatch batch = new EventBatch(); // that the engine has not seen yet
  private final FindingGroups groups = new FindingGroups();
  private final Set<Long> told = new HashSet<>(); // begins of the blocks that were looked at
  private final Map<String, Long> violated = new HashMap<>(); // how many of those, by label
  private boolean hasCycle;
  private Optional<Finding> cycle = Optional.empty(); // a finding if there is no other
  private long notLookedAt;

  public AsyncOutput(CheckerSpec engine) {
    this(engine, new Symbols(), WINDOW);
  }

  AsyncOutput(CheckerSpec engine, Symbols symbols, int windowSize) {
    this.symbols = symbols;
    this.engine = engine.create(CheckOptions.DEFAULT);
    this.isExact = engine.guarantees(Guarantee.NESTED_BLOCKS);
    this.window = new TraceWindow(symbols, windowSize);
  }

  @Override
  public Symbols symbols() {
    return symbols;
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    window.add(op, thread, target, location);
    batch.add(op, thread, target, location);
    if (batch.isFull()) {
      passOn();
    }
  }

  private void passOn() {
    engine.events(batch);
    batch.cut(0);
    if (window.isFull()) {
      try {
        look();
      } catch (IOException e) {
        throw new UncheckedIOException(e); // never: the window is in memory
      }
      window.moveOn();
    }
  }

  @Override
  public void flush() {}

  @Override
  public void passedOn() {
    passOn();
  }

  @Override
  public void close(boolean whole) throws IOException {
    passOn();
    engine.finish();
    look();
  }

  /** What was found; once it is closed. */
  public List<Finding> findings() {
    List<Finding> found = groups.list();
    return found.isEmpty() ? cycle.stream().toList() : found;
  }

  /** How many blocks were violated, by label; once it is closed. */
  public Map<String, Long> violated() {
    return violated;
  }

  /** What is not told of what was found. */
  public List<Limit> limits() {
    List<Limit> limits = new ArrayList<>();
    long withoutProof =
        findings().stream().filter(f -> f.proofs().isEmpty()).mapToLong(Finding::count).sum();
    if (withoutProof > 0) {
      limits.add(
          new Limit(
              "proofs",
              Text.count(withoutProof, "violation")
                  + " without proof: it reaches too far back"
                  + (isExact ? "" : ", or the engine blames the wrong block")
                  + "; record the run and check the trace"));
    }
    if (notLookedAt > 0) {
      limits.add(
          new Limit("violations", Text.count(notLookedAt, "violated block") + " only counted"));
    }
    return limits;
  }

  /** Puts what is new into words while its events are there. */
  private void look() throws IOException {
    CheckResult result = engine.result();
    notLookedAt = result.violationCount() - result.violations().size();
    List<Violation> inWindow = new ArrayList<>();
    for (Violation violation : result.violations()) {
      if (!told.add(violation.begin())) {
        continue;
      }
      TraceFindings.label(symbols, violation.label())
          .ifPresent(label -> violated.merge(label, 1L, Long::sum));
      if (window.beginAt(violation.begin()) >= 0 && window.at(violation.at()) >= 0) {
        inWindow.add(inWindow(violation));
      } else {
        groups.add(withoutProof(Finding.VIOLATED, TraceFindings.label(symbols, violation.label())));
      }
    }
    inWindow.sort(Comparator.comparingLong(Violation::begin)); // made up ones may have moved
    boolean isNewCycle = result.nonSerializable() && !hasCycle;
    hasCycle = result.nonSerializable();
    if (!inWindow.isEmpty() || isNewCycle) {
      CheckResult explained = explain(result, inWindow, isNewCycle);
      TraceFindings.of(explained, symbols, window::find).forEach(this::add);
    }
    if (hasCycle && told.isEmpty() && cycle.isEmpty()) {
      cycle = Optional.of(withoutProof(Finding.CYCLE, Optional.empty()));
    }
  }

  private void add(Finding finding) {
    if (finding.rule().equals(Finding.CYCLE)) {
      cycle = Optional.of(finding);
    } else {
      groups.add(finding);
    }
  }

  private static Finding withoutProof(String rule, Optional<String> label) {
    return Finding.of(rule, label, Optional.empty(), List.of(), Optional.empty());
  }

  /** What an engine found, told by the positions in the window, with as good proofs as it has. */
  private CheckResult explain(CheckResult result, List<Violation> violations, boolean withCycle)
      throws IOException {
    long cycleEvent = withCycle ? window.at(result.cycleEvent()) : -1;
    boolean isCycleThere = cycleEvent >= 0;
    return Explainer.explain(
        new CheckResult(
            result.engine(),
            result.events(),
            isCycleThere,
            cycleEvent,
            isCycleThere ? inWindow(result.cycle()) : Witness.NONE,
            violations,
            violations.size(),
            result.statistics()),
        window::replay);
  }

  private Violation inWindow(Violation violation) {
    return new Violation(
        window.beginAt(violation.begin()),
        window.at(violation.at()),
        violation.thread(),
        violation.label(),
        violation.depth(),
        inWindow(violation.witness()));
  }

  /** None, to be looked for anew, if a part of it is gone. */
  private Witness inWindow(Witness witness) {
    List<Edge> edges = new ArrayList<>();
    for (Edge edge : witness.edges()) {
      if (window.at(edge.source()) < 0) {
        return Witness.NONE;
      }
      edges.add(new Edge(window.at(edge.source()), window.at(edge.destination())));
    }
    return new Witness(edges);
  }
}
