package io.cosmodrome.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Findings merged by their signatures, in the order in which they came: each with its shortest
 * witness, the first of those, and counted. Memory: one finding a signature. Not thread-safe.
 */
public final class FindingGroups {
  private final Map<String, Finding> groups = new LinkedHashMap<>();

  /** Adds a finding as often as it counts, and returns the signature of its group. */
  public String add(Finding finding) {
    String signature = finding.signature();
    groups.merge(signature, finding, FindingGroups::merged);
    return signature;
  }

  private static Finding merged(Finding one, Finding other) {
    boolean isShorter =
        !other.witness().isEmpty()
            && (one.witness().isEmpty() || other.witness().size() < one.witness().size());
    Set<String> around = new LinkedHashSet<>(one.around());
    around.addAll(other.around());
    return (isShorter ? other : one)
        .withCount(one.count() + other.count())
        .withAround(List.copyOf(around));
  }

  /** The group with this signature was seen once more, or with -1 once less. */
  public void count(String signature, int change) {
    groups.computeIfPresent(
        signature,
        (key, group) ->
            group.count() + change > 0 ? group.withCount(group.count() + change) : null);
  }

  /** What violated the group's block violated one around it, too. */
  public void addAround(String signature, String label) {
    groups.computeIfPresent(
        signature,
        (key, group) -> {
          if (group.around().contains(label)) {
            return group;
          }
          List<String> around = new ArrayList<>(group.around());
          around.add(label);
          return group.withAround(around);
        });
  }

  public boolean has(String signature) {
    return groups.containsKey(signature);
  }

  public void clear() {
    groups.clear();
  }

  public List<Finding> list() {
    return List.copyOf(groups.values());
  }
}
