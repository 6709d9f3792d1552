package io.cosmodrome;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.CorpusTrace.ViolatedBlock;
import io.cosmodrome.check.CheckOptions;
import io.cosmodrome.check.CheckResult;
import io.cosmodrome.check.Checker;
import io.cosmodrome.check.CheckerSpec;
import io.cosmodrome.check.Checkers;
import io.cosmodrome.check.Guarantee;
import io.cosmodrome.check.Violation;
import io.cosmodrome.check.WitnessValidator;
import io.cosmodrome.trace.EventCounter;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import io.cosmodrome.trace.Trace;
import io.cosmodrome.trace.WellFormedTrace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every trace of the corpus through every engine: an engine keeps what it guarantees, and what it
 * does not guarantee is counted.
 */
class CorpusTest {
  private static final Map<String, Tally> TALLIES = new LinkedHashMap<>();

  static List<CorpusTrace> traces() throws IOException {
    return CorpusTrace.all();
  }

  static Stream<Arguments> tracesAndEngines() throws IOException {
    return traces().stream()
        .flatMap(trace -> Checkers.ALL.stream().map(engine -> Arguments.of(trace, engine.name())));
  }

  @ParameterizedTest
  @MethodSource("traces")
  void header_agreesWithItselfAndWithTheFileName(CorpusTrace trace) {
    assertThat(trace.name())
        .endsWith(trace.serializable() ? ".serializable.std" : ".violating.std");
    assertThat(trace.firstCycleEvent() < 0).isEqualTo(trace.serializable());
    assertThat(trace.why()).isNotBlank();
    assertThat(trace.violated()).doesNotHaveDuplicates();
    if (trace.serializable()) {
      assertThat(trace.violated()).isEmpty();
    }
    // a violated block makes the trace non-serializable no later than at its own event
    assertThat(trace.violated()).allMatch(block -> trace.firstCycleEvent() <= block.at());
  }

  @ParameterizedTest
  @MethodSource("traces")
  void trace_isWellFormed(CorpusTrace trace) throws IOException {
    WellFormedTrace filter =
        trace.replayInto(symbols -> new WellFormedTrace(symbols, new EventCounter()));

    assertThat(filter.offence()).isEmpty();
  }

  @Test
  void corpus_hasEveryKindOfEventWithEitherVerdict() throws IOException {
    for (boolean serializable : new boolean[] {true, false}) {
      Set<String> kinds = new LinkedHashSet<>();
      for (CorpusTrace trace : traces()) {
        if (trace.serializable() == serializable) {
          trace
              .replayInto(symbols -> new EventCounter())
              .statistics()
              .eventsByKind()
              .entrySet()
              .stream()
              .filter(kind -> kind.getValue() > 0)
              .forEach(kind -> kinds.add(kind.getKey()));
        }
      }
      assertThat(kinds).as("serializable: %s", serializable).containsAll(Op.NAMES);
    }
  }

  @ParameterizedTest(name = "{1}: {0}")
  @MethodSource("tracesAndEngines")
  void engine_keepsWhatItGuarantees(CorpusTrace expected, String engineName) throws IOException {
    CheckerSpec engine = Checkers.named(engineName);
    Trace trace = events(expected);
    Checker checker = engine.create(CheckOptions.DEFAULT);
    trace.replay(checker);
    CheckResult result = checker.result();

    count(engineName, expected, trace, result);
    assertThat(result.events()).isEqualTo(trace.size());
    if (engine.guarantees(Guarantee.TRACE)) {
      assertThat(result.nonSerializable()).isEqualTo(!expected.serializable());
    }
    if (engine.guarantees(Guarantee.FIRST_CYCLE_EVENT)) {
      assertThat(result.cycleEvent()).isEqualTo(expected.firstCycleEvent());
    }
    if (engine.guarantees(Guarantee.TRANSACTIONS)) {
      assertThat(found(trace, result, false)).isEqualTo(expected(expected, trace, false));
    }
    if (engine.guarantees(Guarantee.NESTED_BLOCKS)) {
      assertThat(found(trace, result, true)).isEqualTo(expected(expected, trace, true));
    }
    assertWitnessesAreValid(trace, result, engine.guarantees(Guarantee.WITNESS));
  }

  private static void assertWitnessesAreValid(Trace trace, CheckResult result, boolean required) {
    WitnessValidator validator = new WitnessValidator(trace);
    if (result.nonSerializable() && (required || result.cycle().isPresent())) {
      assertThat(validator.problemWithCycle(result.cycle(), result.cycleEvent())).isEmpty();
    }
    for (Violation violation : result.violations()) {
      if (required || violation.witness().isPresent()) {
        assertThat(validator.problemWith(violation)).as(violation.toString()).isEmpty();
      }
    }
  }

  /** The events as engines get them. */
  private static Trace events(CorpusTrace expected) throws IOException {
    List<Trace> made = new ArrayList<>();
    expected.replayInto(
        symbols -> {
          Trace trace = new Trace(symbols);
          made.add(trace);
          return WellFormedTrace.hidingReentrance(symbols, trace);
        });
    return made.get(0);
  }

  /** The violated blocks that the engine reports: the nested ones or the outermost ones. */
  private static List<ViolatedBlock> found(Trace trace, CheckResult result, boolean nested) {
    return result.violations().stream()
        .filter(violation -> violation.depth() > 0 == nested)
        .map(violation -> block(trace, violation))
        .toList();
  }

  private static ViolatedBlock block(Trace trace, Violation violation) {
    int label = violation.label();
    return new ViolatedBlock(
        violation.begin(),
        label == Symbols.NONE ? "-" : trace.symbols().labels().name(label),
        violation.at());
  }

  private static List<ViolatedBlock> expected(CorpusTrace expected, Trace trace, boolean nested) {
    return expected.violated().stream()
        .filter(block -> isNested(trace, (int) block.begin()) == nested)
        .toList();
  }

  private static boolean isNested(Trace trace, int begin) {
    int depth = 0;
    for (int event = 0; event < begin; event++) {
      if (trace.thread(event) == trace.thread(begin)) {
        depth += trace.op(event) == Op.BEGIN ? 1 : 0;
        depth -= Op.isEnd(trace.op(event)) ? 1 : 0;
      }
    }
    return depth > 0;
  }

  private static void count(String engine, CorpusTrace expected, Trace trace, CheckResult result) {
    Tally tally = TALLIES.computeIfAbsent(engine, name -> new Tally());
    tally.traces++;
    tally.falseAlarms += result.nonSerializable() && expected.serializable() ? 1 : 0;
    tally.missedTraces += !result.nonSerializable() && !expected.serializable() ? 1 : 0;
    Set<Long> blamed = begins(result.violations().stream().map(v -> block(trace, v)).toList());
    Set<Long> violated = begins(expected.violated());
    tally.wronglyBlamed += blamed.stream().filter(begin -> !violated.contains(begin)).count();
    tally.missedBlocks += violated.stream().filter(begin -> !blamed.contains(begin)).count();
  }

  private static Set<Long> begins(List<ViolatedBlock> blocks) {
    Set<Long> begins = new LinkedHashSet<>();
    blocks.forEach(block -> begins.add(block.begin()));
    return begins;
  }

  @AfterAll
  static void printWhatIsNotGuaranteed() {
    System.out.printf(
        "%-18s %7s %21s %21s%n",
        "corpus", "traces", "false alarms, missed", "blame: wrong, missed");
    TALLIES.forEach(
        (engine, tally) ->
            System.out.printf(
                "%-18s %7d %13d %7d %13d %7d%n",
                engine,
                tally.traces,
                tally.falseAlarms,
                tally.missedTraces,
                tally.wronglyBlamed,
                tally.missedBlocks));
  }

  /** How often an engine differs from the corpus, guaranteed or not. */
  private static final class Tally {
    private int traces;
    private int falseAlarms;
    private int missedTraces;
    private long wronglyBlamed;
    private long missedBlocks;
  }
}
