package io.cosmodrome.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Findings merged by their signatures, in the order in which they came: each with its shortest
 * proofs, the first of those, and counted. Memory: one finding a signature. Not thread-safe.
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
    Set<String> around = new LinkedHashSet<>(one.around());
    around.addAll(other.around());
    Set<String> tests = new LinkedHashSet<>(one.tests());
    tests.addAll(other.tests());
    Set<Proof> proofs = new LinkedHashSet<>(one.proofs());
    proofs.addAll(other.proofs());
    List<Proof> shortest = proofs.stream().sorted(byLength()).limit(Finding.PROOFS).toList();
    Finding graver = one.status().compareTo(other.status()) <= 0 ? one : other;
    return one.withStatus(graver.status(), graver.reason())
        .withCount(one.count() + other.count())
        .withAround(List.copyOf(around))
        .withProofs(shortest)
        .withTests(List.copyOf(tests));
  }

  /** Not a constant: the agent needs this class before the program starts, this much later. */
  private static Comparator<Proof> byLength() {
    return Comparator.comparingInt(Proof::threads)
        .thenComparingInt(proof -> proof.conflicts().size());
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

  /** The group with this signature was seen while these tests ran. */
  public void addTests(String signature, List<String> tests) {
    if (!tests.isEmpty()) {
      groups.computeIfPresent(
          signature,
          (key, group) -> {
            Set<String> all = new LinkedHashSet<>(group.tests());
            return all.addAll(tests) ? group.withTests(List.copyOf(all)) : group;
          });
    }
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

  /** Those groups that have one of these signatures. */
  public List<Finding> list(Set<String> signatures) {
    List<Finding> list = new ArrayList<>();
    groups.forEach(
        (signature, group) -> {
          if (signatures.contains(signature)) {
            list.add(group);
          }
        });
    return list;
  }

  public void removeAll(Set<String> signatures) {
    groups.keySet().removeAll(signatures);
  }
}
