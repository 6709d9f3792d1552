package io.cosmodrome.check;

import io.cosmodrome.trace.EventBatch;
import io.cosmodrome.trace.Op;
import java.util.Arrays;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The default engine: {@link Frontier} fed with every event of a trace.
 *
 * <p>Keeps the last write of each variable and the last read of each thread since then, the last
 * release of each lock, all as epochs with the position of the event. Nearly every access finds
 * there only epochs that tell its thread nothing, its own or long forgotten ones, and puts its own
 * in their place. Whether that is so is one question with a foreseeable answer. Only a read that
 * still matters to others moves into a set when another thread reads.
 *
 * <p>Exact for the trace, the first cycle event and every block, with a witness for each. Memory
 * O(variables + locks + threads), whatever the length of the trace.
 */
final class FrontierChecker extends StreamChecker {
  // a variable's cell: last write, its position, last read, its position
  private static final int WRITE = 0;
  private static final int READ = 2;
  private static final int CELL = 4;
  private static final long MORE = Long.MIN_VALUE; // bit of a read's position: others are in a set

  private static final int CACHED = 1 << 16; // cells of more longs do not fit the near caches

  private final TraceFrontier frontier;
  private @Nullable ReaderSet[] readerSets = {}; // by variable
  private int readerSetCount;

  @SuppressWarnings("UnusedVariable") // written so that the fetching loop is not optimized away
  private long fetched;

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
  public void events(EventBatch batch) {
    if (cells.length > CACHED) {
      fetched = fetch(batch);
    }
    super.events(batch);
  }

  /** Looks at the cells of all accesses, so that the cache misses overlap. */
  private long fetch(EventBatch batch) {
    long sum = 0;
    for (int i = 0; i < batch.size(); i++) {
      int isAccess = ((batch.op(i) >>> Op.ACCESS_BITS) - 1) >> 31; // all ones or none
      int cell = (batch.target(i) * CELL) & isAccess;
      sum += cells[Math.min(cell, cells.length - 1)];
    }
    return sum;
  }

  @Override
  protected void read(int thread, int variable) {
    FrontierThread me = frontier.thread(thread, position());
    int cell = cell(variable);
    long write = cells[cell + WRITE];
    long reader = cells[cell + READ];
    if ((frontier.weigh(write, me) | frontier.weigh(reader, me)) < 0) {
      readSlow(me, variable, cell);
    }
    cells[cell + READ] = me.publish();
    cells[cell + READ + 1] = (cells[cell + READ + 1] & MORE) | position();
  }

  private void readSlow(FrontierThread me, int variable, int cell) {
    frontier.edge(cells[cell + WRITE], cells[cell + WRITE + 1], me, position());
    frontier.report();
    long reader = cells[cell + READ];
    if (reader != 0 && Epoch.slot(reader) != me.slot && !frontier.isGarbage(reader)) {
      put(readerSet(variable), reader, cells[cell + READ + 1] & ~MORE);
      cells[cell + READ + 1] = MORE;
    }
  }

  @Override
  protected void write(int thread, int variable) {
    FrontierThread me = frontier.thread(thread, position());
    int cell = cell(variable);
    long write = cells[cell + WRITE];
    long reader = cells[cell + READ];
    long more = cells[cell + READ + 1];
    if ((frontier.weigh(write, me) | frontier.weigh(reader, me) | more) < 0) {
      writeSlow(me, variable, cell);
    }
    cells[cell + READ] = 0;
    cells[cell + READ + 1] = 0;
    cells[cell + WRITE] = me.publish();
    cells[cell + WRITE + 1] = position();
  }

  private void writeSlow(FrontierThread me, int variable, int cell) {
    frontier.edge(cells[cell + WRITE], cells[cell + WRITE + 1], me, position());
    frontier.edge(cells[cell + READ], cells[cell + READ + 1] & ~MORE, me, position());
    if (cells[cell + READ + 1] < 0) {
      ReaderSet others = readerSet(variable);
      for (int i = 0; i < others.size; i++) {
        frontier.edge(others.epochs[i], others.positions[i], me, position());
      }
      others.size = 0;
    }
    frontier.report();
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
    statistic("readerSets", readerSetCount);
  }

  private int cell(int variable) {
    int cell = variable * CELL;
    if (cell >= cells.length) {
      cells = Arrays.copyOf(cells, Math.max(cell + CELL, 2 * cells.length));
    }
    return cell;
  }

  private ReaderSet readerSet(int variable) {
    if (variable >= readerSets.length) {
      readerSets = Arrays.copyOf(readerSets, Math.max(variable + 1, 2 * readerSets.length));
    }
    ReaderSet set = readerSets[variable];
    if (set == null) {
      set = new ReaderSet();
      readerSets[variable] = set;
      readerSetCount++;
    }
    return set;
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

  /** The last reads of other threads since the last write, those that still matter. */
  private static final class ReaderSet {
    long[] epochs = new long[4];
    long[] positions = new long[4];
    int size;
  }
}
