package io.cosmodrome.report;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

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
 * @param limits what was left out on purpose
 * @param unmodelled calls that synchronize threads, but not as far as the agent can see, each with
 *     how many places make it
 */
public record Checked(
    OptionalLong classes,
    List<String> skipped,
    long blocks,
    long threads,
    OptionalLong events,
    OptionalLong conflicts,
    long failures,
    List<Limit> limits,
    List<String> unmodelled) {
  public Checked {
    skipped = List.copyOf(skipped);
    limits = List.copyOf(limits);
    unmodelled = List.copyOf(unmodelled);
  }

  /** Of a run of which nothing was left out. */
  public Checked(
      OptionalLong classes,
      List<String> skipped,
      long blocks,
      long threads,
      OptionalLong events,
      OptionalLong conflicts,
      long failures) {
    this(classes, skipped, blocks, threads, events, conflicts, failures, List.of(), List.of());
  }

  /** {@code (sampled, still running)}, or nothing. */
  String limitNames() {
    return limits.isEmpty()
        ? ""
        : limits.stream().map(Limit::name).distinct().collect(Collectors.joining(", ", " (", ")"));
  }
}
