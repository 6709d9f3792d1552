package io.cosmodrome.check;

import java.util.List;
import java.util.Map;

/**
 * What one engine found in one trace.
 *
 * @param engine name of the engine
 * @param events how many events it looked at
 * @param nonSerializable whether two transactions each have to come before the other
 * @param cycleEvent position of the event at which the engine saw that, or -1; the first such event
 *     if the engine guarantees {@link Guarantee#FIRST_CYCLE_EVENT}, possibly a later one if not
 * @param cycle the conflicts that prove it, or {@link Witness#NONE}
 * @param violations violated blocks by their begin event, each once, at most {@link
 *     CheckOptions#limit} of them
 * @param violationCount how many blocks were violated
 * @param statistics the engine's own figures, in a fixed order
 */
public record CheckResult(
    String engine,
    long events,
    boolean nonSerializable,
    long cycleEvent,
    Witness cycle,
    List<Violation> violations,
    long violationCount,
    Map<String, Long> statistics) {

  CheckResult withWitnesses(Witness newCycle, List<Violation> explained) {
    return new CheckResult(
        engine,
        events,
        nonSerializable,
        cycleEvent,
        newCycle,
        List.copyOf(explained),
        violationCount,
        statistics);
  }
}
