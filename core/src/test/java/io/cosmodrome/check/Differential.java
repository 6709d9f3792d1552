package io.cosmodrome.check;

import static java.util.stream.Collectors.toSet;

import io.cosmodrome.generate.GeneratorOptions;
import io.cosmodrome.generate.TraceGenerator;
import io.cosmodrome.generate.TraceShrinker;
import io.cosmodrome.trace.Trace;
import io.cosmodrome.trace.WellFormedTrace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Runs engines and the oracle on the same traces and compares what each engine guarantees; what it
 * does not guarantee may be missing or late, but not made up.
 *
 * <p>A disagreement is an {@link AssertionError} with the engine, the difference, the options that
 * give the trace again, and the shrunk trace as {@code std} text.
 */
final class Differential {
  /** Engines that blame blocks which are not violated, and say so. */
  private static final Set<String> OVER_BLAMING = Set.of("doublechecker");

  private static final CheckOptions FIRST_ONLY = CheckOptions.DEFAULT.withFirstOnly(true);
  private static final CheckOptions NONE_KEPT = CheckOptions.DEFAULT.withLimit(0);

  private final List<Tally> tallies;

  /** What was seen of one engine. */
  private static final class Tally {
    private final CheckerSpec engine;
    private long traces;
    private long nonSerializable;
    private long violations;
    private long witnesses;
    private long disagreements;

    Tally(CheckerSpec engine) {
      this.engine = engine;
    }

    /** Options cost two more runs, so only some traces have them; those being shrunk always do. */
    boolean isTimeForOptions() {
      return traces % 8 == 0;
    }
  }

  Differential(List<CheckerSpec> engines) {
    tallies = engines.stream().map(Tally::new).toList();
  }

  /** Every engine in the list of engines but the judge. */
  static List<CheckerSpec> enginesToJudge() {
    return Checkers.ALL.stream().filter(spec -> !spec.name().equals("oracle")).toList();
  }

  /** The trace as checkers expect it: found to be well-formed, re-entrant acquires hidden. */
  static Trace generate(GeneratorOptions options) {
    TraceGenerator generator = new TraceGenerator(options);
    Trace trace = new Trace(generator.symbols());
    WellFormedTrace wellFormed = WellFormedTrace.hidingReentrance(trace.symbols(), trace);
    generator.replay(wellFormed);
    wellFormed
        .offence()
        .ifPresent(
            offence -> {
              throw new AssertionError(offence.message() + "\n# " + options + "\n" + trace);
            });
    return trace;
  }

  /** Runs all engines on the trace of these options. */
  void check(GeneratorOptions options) {
    check(generate(options), options.toString());
  }

  /** Runs all engines on a trace; {@code origin} tells how to get it again. */
  void check(Trace trace, String origin) {
    Judgement judgement = new Judgement(trace);
    for (Tally tally : tallies) {
      tally.traces++;
      Optional<String> difference = difference(tally.engine, judgement, tally);
      if (difference.isPresent()) {
        tally.disagreements++;
        throw new AssertionError(report(tally.engine, trace, difference.get(), origin));
      }
    }
  }

  /** One line an engine. */
  String summary() {
    StringBuilder text = new StringBuilder();
    for (Tally tally : tallies) {
      text.append(
          "%-20s %d traces, %d non-serializable, %d violated blocks, %d witnesses valid,"
              .formatted(
                  tally.engine.name(),
                  tally.traces,
                  tally.nonSerializable,
                  tally.violations,
                  tally.witnesses));
      text.append(" %d disagreements%n".formatted(tally.disagreements));
    }
    return text.toString();
  }

  private static String report(CheckerSpec engine, Trace trace, String difference, String origin) {
    Predicate<Trace> differs =
        candidate -> difference(engine, new Judgement(candidate), new Tally(engine)).isPresent();
    Trace shrunk = TraceShrinker.shrink(trace, differs);
    String shrunkDifference =
        difference(engine, new Judgement(shrunk), new Tally(engine)).orElseThrow();
    return "%s disagrees with the oracle: %s%n# %s%n# shrunk to %d of %d events: %s%n%s"
        .formatted(
            engine.name(),
            difference,
            origin,
            shrunk.size(),
            trace.size(),
            shrunkDifference,
            shrunk);
  }

  /** What the oracle says about a trace. */
  private static final class Judgement {
    final Trace trace;
    final CheckResult result;
    final Map<Long, Violation> violations = new HashMap<>(); // by begin
    final WitnessValidator validator;

    Judgement(Trace trace) {
      this.trace = trace;
      this.validator = new WitnessValidator(trace);
      this.result = run(Checkers.named("oracle"), CheckOptions.DEFAULT, trace);
      result.violations().forEach(violation -> violations.put(violation.begin(), violation));
    }
  }

  private static CheckResult run(CheckerSpec engine, CheckOptions options, Trace trace) {
    Checker checker = engine.create(options);
    trace.replay(checker);
    return checker.result();
  }

  private static Optional<String> difference(CheckerSpec engine, Judgement judgement, Tally tally) {
    try {
      CheckResult result = run(engine, CheckOptions.DEFAULT, judgement.trace);
      tally.violations += result.violationCount();
      tally.nonSerializable += result.nonSerializable() ? 1 : 0;
      return inTrace(engine, judgement, result)
          .or(() -> inBlocks(engine, judgement, result))
          .or(() -> inWitnesses(engine, judgement, result, tally))
          .or(() -> tally.isTimeForOptions() ? inOptions(engine, judgement, result) : none());
    } catch (RuntimeException | AssertionError e) {
      return Optional.of("it throws " + e + " at " + e.getStackTrace()[0]);
    }
  }

  private static Optional<String> inTrace(
      CheckerSpec engine, Judgement judgement, CheckResult result) {
    CheckResult expected = judgement.result;
    boolean missed = expected.nonSerializable() && !result.nonSerializable();
    boolean madeUp = result.nonSerializable() && !expected.nonSerializable();
    if (madeUp || (missed && engine.guarantees(Guarantee.TRACE))) {
      return differ("nonSerializable", expected.nonSerializable(), result.nonSerializable());
    }
    boolean exact = engine.guarantees(Guarantee.FIRST_CYCLE_EVENT);
    long found = result.cycleEvent();
    if (result.nonSerializable()
        && (exact ? found != expected.cycleEvent() : found < expected.cycleEvent())) {
      return differ("cycle event", expected.cycleEvent(), found);
    }
    return none();
  }

  private static Optional<String> inBlocks(
      CheckerSpec engine, Judgement judgement, CheckResult result) {
    Set<Long> begins = result.violations().stream().map(Violation::begin).collect(toSet());
    if (begins.size() != result.violations().size() || begins.size() != result.violationCount()) {
      return Optional.of("it does not list each violated block once: " + result.violations());
    }
    boolean overBlames = OVER_BLAMING.contains(engine.name());
    for (Violation violation : result.violations()) {
      Violation expected = judgement.violations.get(violation.begin());
      if (expected == null && !overBlames) {
        return Optional.of("the block is not violated: " + violation);
      }
      boolean exact = engine.guarantees(guaranteeFor(violation));
      if (expected != null
          && !overBlames // it may blame a block before that is violated
          && (exact ? violation.at() != expected.at() : violation.at() < expected.at())) {
        return differ("block " + violation.begin(), expected.at(), violation.at());
      }
    }
    for (Violation expected : judgement.result.violations()) {
      if (engine.guarantees(guaranteeFor(expected)) && !begins.contains(expected.begin())) {
        return Optional.of("it misses " + expected);
      }
    }
    return none();
  }

  private static Guarantee guaranteeFor(Violation violation) {
    return violation.depth() == 0 ? Guarantee.TRANSACTIONS : Guarantee.NESTED_BLOCKS;
  }

  /** Promised witnesses have to be there; witnesses that are there have to be right. */
  private static Optional<String> inWitnesses(
      CheckerSpec engine, Judgement judgement, CheckResult result, Tally tally) {
    boolean promised = engine.guarantees(Guarantee.WITNESS);
    for (Violation violation : result.violations()) {
      if (promised || violation.witness().isPresent()) {
        Optional<String> problem = judgement.validator.problemWith(violation);
        if (problem.isPresent()) {
          return problem.map(text -> "wrong witness: " + text + " in " + violation);
        }
        tally.witnesses++;
      }
    }
    if (result.nonSerializable() && (promised || result.cycle().isPresent())) {
      Optional<String> problem =
          judgement.validator.problemWithCycle(result.cycle(), result.cycleEvent());
      if (problem.isPresent()) {
        return problem.map(text -> "wrong cycle: " + text + " in " + result.cycle());
      }
      tally.witnesses++;
    }
    return none();
  }

  /** Stopping at the first report, or keeping none, changes nothing else. */
  private static Optional<String> inOptions(
      CheckerSpec engine, Judgement judgement, CheckResult result) {
    CheckResult unkept = run(engine, NONE_KEPT, judgement.trace);
    if (unkept.violationCount() != result.violationCount()) {
      return differ("with limit 0: count", result.violationCount(), unkept.violationCount());
    }
    CheckResult first = run(engine, FIRST_ONLY, judgement.trace);
    boolean found = first.nonSerializable() || first.violationCount() > 0;
    if (engine.guarantees(Guarantee.TRACE) && found != judgement.result.nonSerializable()) {
      return differ("with firstOnly: found", judgement.result.nonSerializable(), found);
    }
    long cycleEvent = judgement.result.cycleEvent();
    if (engine.guarantees(Guarantee.FIRST_CYCLE_EVENT) && first.cycleEvent() != cycleEvent) {
      return differ("with firstOnly: cycle event", cycleEvent, first.cycleEvent());
    }
    return none();
  }

  private static Optional<String> none() {
    return Optional.empty();
  }

  private static Optional<String> differ(String what, Object expected, Object found) {
    return Optional.of(what + " is " + expected + ", but it finds " + found);
  }
}
