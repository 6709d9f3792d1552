package io.cosmodrome.cli;

import io.cosmodrome.check.Violation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The violated blocks of one label.
 *
 * <p>An event that violates a block violates the blocks around it as well; those are not findings
 * of their own but listed with the innermost one.
 *
 * @param label id of the label that they share
 * @param example the one whose witness is the shortest, the earliest of those
 * @param count how many there are
 * @param blocks how many blocks that makes, the ones around them included
 * @param outerLabels of the blocks around them that the same events violated
 */
record BlockGroup(int label, Violation example, int count, int blocks, Set<Integer> outerLabels) {

  /** The groups in the order in which their first blocks begin. */
  static List<BlockGroup> of(List<Violation> violations) {
    Map<Completion, List<Violation>> byEvent = new LinkedHashMap<>();
    for (Violation violation : violations) {
      byEvent
          .computeIfAbsent(
              new Completion(violation.thread(), violation.at()), key -> new ArrayList<>())
          .add(violation);
    }
    Map<Integer, List<List<Violation>>> byLabel = new LinkedHashMap<>();
    for (List<Violation> nested : byEvent.values()) {
      nested.sort(Comparator.comparingInt(Violation::depth).reversed());
      byLabel.computeIfAbsent(nested.get(0).label(), key -> new ArrayList<>()).add(nested);
    }
    return byLabel.entrySet().stream().map(entry -> of(entry.getKey(), entry.getValue())).toList();
  }

  private static BlockGroup of(int label, List<List<Violation>> members) {
    Set<Integer> outer = new LinkedHashSet<>();
    for (List<Violation> nested : members) {
      nested.stream().skip(1).map(Violation::label).forEach(outer::add);
    }
    outer.remove(label);
    Violation example =
        members.stream()
            .map(nested -> nested.get(0))
            .min(Comparator.comparingInt(BlockGroup::lengthOfProof))
            .orElseThrow();
    int blocks = members.stream().mapToInt(List::size).sum();
    return new BlockGroup(label, example, members.size(), blocks, outer);
  }

  private static int lengthOfProof(Violation violation) {
    return violation.witness().isPresent() ? violation.witness().length() : Integer.MAX_VALUE;
  }

  /** What completed a violation. */
  private record Completion(int thread, long at) {}
}
