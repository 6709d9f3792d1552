package io.cosmodrome.analysis;

import java.util.Optional;

/**
 * One event in names instead of ids, for people.
 *
 * @param position where it is in the trace
 * @param op a constant of {@link io.cosmodrome.trace.Op}
 * @param thread name of the thread
 * @param target name of the variable, lock, thread or label; empty for a bare begin or end
 * @param location where in the source, if that is known
 * @param block label of the innermost block around it, empty outside of blocks and if it has none
 */
public record TracedEvent(
    long position,
    int op,
    String thread,
    String target,
    Optional<String> location,
    Optional<String> block) {}
