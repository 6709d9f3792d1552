package io.cosmodrome.check;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One thread as {@link RegionTrackChecker} sees it: its vector clock, its current subregion and its
 * open blocks.
 *
 * <p>The thread's own time counts subregions, so that (slot, time) names one. It goes on only when
 * an event of the present one was remembered somewhere: what others may know is frozen.
 */
final class RegionTrackThread {
  final int id;
  final int slot;
  int time;
  int depth; // number of open blocks
  int violated; // how many of them, counted from the outermost, were reported
  boolean ended; // whether it was joined
  private @Nullable Region region; // of the events at the present time, once one is remembered
  private int[] clock = {}; // by slot: the latest time that comes before; not kept for its own
  private boolean clockIsShared; // with regions, so it has to be copied before a change
  private int[] blockTime = new int[4];
  private long[] blockBegin = new long[4];
  private int[] blockLabel = new int[4];

  RegionTrackThread(int id, int slot, int time) {
    this.id = id;
    this.slot = slot;
    this.time = time;
  }

  /** A subregion: events of a thread that have the same past in other threads. */
  static final class Region {
    final int slot;
    final int time;
    private final int[] clock;

    private Region(int slot, int time, int[] clock) {
      this.slot = slot;
      this.time = time;
      this.clock = clock;
    }

    /** The latest time of that other slot that comes before this; 0 for none. */
    int known(int other) {
      return other < clock.length ? clock[other] : 0;
    }

    /** Whether everything in and before the other subregion comes before this or is in it. */
    boolean knows(Region other) {
      return (other.slot == slot ? time : known(other.slot)) >= other.time;
    }
  }

  /** The subregion for the event in hand to be remembered by. */
  Region publish() {
    Region present = region;
    if (present == null) {
      present = new Region(slot, time, clock);
      region = present;
      clockIsShared = true;
    }
    return present;
  }

  /** Whether that subregion has been published and is still the present one. */
  boolean isIn(@Nullable Region other) {
    return other != null && other == region;
  }

  /** Whether everything in and before that subregion comes before the event in hand anyway. */
  boolean knows(Region other) {
    return other.slot == slot || (other.slot < clock.length && clock[other.slot] >= other.time);
  }

  /** Lets that subregion, and what comes before it, come before the event in hand. */
  void learn(Region other) {
    int size = Math.max(clock.length, Math.max(other.slot + 1, other.clock.length));
    if (clockIsShared || size > clock.length) {
      clock = Arrays.copyOf(clock, size);
      clockIsShared = false;
    }
    for (int i = 0; i < other.clock.length; i++) {
      clock[i] = Math.max(clock[i], other.clock[i]);
    }
    clock[other.slot] = Math.max(clock[other.slot], other.time);
    advance();
  }

  private void advance() {
    if (region != null) {
      region = null;
      time = Math.incrementExact(time);
    }
  }

  void begin(long position, int label) {
    advance();
    if (depth == blockTime.length) {
      blockTime = Arrays.copyOf(blockTime, 2 * depth);
      blockBegin = Arrays.copyOf(blockBegin, 2 * depth);
      blockLabel = Arrays.copyOf(blockLabel, 2 * depth);
    }
    blockTime[depth] = time;
    blockBegin[depth] = position;
    blockLabel[depth] = label;
    depth++;
  }

  void end() {
    depth--;
    violated = Math.min(violated, depth);
  }

  /** Whether the next block to be reported had begun at that time of this thread. */
  boolean isViolatedBy(int knownTime) {
    return violated < depth && blockTime[violated] <= knownTime;
  }

  long blockBegin(int block) {
    return blockBegin[block];
  }

  int blockLabel(int block) {
    return blockLabel[block];
  }
}
