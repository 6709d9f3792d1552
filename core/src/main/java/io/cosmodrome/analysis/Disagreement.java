package io.cosmodrome.analysis;

import static io.cosmodrome.check.Guarantee.FIRST_CYCLE_EVENT;
import static io.cosmodrome.check.Guarantee.NESTED_BLOCKS;
import static io.cosmodrome.check.Guarantee.TRACE;
import static io.cosmodrome.check.Guarantee.TRANSACTIONS;

import io.cosmodrome.check.CheckOptions;
import io.cosmodrome.check.CheckResult;
import io.cosmodrome.check.Guarantee;
import io.cosmodrome.check.Violation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Two engines that promise the same and deliver different things.
 *
 * @param first name of an engine
 * @param second name of another
 * @param about what they contradict each other about, in words
 * @param position the event at which it shows: the trace up to it suffices to see it again
 */
public record Disagreement(String first, String second, String about, long position) {

  /** The first contradiction between any two of the engines, each held to what it guarantees. */
  static Optional<Disagreement> among(List<EngineVerdict> engines, CheckOptions options) {
    for (int i = 0; i < engines.size(); i++) {
      for (int j = i + 1; j < engines.size(); j++) {
        Optional<Disagreement> found = new Pair(engines.get(i), engines.get(j), options).compare();
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  /** Two results side by side. */
  private record Pair(EngineVerdict first, EngineVerdict second, CheckOptions options) {

    Optional<Disagreement> compare() {
      CheckResult one = first.result();
      CheckResult other = second.result();
      if (bothGuarantee(TRACE) && one.nonSerializable() != other.nonSerializable()) {
        return disagree(
            "whether the trace is serializable", Math.max(one.cycleEvent(), other.cycleEvent()));
      }
      if (bothGuarantee(FIRST_CYCLE_EVENT) && one.cycleEvent() != other.cycleEvent()) {
        return disagree(
            "the first event that makes the trace non-serializable, event "
                + one.cycleEvent()
                + " or event "
                + other.cycleEvent(),
            Math.max(one.cycleEvent(), other.cycleEvent()));
      }
      return compareViolations(TRANSACTIONS, v -> v.depth() == 0)
          .or(() -> compareViolations(NESTED_BLOCKS, v -> v.depth() > 0))
          .or(this::compareCounts);
    }

    /** All that can be compared if the lists are too long to be kept. */
    private Optional<Disagreement> compareCounts() {
      long one = first.result().violationCount();
      long other = second.result().violationCount();
      boolean comparable =
          !options.firstOnly() && bothGuarantee(TRANSACTIONS) && bothGuarantee(NESTED_BLOCKS);
      return comparable && one != other
          ? disagree(
              "how many blocks are violated, " + one + " or " + other, first.result().events() - 1)
          : Optional.empty();
    }

    private Optional<Disagreement> compareViolations(
        Guarantee guarantee, Predicate<Violation> which) {
      // an engine that stopped early, or kept only some violations, has no complete list
      boolean complete =
          !options.firstOnly() && keptAll(first.result()) && keptAll(second.result());
      if (!complete || !bothGuarantee(guarantee)) {
        return Optional.empty();
      }
      Map<Long, Long> firstOnes = eventsByBegin(first.result(), which);
      Map<Long, Long> secondOnes = eventsByBegin(second.result(), which);
      Map<Long, Long> begins = new TreeMap<>(firstOnes);
      begins.putAll(secondOnes);
      for (long begin : begins.keySet()) {
        long one = firstOnes.getOrDefault(begin, -1L);
        long other = secondOnes.getOrDefault(begin, -1L);
        if (one != other) {
          return disagree(
              "the block that begins at event "
                  + begin
                  + ", "
                  + inWords(one)
                  + " or "
                  + inWords(other),
              Math.max(one, other));
        }
      }
      return Optional.empty();
    }

    private static Map<Long, Long> eventsByBegin(CheckResult result, Predicate<Violation> which) {
      Map<Long, Long> events = new TreeMap<>();
      for (Violation violation : result.violations()) {
        if (which.test(violation)) {
          events.put(violation.begin(), violation.at());
        }
      }
      return events;
    }

    private static String inWords(long at) {
      return at < 0 ? "not violated" : "violated at event " + at;
    }

    private static boolean keptAll(CheckResult result) {
      return result.violations().size() == result.violationCount();
    }

    private boolean bothGuarantee(Guarantee guarantee) {
      return first.engine().guarantees(guarantee) && second.engine().guarantees(guarantee);
    }

    private Optional<Disagreement> disagree(String about, long position) {
      return Optional.of(
          new Disagreement(first.engine().name(), second.engine().name(), about, position));
    }
  }
}
