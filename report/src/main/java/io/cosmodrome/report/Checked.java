package io.cosmodrome.report;

import java.util.List;
import java.util.OptionalLong;

/**
 * Was it really checked? The figures that a verdict rests on.
 *
 * @param classes how many classes were instrumented; unknown for a trace
 * @param skipped classes and methods that could not be instrumented, each with the reason
 * @param blocks how many blocks ran, on {@code threads} threads
 * @param events how many events the engine looked at; unknown for a program that was checked while
 *     it ran
 * @param conflicts how many accesses met another thread's; unknown for a trace
 * @param failures how often the agent itself failed
 */
public record Checked(
    OptionalLong classes,
    List<String> skipped,
    long blocks,
    long threads,
    OptionalLong events,
    OptionalLong conflicts,
    long failures) {
  public Checked {
    skipped = List.copyOf(skipped);
  }
}
