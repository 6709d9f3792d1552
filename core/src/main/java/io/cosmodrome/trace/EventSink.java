package io.cosmodrome.trace;

/**
 * Where events go. Readers, generators and runtimes push into a sink; filters are sinks in front of
 * another sink; checkers and writers are sinks at the end.
 *
 * <p>The position of an event is the number of events pushed before it, counted from 0. A filter
 * that takes an event away passes on {@link Op#HIDDEN} in its place.
 */
public interface EventSink {
  /**
   * One event.
   *
   * @param op a constant of {@link Op}
   * @param thread id of the thread that did it
   * @param target id of the variable, lock, thread or label that {@code op} calls for
   * @param location id of the source location, or {@link Symbols#NONE}
   */
  void event(int op, int thread, int target, int location);

  /** Some events, in order. The batch is the caller's again afterwards; a sink may change it. */
  default void events(EventBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      event(batch.op(i), batch.thread(i), batch.target(i), batch.location(i));
    }
  }

  /** The trace is over. Called once, after the last event. */
  default void finish() {}

  /** Whether further events would be ignored. Sources ask now and then and may stop early. */
  default boolean isDone() {
    return false;
  }
}
