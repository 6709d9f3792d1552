package io.cosmodrome.report;

/**
 * A finding of an earlier run, as a baseline remembers it.
 *
 * @param block label of the block, empty if there is none to blame
 */
public record KnownFinding(String fingerprint, String rule, String block) {}
