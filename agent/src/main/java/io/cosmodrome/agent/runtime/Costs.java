package io.cosmodrome.agent.runtime;

import java.util.Arrays;

/**
 * An estimate of what groups of classes cost while they are watched: how often their hooks ran,
 * times what a hook takes. Threads count for themselves and tell here now and then, without
 * synchronization: a count that is lost is one among many.
 */
public final class Costs {
  /** Threads tell of one access, block or monitor in so many; prime, so that no loop is in step. */
  static final int ACCESSES = 61;

  /** And of one call of java.util.concurrent in so many. */
  static final int CALLS = 7;

  // over the kernels of OverheadBench; see docs/performance.md
  private static final long ACCESS_NANOS = 30;
  private static final long CALL_NANOS = 100;

  private volatile long[] nanos = new long[64]; // by group; replaced when it grows

  void addAccesses(int group) {
    add(group, ACCESSES * ACCESS_NANOS);
  }

  void addCalls(int group) {
    add(group, CALLS * CALL_NANOS);
  }

  private void add(int group, long more) {
    long[] all = nanos;
    if (group < all.length) {
      all[group] += more;
    }
  }

  /** Makes room for groups up to this one. */
  public synchronized void include(int group) {
    if (group >= nanos.length) {
      nanos = Arrays.copyOf(nanos, Math.max(group + 1, 2 * nanos.length));
    }
  }

  /** What a group has cost since the last time, in nanoseconds of processor time. */
  public long take(int group) {
    long[] all = nanos;
    long cost = group < all.length ? all[group] : 0;
    if (cost > 0) {
      all[group] = 0;
    }
    return cost;
  }
}
