/**
 * Real libraries at work, to measure and try the agent with: the library itself is instrumented.
 * Each has a {@code main} that takes a size and a number of threads, and prints a checksum and a
 * count of the work done. Both depend on these arguments only, not on the schedule: a run under the
 * agent must print the same. The libraries are in {@code target/workloads}.
 */
@NullMarked
package io.cosmodrome.bench.workloads;

import org.jspecify.annotations.NullMarked;
