package io.cosmodrome.report;

/**
 * Something that was left out on purpose: violations stay real, but fewer are seen.
 *
 * @param name in a word or two, such as {@code sampled}
 * @param text what was left out, as a sentence without its full stop
 */
public record Limit(String name, String text) {}
