package io.cosmodrome.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.check.CheckOptions;
import io.cosmodrome.check.CheckResult;
import io.cosmodrome.check.Checker;
import io.cosmodrome.check.Checkers;
import io.cosmodrome.check.Violation;
import io.cosmodrome.generate.Family;
import io.cosmodrome.generate.GeneratorOptions;
import io.cosmodrome.generate.TraceGenerator;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import io.cosmodrome.trace.Trace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Leaves out of generated traces what a recorder leaves out by default, accesses that repeat one of
 * the same epoch, and compares what is found: nothing may be different, not even the places.
 */
final class RepeatedAccessesTest {
  private static final int SEEDS = 25;

  /** The recorder's rule, by the letter: epochs, and what the words of a variable say. */
  private static final class Rule {
    private final Map<Integer, Integer> epochs = new HashMap<>(); // by thread
    private final Map<Integer, Variable> variables = new HashMap<>();
    private final Map<Integer, Integer> releases =
        new HashMap<>(); // by lock: the last one's thread

    private static final class Variable {
      private int writer = -1;
      private int writeEpoch;
      private boolean isShared; // others have read since the last write
      private final Map<Integer, Integer> reads = new HashMap<>(); // since then: epoch by thread
    }

    private void advance(int thread) {
      epochs.merge(thread, 1, Integer::sum);
    }

    private int epoch(int thread) {
      return epochs.getOrDefault(thread, 0);
    }

    boolean isRepeated(int op, int thread, int target) {
      if (Op.isAccess(op)) {
        Variable variable = variables.computeIfAbsent(target, id -> new Variable());
        return Op.isWrite(op) ? write(variable, thread) : read(variable, thread);
      }
      if (op == Op.RELEASE) {
        releases.put(target, thread);
      } else if (op == Op.BEGIN
          || op == Op.JOIN
          || op == Op.BARRIER
          || (op == Op.ACQUIRE && releases.getOrDefault(target, thread) != thread)) {
        advance(thread);
      }
      return false;
    }

    private boolean read(Variable variable, int thread) {
      boolean isOwn = variable.writer == thread && !variable.isShared;
      if ((isOwn && variable.writeEpoch == epoch(thread))
          || variable.reads.getOrDefault(thread, -1) == epoch(thread)) {
        return true;
      }
      boolean isForeign = variable.writer >= 0 && variable.writer != thread;
      if (isForeign && !variable.reads.containsKey(thread)) {
        advance(thread);
      }
      variable.isShared |= variable.writer != thread;
      variable.reads.put(thread, epoch(thread));
      return false;
    }

    private boolean write(Variable variable, int thread) {
      boolean isOwn = variable.writer == thread && !variable.isShared;
      if (isOwn && variable.writeEpoch == epoch(thread)) {
        return true;
      }
      boolean othersHaveRead = variable.reads.keySet().stream().anyMatch(id -> id != thread);
      if (othersHaveRead || (variable.writer >= 0 && variable.writer != thread)) {
        advance(thread);
      }
      variable.reads.clear();
      variable.writer = thread;
      variable.writeEpoch = epoch(thread);
      variable.isShared = false;
      return false;
    }
  }

  /** The same trace with what is left out hidden, so that all else keeps its place. */
  private static Trace withoutRepeats(Trace trace) {
    Trace result = new Trace(trace.symbols());
    Rule rule = new Rule();
    for (int i = 0; i < trace.size(); i++) {
      boolean isRepeated = rule.isRepeated(trace.op(i), trace.thread(i), trace.target(i));
      result.event(
          isRepeated ? Op.HIDDEN : trace.op(i),
          trace.thread(i),
          isRepeated ? Symbols.NONE : trace.target(i),
          trace.location(i));
    }
    return result;
  }

  private static long hidden(Trace trace) {
    long count = 0;
    for (int i = 0; i < trace.size(); i++) {
      count += trace.op(i) == Op.HIDDEN ? 1 : 0;
    }
    return count;
  }

  private static CheckResult check(Trace trace, String engine) {
    Checker checker = Checkers.named(engine).create(CheckOptions.DEFAULT);
    trace.replay(checker);
    return checker.result();
  }

  /** Block and event of each violation, and whether and where there is a cycle. */
  private static String told(CheckResult result) {
    List<String> violations =
        result.violations().stream().map((Violation v) -> v.begin() + "@" + v.at()).toList();
    return violations + " " + result.nonSerializable() + " " + result.cycleEvent();
  }

  @ParameterizedTest
  @EnumSource(names = {"RANDOM", "LATE_VIOLATION", "NON_INCREASING", "DEEP_NESTING", "FORK_JOIN"})
  void traces_withoutRepeats_giveTheSameFindingsAtTheSamePlaces(Family family) {
    long leftOut = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      GeneratorOptions options =
          GeneratorOptions.of(family).withSeed(seed).withEvents(600).withVariables(12);
      Trace whole = TraceGenerator.generate(options);
      Trace thin = withoutRepeats(whole);
      for (String engine : List.of("frontier", "oracle")) {
        assertThat(told(check(thin, engine)))
            .as("%s on %s", engine, options)
            .isEqualTo(told(check(whole, engine)));
      }
      leftOut += hidden(thin);
    }
    assertThat(leftOut).isPositive();
  }
}
