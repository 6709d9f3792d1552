/**
 * Programs to measure the agent with, in the manner of the subjects of the papers on atomicity: the
 * same kinds of work, sharing and synchronization, in own code. Each has a {@code main} that takes
 * a size and a number of threads, and prints a checksum and a count of the work done. Both depend
 * on these arguments only, not on the schedule: a run under the agent must print the same.
 */
@NullMarked
package io.cosmodrome.bench.kernels;

import org.jspecify.annotations.NullMarked;
