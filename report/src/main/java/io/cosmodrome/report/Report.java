package io.cosmodrome.report;

import io.cosmodrome.analysis.Verdict;
import java.util.List;

/**
 * Everything that is known about a run: the one source of all outputs.
 *
 * @param subject what was checked, as the user named it: a program or a trace
 * @param engine name of the engine that checked it
 * @param verdict a violation only if a finding is {@link Status#NEW}
 * @param reasons why the verdict says less than it could, the gravest first, each with what to do
 *     about it; never empty if the verdict is unknown
 * @param findings in the order in which they were first seen
 * @param blocks those that are meant to be atomic and ran, by label; empty if nobody counted
 * @param specification what said which blocks are meant to be atomic, line by line; empty for the
 *     default
 * @param unused suppressions that fitted no finding
 * @param gone findings of the baseline that were not seen
 * @param sources lines around the places that findings name, if they were asked for and found
 */
public record Report(
    String subject,
    String engine,
    Verdict verdict,
    List<String> reasons,
    Checked checked,
    List<Finding> findings,
    List<BlockCount> blocks,
    List<String> specification,
    List<Suppression> unused,
    List<KnownFinding> gone,
    List<Excerpt> sources) {
  public Report {
    reasons = List.copyOf(reasons);
    findings = List.copyOf(findings);
    blocks = List.copyOf(blocks);
    specification = List.copyOf(specification);
    unused = List.copyOf(unused);
    gone = List.copyOf(gone);
    sources = List.copyOf(sources);
  }

  /** How many findings have this status. */
  public long count(Status status) {
    return findings.stream().filter(finding -> finding.status() == status).count();
  }

  Report withSources(List<Excerpt> newSources) {
    return new Report(
        subject,
        engine,
        verdict,
        reasons,
        checked,
        findings,
        blocks,
        specification,
        unused,
        gone,
        newSources);
  }

  Report withTriage(
      Verdict newVerdict,
      List<Finding> judged,
      List<Suppression> newUnused,
      List<KnownFinding> newGone) {
    return new Report(
        subject,
        engine,
        newVerdict,
        reasons,
        checked,
        judged,
        blocks,
        specification,
        newUnused,
        newGone,
        sources);
  }

  /** The same, named in another way. */
  public Report about(String newSubject) {
    return new Report(
        newSubject,
        engine,
        verdict,
        reasons,
        checked,
        findings,
        blocks,
        specification,
        unused,
        gone,
        sources);
  }
}
