package io.cosmodrome.agent.runtime;

import io.cosmodrome.report.Finding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run has shown.
 *
 * @param blocks how many blocks ran, on {@code threads} threads
 * @param conflicts accesses that met another thread's
 * @param failures of our own; what followed may be incomplete
 */
public record RunResult(
    List<Finding> findings,
    long blocks,
    int threads,
    long conflicts,
    long failures,
    @Nullable Throwable firstFailure) {}
