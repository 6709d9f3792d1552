package io.cosmodrome.report;

import io.cosmodrome.check.Violation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The innermost of the blocks that one event violated; those around it are not findings of their
 * own but told with it.
 *
 * @param around the labels of the other blocks, innermost first
 */
record Culprit(Violation block, List<Integer> around) {

  /** In the order in which the violated blocks begin. */
  static List<Culprit> of(List<Violation> violations) {
    Map<Completion, List<Violation>> byEvent = new LinkedHashMap<>();
    for (Violation violation : violations) {
      byEvent
          .computeIfAbsent(
              new Completion(violation.thread(), violation.at()), key -> new ArrayList<>())
          .add(violation);
    }
    return byEvent.values().stream().map(Culprit::innermost).toList();
  }

  private static Culprit innermost(List<Violation> nested) {
    nested.sort(Comparator.comparingInt(Violation::depth).reversed());
    return new Culprit(
        nested.get(0),
        nested.stream()
            .skip(1)
            .map(Violation::label)
            .filter(label -> label != nested.get(0).label())
            .distinct()
            .toList());
  }

  /** What completed a violation. */
  private record Completion(int thread, long at) {}
}
