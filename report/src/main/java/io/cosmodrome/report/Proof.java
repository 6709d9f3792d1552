package io.cosmodrome.report;

import io.cosmodrome.analysis.TracedEvent;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One run of a block that was not atomic, told by its conflicts.
 *
 * @param thread that ran the block, or that closed the cycle
 * @param conflicts the first one leaves the block, each further one leaves the thread that the one
 *     before it entered, the last one comes back; the events are in the order of their positions
 * @param starts where the threads that take part were started, but for the first one of the
 *     program; of a trace as far as it tells
 */
public record Proof(String thread, List<Conflict> conflicts, List<ThreadStart> starts) {
  public Proof {
    conflicts = List.copyOf(conflicts);
    starts = List.copyOf(starts);
  }

  /** A proof of which nobody knows where its threads were started. */
  public Proof(String thread, List<Conflict> conflicts) {
    this(thread, conflicts, List.of());
  }

  /** Each event once, in time. */
  List<TracedEvent> events() {
    SortedMap<Long, TracedEvent> events = new TreeMap<>();
    for (Conflict conflict : conflicts) {
      events.put(conflict.source().position(), conflict.source());
      events.put(conflict.destination().position(), conflict.destination());
    }
    return List.copyOf(events.values());
  }

  /** Threads that take part. */
  int threads() {
    return (int) conflicts.stream().map(conflict -> conflict.source().thread()).distinct().count();
  }
}
