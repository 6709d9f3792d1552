package io.cosmodrome.report;

/**
 * A finding of an earlier run, as a baseline remembers it.
 *
 * @param block label of the block, without lines; empty if there is none to blame
 */
public record KnownFinding(String fingerprint, String rule, String block) {

  static KnownFinding of(Finding finding) {
    String block = Finding.stable(finding.block().orElse("")).replaceAll("\\p{Cntrl}", "?");
    return new KnownFinding(finding.fingerprint(), finding.rule(), block);
  }
}
