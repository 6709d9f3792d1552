package io.cosmodrome.analysis;

/**
 * What the engines were given to check.
 *
 * @param events how many events there were, hidden ones too
 * @param threads how many threads had events that were not hidden
 * @param blocks how many blocks there were, nested ones too
 */
public record Coverage(long events, int threads, long blocks) {}
