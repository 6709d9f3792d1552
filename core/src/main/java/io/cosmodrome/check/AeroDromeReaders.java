package io.cosmodrome.check;

import java.util.Arrays;

/**
 * Sets of clocks for {@link AeroDromeChecker}: those of the reads of a variable since its last
 * write.
 *
 * <p>A set is one long: none, the handle of a single clock, or the complement of the number of a
 * list kept here. When a list is full, dead handles are dropped and the clocks of all but running
 * transactions become one: the paper's R_x. So lists grow with the number of running transactions,
 * not with that of reads or threads. The paper's second clock, chR_x, tells a thread's own reads
 * from those of others; here only the clock of a running transaction itself could be its own, and
 * that one stays apart.
 */
final class AeroDromeReaders {
  private static final int INITIAL_ROOM = 4;

  private final AeroDromeClocks clocks;
  private long[][] lists = new long[16][];
  private int[] sizes = new int[16];
  private int listCount;
  private int[] freeLists = new int[16];
  private int freeListCount;

  AeroDromeReaders(AeroDromeClocks clocks) {
    this.clocks = clocks;
  }

  /** Adds the live clock of a read to a set, which is given back for the new one. */
  long add(long readers, long reader) {
    if (readers < 0) {
      addToList((int) ~readers, reader);
      return readers;
    }
    if (readers == reader) {
      return readers;
    }
    clocks.retain(reader);
    if (!clocks.isLive(readers)) {
      return reader;
    }
    if (!clocks.isRunning(readers) && clocks.covers(reader, readers)) {
      clocks.release(readers);
      return reader;
    }
    int list = takeList();
    lists[list][0] = readers;
    lists[list][1] = reader;
    sizes[list] = 2;
    return ~list;
  }

  private void addToList(int list, long reader) {
    long[] all = lists[list];
    for (int i = sizes[list] - 1; i >= 0; i--) {
      if (all[i] == reader) {
        return;
      }
    }
    if (sizes[list] == all.length) {
      makeRoom(list);
    }
    clocks.retain(reader);
    lists[list][sizes[list]++] = reader;
  }

  /** Drops the dead and makes the ended one; doubles the room unless that freed half of it. */
  private void makeRoom(int list) {
    long[] all = lists[list];
    long ended = AeroDromeClocks.NONE;
    int kept = 0;
    for (long clock : all) {
      if (!clocks.isLive(clock)) {
        continue;
      }
      if (clocks.isRunning(clock)) {
        all[kept++] = clock;
      } else if (ended == AeroDromeClocks.NONE) {
        ended = clock;
      } else {
        ended = clocks.after(ended, clock);
        clocks.release(clock);
      }
    }
    if (ended != AeroDromeClocks.NONE) {
      all[kept++] = ended;
    }
    sizes[list] = kept;
    if (kept > all.length / 2) {
      lists[list] = Arrays.copyOf(all, 2 * all.length);
    }
  }

  static boolean isList(long readers) {
    return readers < 0;
  }

  int size(long list) {
    return sizes[(int) ~list];
  }

  long get(long list, int index) {
    return lists[(int) ~list][index];
  }

  /** Gives a set back. */
  void clear(long readers) {
    if (!isList(readers)) {
      clocks.release(readers);
      return;
    }
    int list = (int) ~readers;
    for (int i = 0; i < sizes[list]; i++) {
      clocks.release(lists[list][i]);
    }
    freeLists[freeListCount++] = list;
  }

  private int takeList() {
    if (freeListCount > 0) {
      return freeLists[--freeListCount];
    }
    if (listCount == lists.length) {
      lists = Arrays.copyOf(lists, 2 * listCount);
      sizes = Arrays.copyOf(sizes, 2 * listCount);
      freeLists = Arrays.copyOf(freeLists, 2 * listCount);
    }
    lists[listCount] = new long[INITIAL_ROOM];
    return listCount++;
  }
}
