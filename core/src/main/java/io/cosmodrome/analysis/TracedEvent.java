package io.cosmodrome.analysis;

import java.util.List;
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
 * @param transaction label of the outermost one, likewise
 * @param locks names of the locks that the thread holds then, in the order in which it took them,
 *     with the one that the event itself takes or gives back; empty if that is not known
 */
public record TracedEvent(
    long position,
    int op,
    String thread,
    String target,
    Optional<String> location,
    Optional<String> block,
    Optional<String> transaction,
    Optional<List<String>> locks) {
  public TracedEvent {
    locks = locks.map(List::copyOf);
  }
}
