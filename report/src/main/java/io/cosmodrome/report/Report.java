package io.cosmodrome.report;

import io.cosmodrome.analysis.Verdict;
import java.util.List;

/**
 * Everything that is known about a run: the one source of all outputs.
 *
 * @param subject what was checked, as the user named it: a program or a trace
 * @param engine name of the engine that checked it
 * @param command what to type to see the run again, as far as that can be; empty if nobody knows
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
    String command,
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

  /** What every report has; the rest is added by the methods that begin with {@code with}. */
  public static Report of(
      String subject,
      String engine,
      Verdict verdict,
      List<String> reasons,
      Checked checked,
      List<Finding> findings) {
    return new Report(
        subject, engine, "", verdict, reasons, checked, findings, List.of(), List.of(), List.of(),
        List.of(), List.of());
  }

  /** How many findings have this status. */
  public long count(Status status) {
    return findings.stream().filter(finding -> finding.status() == status).count();
  }

  /** The same, named in another way. */
  public Report about(String newSubject) {
    return with(newSubject, command, blocks, specification, sources);
  }

  public Report withCommand(String newCommand) {
    return with(subject, newCommand, blocks, specification, sources);
  }

  public Report withBlocks(List<BlockCount> newBlocks) {
    return with(subject, command, newBlocks, specification, sources);
  }

  public Report withSpecification(List<String> newSpecification) {
    return with(subject, command, blocks, newSpecification, sources);
  }

  Report withSources(List<Excerpt> newSources) {
    return with(subject, command, blocks, specification, newSources);
  }

  private Report with(
      String newSubject,
      String newCommand,
      List<BlockCount> newBlocks,
      List<String> newSpecification,
      List<Excerpt> newSources) {
    return new Report(
        newSubject,
        engine,
        newCommand,
        verdict,
        reasons,
        checked,
        findings,
        newBlocks,
        newSpecification,
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
        command,
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
}
