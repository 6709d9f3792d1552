package io.cosmodrome.agent.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How often each block ran. A thread has {@link Counters} of its own, and what it adds to is never
 * too short: room for new blocks is made when their class is loaded. A table that grows when a
 * thread finds no room in it was tried: the call that grows it stays in compiled code, and the ray
 * tracer of {@code bench} took a third more time.
 *
 * <p>Counters go from threads that are over to new ones, since only the sum is asked for. There are
 * at most {@value #MOST} of them, so that memory stays within 8 bytes a block and such a one; if
 * more threads live at a time they share, and then a run may be lost to another one that is counted
 * at the same moment.
 */
final class BlockRuns {
  private static final int MOST = 256;
  private static final int FIRST_ROOM = 64;

  /** By number of block; longer than the largest number. */
  static final class Counters {
    long[] counts; // replaced only by makeRoom, before anybody can run the new block
    private final List<long[]> before = new ArrayList<>(); // a thread may still be adding to these
    private int users;

    private Counters(int room) {
      counts = new long[room];
    }

    /** The block runs; for those who have the counters. */
    void add(int block) {
      long[] to = counts;
      if (block < to.length) { // always; as it is in compiled code anyway, nothing can be thrown
        to[block]++;
      }
    }

    /** A run that was counted is none of its own. */
    void takeBack(int block) {
      counts[block]--;
    }
  }

  private final List<Counters> all = new ArrayList<>();
  private final Deque<Counters> free = new ArrayDeque<>();
  private int room = FIRST_ROOM;

  /** Counters for a thread that appears. */
  synchronized Counters take() {
    Counters counters = free.poll();
    if (counters == null) {
      if (all.size() < MOST) {
        counters = new Counters(room);
        all.add(counters);
      } else {
        counters = all.get(0);
        for (Counters other : all) {
          counters = other.users < counters.users ? other : counters;
        }
      }
    }
    counters.users++;
    return counters;
  }

  /** The thread that has these is over. */
  synchronized void giveBack(Counters counters) {
    counters.users--;
    if (counters.users == 0) {
      free.add(counters);
    }
  }

  /** A block has got this number, and nobody can run it yet. */
  synchronized void makeRoom(int block) {
    if (block < room) {
      return;
    }
    room *= 2;
    for (Counters counters : all) {
      counters.before.add(counters.counts);
      counters.counts = new long[room];
    }
  }

  synchronized void clear() {
    for (Counters counters : all) {
      counters.before.clear();
      Arrays.fill(counters.counts, 0);
    }
  }

  /** How often blocks have run so far, by number; of those that did. */
  synchronized Map<Integer, Long> sums() {
    Map<Integer, Long> sums = new HashMap<>();
    for (Counters counters : all) {
      counters.before.forEach(counts -> addTo(sums, counts));
      addTo(sums, counters.counts);
    }
    return sums;
  }

  private static void addTo(Map<Integer, Long> sums, long[] counts) {
    for (int block = 0; block < counts.length; block++) {
      if (counts[block] > 0) {
        sums.merge(block, counts[block], Long::sum);
      }
    }
  }
}
