package io.cosmodrome.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * The default engine: {@link Frontier} fed with every event of a trace.
 *
 * <p>Keeps the last write of each variable and the last read of each thread since then, the last
 * release of each lock, all as epochs with the position of the event. An access in the same epoch
 * as the last one of its kind has nothing to add; one of a variable that no other thread has used
 * meanwhile only replaces the epoch. Readers that no running transaction reaches are dropped when
 * another one comes, so most variables never need more than the one that fits their cell.
 *
 * <p>Exact for the trace, the first cycle event and every block, with a witness for each. Memory
 * O(variables + locks + threads), whatever the length of the trace.
 */
final class FrontierChecker extends StreamChecker {
  // a variable's cell: last write, its position, last read, its position
  private static final int WRITE = 0;
  private static final int READ = 2;
  private static final int CELL = 4;
  private static final long MANY = -1; // instead of a reader: the position is a set's index

  private final TraceFrontier frontier;
  private final List<ReaderSet> readerSets = new ArrayList<>();
  private final List<Integer> freeSets = new ArrayList<>();
  private long[] cells = new long[64 * CELL];
  private long[] releases = new long[2 * 16]; // by lock: epoch and position

  FrontierChecker(CheckOptions options) {
    this(options, begin -> true);
  }

  private FrontierChecker(CheckOptions options, LongPredicate wanted) {
    super(options);
    this.frontier = TraceFrontier.withEpochs(this, wanted);
  }

  /** A checker that reports only the blocks that begin at these positions, but all of them. */
  static FrontierChecker forBlocks(Set<Long> begins) {
    return new FrontierChecker(CheckOptions.DEFAULT.withLimit(Integer.MAX_VALUE), begins::contains);
  }

  @Override
  protected void read(int thread, int variable) {
    FrontierThread me = frontier.thread(thread, position());
    int cell = cell(variable);
    long epoch = me.epoch;
    long write = cells[cell + WRITE];
    long reader = cells[cell + READ];
    if (reader == epoch || write == epoch) {
      return;
    }
    if (isOwn(write, epoch) && isOwn(reader, epoch)) {
      cells[cell + READ] = me.publish();
      cells[cell + READ + 1] = position();
    } else {
      readSlow(me, cell);
    }
  }

  /** Whether an access is of the same thread, or there was none: no edge comes from it. */
  private static boolean isOwn(long access, long epoch) {
    return access == 0 || Epoch.slot(access ^ epoch) == 0;
  }

  private void readSlow(FrontierThread me, int cell) {
    frontier.edge(cells[cell + WRITE], cells[cell + WRITE + 1], me, position());
    frontier.report();
    long reader = cells[cell + READ];
    if (reader == MANY) {
      put(readerSets.get((int) cells[cell + READ + 1]), me.publish(), position());
    } else if (reader == 0 || Epoch.slot(reader) == me.slot || frontier.isGarbage(reader)) {
      cells[cell + READ] = me.publish();
      cells[cell + READ + 1] = position();
    } else {
      int index = newReaderSet();
      put(readerSets.get(index), reader, cells[cell + READ + 1]);
      put(readerSets.get(index), me.publish(), position());
      cells[cell + READ] = MANY;
      cells[cell + READ + 1] = index;
    }
  }

  @Override
  protected void write(int thread, int variable) {
    FrontierThread me = frontier.thread(thread, position());
    int cell = cell(variable);
    long epoch = me.epoch;
    long write = cells[cell + WRITE];
    long reader = cells[cell + READ];
    if (write == epoch && reader == 0) {
      return;
    }
    if (!isOwn(write, epoch) || !isOwn(reader, epoch)) {
      takeAccesses(me, cell);
    }
    cells[cell + READ] = 0;
    cells[cell + WRITE] = me.publish();
    cells[cell + WRITE + 1] = position();
  }

  private void takeAccesses(FrontierThread me, int cell) {
    frontier.edge(cells[cell + WRITE], cells[cell + WRITE + 1], me, position());
    long reader = cells[cell + READ];
    if (reader != MANY) {
      frontier.edge(reader, cells[cell + READ + 1], me, position());
    } else {
      takeReaders(me, (int) cells[cell + READ + 1]);
    }
    frontier.report();
  }

  private void takeReaders(FrontierThread me, int index) {
    ReaderSet set = readerSets.get(index);
    for (int i = 0; i < set.size; i++) {
      frontier.edge(set.epochs[i], set.positions[i], me, position());
    }
    set.size = 0;
    freeSets.add(index);
  }

  @Override
  protected void acquire(int thread, int lock) {
    FrontierThread me = frontier.thread(thread, position());
    if (2 * lock < releases.length) {
      frontier.edge(releases[2 * lock], releases[2 * lock + 1], me, position());
      frontier.report();
    }
  }

  @Override
  protected void release(int thread, int lock) {
    FrontierThread me = frontier.thread(thread, position());
    if (2 * lock >= releases.length) {
      releases = Arrays.copyOf(releases, Math.max(2 * lock + 2, 2 * releases.length));
    }
    releases[2 * lock] = me.publish();
    releases[2 * lock + 1] = position();
  }

  @Override
  protected void fork(int thread, int child) {
    frontier.fork(frontier.thread(thread, position()), child, position());
  }

  @Override
  protected void join(int thread, int child) {
    frontier.join(frontier.thread(thread, position()), child, position());
  }

  @Override
  protected void begin(int thread, int label) {
    frontier.thread(thread, position()).begin(position(), label);
  }

  @Override
  protected void end(int thread) {
    frontier.thread(thread, position()).end();
  }

  @Override
  public void finish() {
    frontier.publishStatistics();
    statistic("readerSets", readerSets.size());
  }

  private int cell(int variable) {
    int cell = variable * CELL;
    if (cell >= cells.length) {
      cells = Arrays.copyOf(cells, Math.max(cell + CELL, 2 * cells.length));
    }
    return cell;
  }

  private int newReaderSet() {
    if (freeSets.isEmpty()) {
      readerSets.add(new ReaderSet());
      return readerSets.size() - 1;
    }
    return freeSets.remove(freeSets.size() - 1);
  }

  private void put(ReaderSet set, long epoch, long position) {
    int slot = Epoch.slot(epoch);
    int at = 0;
    while (at < set.size && Epoch.slot(set.epochs[at]) != slot) {
      at++;
    }
    if (at == set.epochs.length) {
      dropGarbage(set);
      at = set.size;
      if (2 * at > set.epochs.length) {
        set.epochs = Arrays.copyOf(set.epochs, 2 * set.epochs.length);
        set.positions = Arrays.copyOf(set.positions, set.epochs.length);
      }
    }
    set.epochs[at] = epoch;
    set.positions[at] = position;
    set.size = Math.max(set.size, at + 1);
  }

  private void dropGarbage(ReaderSet set) {
    int kept = 0;
    for (int i = 0; i < set.size; i++) {
      if (!frontier.isGarbage(set.epochs[i])) {
        set.epochs[kept] = set.epochs[i];
        set.positions[kept] = set.positions[i];
        kept++;
      }
    }
    set.size = kept;
  }

  /** The last read of each thread since the last write, where there is more than one. */
  private static final class ReaderSet {
    long[] epochs = new long[4];
    long[] positions = new long[4];
    int size;
  }
}
