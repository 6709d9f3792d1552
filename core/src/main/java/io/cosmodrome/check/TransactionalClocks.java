package io.cosmodrome.check;

import java.util.Arrays;

/**
 * Which transactions each running one reaches: RegionTrack's transactional vector clocks.
 *
 * <p>A slot stands for a thread, and the transactions of a slot have increasing times. TV(t) of the
 * paper is {@code rows[t]} here: {@code rows[t][u]} is the earliest time of slot u that the running
 * transaction of t reaches, and therefore it reaches all later ones of u too; an unset entry is
 * infinity. Edges lead only to running transactions and to single events outside blocks, of which
 * nothing has left yet; so only running ones can close a cycle and need a row, and only from the
 * first edge that leaves them on.
 *
 * <p>A new edge adds exactly the pairs (p, all that its sink reaches) for the transactions p that
 * reach its source: one pass over the rows, which is what the recursive propagation of the paper's
 * Algorithm 3 comes to. This stays exact after a cycle. Time per edge O(rows), and O(slots) for
 * each row that changes; memory O(rows * slots).
 */
final class TransactionalClocks {
  private static final int NEVER = Integer.MAX_VALUE;

  private int[] since = {}; // by slot: time of the running transaction, or NEVER
  private int[][] rows = {}; // by slot, null while nothing left the transaction
  private int[] withRow = {}; // the slots that have a row, in no order
  private int[] place = {}; // by slot: where it stands in withRow
  private int rowCount;
  private int[][] spareRows = new int[4][];
  private int spareCount;

  /** Starts a transaction that is later than everything before in its slot. */
  void begin(int slot, int time) {
    grow(slot);
    since[slot] = time;
  }

  /** Ends the transaction that runs in this slot, if there is one. */
  void end(int slot) {
    grow(slot);
    since[slot] = NEVER;
    int[] row = rows[slot];
    if (row == null) {
      return;
    }
    rows[slot] = null;
    int last = withRow[--rowCount];
    withRow[place[slot]] = last;
    place[last] = place[slot];
    if (spareCount == spareRows.length) {
      spareRows = Arrays.copyOf(spareRows, 2 * spareCount);
    }
    spareRows[spareCount++] = row;
  }

  /**
   * Adds an edge from the transaction of slot {@code source} at {@code sourceTime} to the one that
   * runs in slot {@code sink}, or, if none does, to a single event there at {@code sinkTime}.
   *
   * @return whether the edge closes a cycle
   */
  boolean edge(int source, int sourceTime, int sink, int sinkTime) {
    grow(Math.max(source, sink));
    if (since[source] <= sourceTime && rows[source] == null) {
      addRow(source);
    }
    int[] sinkRow = rows[sink];
    int reached = Math.min(since[sink], sinkTime);
    for (int i = 0; i < rowCount; i++) {
      int[] row = rows[withRow[i]];
      // a row that has the sink already has all that the sink reaches
      if (row[source] <= sourceTime && row[sink] > reached) {
        row[sink] = reached;
        if (sinkRow != null) {
          for (int slot = 0; slot < row.length; slot++) {
            row[slot] = Math.min(row[slot], sinkRow[slot]);
          }
        }
      }
    }
    return sinkRow != null && sinkRow[source] <= sourceTime;
  }

  /** Whether a running transaction reaches anything in this slot. */
  boolean reach(int slot) {
    for (int i = 0; i < rowCount; i++) {
      int[] row = rows[withRow[i]];
      if (slot < row.length && row[slot] != NEVER) {
        return true;
      }
    }
    return false;
  }

  private void addRow(int slot) {
    int[] row = spareCount > 0 ? spareRows[--spareCount] : new int[since.length];
    Arrays.fill(row, NEVER);
    row[slot] = since[slot];
    rows[slot] = row;
    place[slot] = rowCount;
    withRow[rowCount++] = slot;
  }

  private void grow(int slot) {
    if (slot < since.length) {
      return;
    }
    int old = since.length;
    int size = Math.max(slot + 1, Math.max(8, 2 * old));
    since = Arrays.copyOf(since, size);
    Arrays.fill(since, old, size, NEVER);
    rows = Arrays.copyOf(rows, size);
    for (int i = 0; i < rowCount; i++) {
      int[] row = Arrays.copyOf(rows[withRow[i]], size);
      Arrays.fill(row, old, size, NEVER);
      rows[withRow[i]] = row;
    }
    withRow = Arrays.copyOf(withRow, size);
    place = Arrays.copyOf(place, size);
    spareCount = 0; // too short from now on
  }
}
