package io.cosmodrome.report;

import io.cosmodrome.analysis.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tells findings that somebody has to act on from those that are known or do not matter. A
 * suppression counts more than the baseline. What an earlier triage has said stays.
 */
public record Triage(Suppressions suppressions, Baseline baseline) {
  /** Every finding is new. */
  public static final Triage NONE = new Triage(Suppressions.NONE, Baseline.EMPTY);

  /** The report with the status of each finding, what was of no use, and the verdict. */
  public Report apply(Report report) {
    Set<Suppression> used = new HashSet<>();
    List<Finding> findings = new ArrayList<>();
    for (Finding finding : report.findings()) {
      Optional<Suppression> suppression = suppressions.of(finding);
      suppression.ifPresent(used::add);
      findings.add(judged(finding, suppression));
    }
    Set<Suppression> unused = new LinkedHashSet<>(report.unused());
    suppressions.all().stream().filter(line -> !used.contains(line)).forEach(unused::add);
    Set<KnownFinding> gone = new LinkedHashSet<>(report.gone());
    gone.addAll(baseline.without(report.findings()));
    return report.withTriage(
        verdict(report, findings), findings, List.copyOf(unused), List.copyOf(gone));
  }

  /** One finding with its status. */
  public Finding judged(Finding finding) {
    return judged(finding, suppressions.of(finding));
  }

  private Finding judged(Finding finding, Optional<Suppression> suppression) {
    if (suppression.isPresent()) {
      return finding.withStatus(Status.SUPPRESSED, suppression.map(Suppression::reason));
    }
    return finding.status() == Status.NEW && baseline.has(finding)
        ? finding.withStatus(Status.KNOWN, Optional.empty())
        : finding;
  }

  private static Verdict verdict(Report report, List<Finding> findings) {
    if (report.verdict() != Verdict.VIOLATION
        || findings.isEmpty() // a violation that nobody could explain
        || findings.stream().anyMatch(finding -> finding.status() == Status.NEW)) {
      return report.verdict();
    }
    return report.reasons().isEmpty() ? Verdict.OK : Verdict.UNKNOWN;
  }
}
