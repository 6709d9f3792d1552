package io.cosmodrome.check;

import static io.cosmodrome.TraceText.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.CorpusTrace;
import io.cosmodrome.check.VelodromeChecker.Mode;
import io.cosmodrome.generate.Family;
import io.cosmodrome.generate.GeneratorOptions;
import io.cosmodrome.generate.TraceGenerator;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import io.cosmodrome.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is special about Velodrome; that it agrees with the oracle is tested for all engines. */
class VelodromeCheckerTest {

  @ParameterizedTest
  @EnumSource(Mode.class)
  void unaryEvents_afterARunningTransaction_areNotMergedIntoIt(Mode mode) {
    CheckResult result = check(mode, "A|begin(A) A|w(x) T|r(x) T|w(y) A|r(y)");

    assertThat(result.cycleEvent()).isEqualTo(4);
    assertThat(begins(result)).containsExactly(0L);
    assertThat(result.cycle()).isEqualTo(witness(1, 2, 3, 4));
  }

  @Test
  void unaryEvents_afterAFinishedTransactionOfAnotherThread_areMergedIntoIt() {
    String events =
        "A|begin(A) A|w(z) B|begin(B) B|r(z) B|w(x) B|end(B) T|r(x) T|w(v) T|w(y) A|r(y)";

    CheckResult merged = check(Mode.PAPER, events);

    assertThat(nodesAllocated(merged)).isEqualTo(2);
    assertThat(nodesAllocated(check(Mode.PAPER_WITHOUT_MERGE, events))).isEqualTo(5);
    // the conflict that led T into the node of B is part of the proof
    assertThat(merged.violations().get(0).witness()).isEqualTo(witness(1, 3, 4, 6, 8, 9));
    assertThat(merged.cycle()).isEqualTo(witness(1, 3, 4, 6, 8, 9));
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void pathThatEntersATransactionAfterItLeftIt_isACycleWithoutBlame(Mode mode) {
    CheckResult result =
        check(mode, "A|begin(A) A|w(z) B|begin(B) B|w(x) B|r(z) B|end(B) T|r(x) T|w(y) A|r(y)");

    assertThat(result.cycleEvent()).isEqualTo(8);
    assertThat(result.violations()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void selfSerializableTransactions_areNotBlamedForTheirCycle(Mode mode) {
    CheckResult result =
        check(mode, "T1|begin(E) T1|w(x) T2|begin(D) T2|w(y) T2|r(x) T2|end T1|r(y)");

    assertThat(result.cycleEvent()).isEqualTo(6);
    assertThat(result.violations()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void nestedBlocks_areRefutedIfTheyContainBothEndsOfThePath(Mode mode) {
    Trace trace = trace("T1|begin(p) T1|begin(q) T1|r(x) T1|begin(r) T2|w(x) T1|w(x)");
    CheckResult result = check(mode, trace);

    assertThat(result.violations())
        .extracting(violation -> trace.symbols().labels().name(violation.label()))
        .containsExactly("p", "q");
    assertThat(result.violations()).extracting(Violation::depth).containsExactly(0, 1);
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void innerBlockThatIsViolatedLater_isReportedThen(Mode mode) {
    CheckResult result =
        check(mode, "T1|begin(p) T1|r(x) T2|w(x) T1|begin(q) T1|r(x) T1|r(y) T3|w(y) T1|r(y)");

    assertThat(result.violations()).extracting(Violation::at).containsExactly(4L, 7L);
  }

  @Test
  void missedBlame_becauseOfOneEdgeForTwoNodes() throws IOException {
    Trace trace = corpus("velodrome/missed-blame.violating.std");

    assertThat(check(Mode.PAPER, trace).cycleEvent()).isEqualTo(6);
    assertThat(begins(check(Mode.PAPER, trace))).isEmpty();
    assertThat(begins(check(Mode.ALL_EDGES, trace))).containsExactly(0L);
  }

  @Test
  void missedBlame_becauseOfMerging() throws IOException {
    Trace trace = corpus("velodrome/missed-blame-by-merge.violating.std");

    assertThat(check(Mode.PAPER, trace).cycleEvent()).isEqualTo(7);
    assertThat(begins(check(Mode.PAPER, trace))).isEmpty();
    assertThat(begins(check(Mode.PAPER_WITHOUT_MERGE, trace))).containsExactly(1L);
    assertThat(begins(check(Mode.ALL_EDGES, trace))).containsExactly(1L);
  }

  @Test
  void missedBlame_becauseTheClosingEdgeIsDropped() throws IOException {
    Trace trace = corpus("traps/velodrome-closing-edge-dropped.violating.std");

    assertThat(begins(check(Mode.PAPER, trace))).containsExactly(0L);
    assertThat(begins(check(Mode.ALL_EDGES, trace))).containsExactly(0L, 1L);
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void longSerialTrace_keepsFewNodesAlive(Mode mode) {
    Trace trace = new Trace();
    for (int i = 0; i < 20_000; i++) {
      int thread = i % 7;
      trace.event(Op.BEGIN, thread, Symbols.NONE, Symbols.NONE);
      trace.event(Op.ACQUIRE, thread, 0, Symbols.NONE);
      trace.event(Op.READ, thread, i % 5, Symbols.NONE);
      trace.event(Op.WRITE, thread, i % 5, Symbols.NONE);
      trace.event(Op.RELEASE, thread, 0, Symbols.NONE);
      trace.event(Op.END, thread, Symbols.NONE, Symbols.NONE);
    }

    CheckResult result = check(mode, trace);

    assertThat(result.nonSerializable()).isFalse();
    assertThat(result.statistics())
        .containsEntry("nodesAllocated", 20_000L)
        .containsEntry("maxNodesAlive", 1L);
  }

  @Test
  void nodesAreHeld_asLongAsATransactionBeforeThemRuns() {
    Trace trace = new Trace();
    trace.event(Op.BEGIN, 0, Symbols.NONE, Symbols.NONE);
    trace.event(Op.WRITE, 0, 0, Symbols.NONE);
    for (int i = 0; i < 1_000; i++) {
      int thread = 1 + i % 2;
      trace.event(Op.BEGIN, thread, Symbols.NONE, Symbols.NONE);
      trace.event(Op.READ, thread, 0, Symbols.NONE);
      trace.event(Op.WRITE, thread, 1 + i, Symbols.NONE);
      trace.event(Op.END, thread, Symbols.NONE, Symbols.NONE);
    }
    trace.event(Op.READ, 0, 1_000, Symbols.NONE);

    for (Mode mode : Mode.values()) {
      CheckResult result = check(mode, trace);
      assertThat(result.cycleEvent()).isEqualTo(trace.size() - 1);
      assertThat(begins(result)).containsExactly(0L);
      assertThat(result.statistics().get("maxNodesAlive")).isGreaterThanOrEqualTo(1_001L);
    }
  }

  @Test
  void unaryEventsThatComeAfterNothingAlive_needNoNode() {
    String events = "T1|w(x) T2|r(x) T2|w(y) T1|r(y) T1|w(x) T2|w(x)";

    assertThat(nodesAllocated(check(Mode.PAPER, events))).isZero();
    assertThat(nodesAllocated(check(Mode.ALL_EDGES, events))).isZero();
    assertThat(nodesAllocated(check(Mode.PAPER_WITHOUT_MERGE, events))).isEqualTo(6);
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void joinOfAChildWithoutEvents_transmitsNothing(Mode mode) {
    CheckResult result = check(mode, "T1|begin(A) T1|fork(T2) T1|join(T2) T1|end(A)");

    assertThat(result.nonSerializable()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void childWhoseFirstEventIsItselfAFork_passesOn(Mode mode) {
    CheckResult result =
        check(mode, "T1|begin(A) T1|fork(T2) T2|fork(T3) T3|w(x) T1|r(x) T1|end(A)");

    assertThat(result.cycleEvent()).isEqualTo(4);
    assertThat(result.violations().get(0).witness()).isEqualTo(witness(1, 2, 2, 3, 3, 4));
  }

  @Test
  void randomTraces_withAndWithoutMerging_haveTheVerdictOfTheOracle() {
    long missed = 0;
    for (long seed = 0; seed < 1_000; seed++) {
      Trace trace =
          TraceGenerator.generate(GeneratorOptions.of(Family.RANDOM).withSeed(seed).withEvents(40));
      CheckResult oracle = run(Checkers.named("oracle"), trace);
      CheckResult merged = run(Checkers.named("velodrome"), trace);
      CheckResult unmerged = run(Checkers.VELODROME_WITHOUT_MERGE, trace);

      assertThat(merged.cycleEvent()).as("seed %d", seed).isEqualTo(oracle.cycleEvent());
      assertThat(unmerged.cycleEvent()).as("seed %d", seed).isEqualTo(oracle.cycleEvent());
      assertThat(begins(oracle)).as("seed %d", seed).containsAll(begins(merged));
      assertThat(begins(oracle)).as("seed %d", seed).containsAll(begins(unmerged));
      assertThat(nodesAllocated(merged)).isLessThanOrEqualTo(nodesAllocated(unmerged));
      missed += oracle.violationCount() - merged.violationCount();
    }
    assertThat(missed).as("what the engine does not guarantee").isPositive();
  }

  private static CheckResult check(Mode mode, String events) {
    return check(mode, trace(events));
  }

  private static CheckResult check(Mode mode, Trace trace) {
    Checker checker = new VelodromeChecker(CheckOptions.DEFAULT, mode);
    trace.replay(checker);
    return checker.result();
  }

  private static CheckResult run(CheckerSpec engine, Trace trace) {
    Checker checker = engine.create(CheckOptions.DEFAULT);
    trace.replay(checker);
    return checker.result();
  }

  private static Trace corpus(String name) throws IOException {
    Path file = CorpusTrace.directory().resolve(name);
    return trace(Files.readString(file).replaceAll("(?m)^#.*$", ""));
  }

  private static List<Long> begins(CheckResult result) {
    return result.violations().stream().map(Violation::begin).toList();
  }

  private static long nodesAllocated(CheckResult result) {
    return result.statistics().getOrDefault("nodesAllocated", -1L);
  }

  /** Sources and destinations of edges, in turn. */
  private static Witness witness(long... events) {
    List<Edge> edges = new ArrayList<>();
    for (int i = 0; i < events.length; i += 2) {
      edges.add(new Edge(events[i], events[i + 1]));
    }
    return new Witness(edges);
  }
}
