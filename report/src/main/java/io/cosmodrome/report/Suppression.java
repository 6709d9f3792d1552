package io.cosmodrome.report;

/**
 * A finding that does not matter, and why.
 *
 * @param pattern of a fingerprint, an id or a method, as in the file
 * @param line of the file, counted from 1
 */
public record Suppression(String pattern, String reason, int line) {}
