package io.cosmodrome.check;

import io.cosmodrome.check.FrontierThread.Hop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The default engine: {@link Frontier} fed from a trace.
 *
 * <p>Keeps the last write of each variable and the last read of each thread since then, the last
 * release of each lock, all as epochs with the position of the event. An access in the same epoch
 * as the last one of its kind has nothing to add and costs two loads. Readers that no running
 * transaction reaches are dropped when another one comes, so most variables never need more than
 * the one that fits their cell.
 *
 * <p>Exact for the trace, the first cycle event, every block, with a witness for each. Memory O(variables
 * + locks + threads), whatever the length of the trace.
 */
final class FrontierChecker extends Checker implements Frontier.Listener {
  // a variable's cell: last write, its position, last read, its position
  private static final int WRITE = 0;
  private static final int READ = 2;
  private static final int CELL = 4;
  private static final long MANY = -1; // in place of a reader's epoch: the position is a set's index

  private final Frontier frontier = new Frontier(this);
  private final List<ReaderSet> readerSets = new ArrayList<>();
  private final List<Integer> freeSets = new ArrayList<>();
  private long[] cells = new long[64 * CELL];
  private long[] releases = new long[2 * 16]; // by lock: epoch and position

  private FrontierThread[] threads = new FrontierThread[16]; // between first event and join
  private long[] links = new long[2 * 16]; // by thread: its fork, later its last event, if joined
  private boolean[] joined = new boolean[16];

  // what the event in hand proves; several of its edges may prove the same, the shortest wins
  private final List<Violation> found = new ArrayList<>();
  private Witness foundCycle = Witness.NONE;

  FrontierChecker(CheckOptions options) {
    super(options);
  }

  @Override
  protected void read(int thread, int variable) {
    FrontierThread me = thread(thread);
    int cell = cell(variable);
    long epoch = me.epoch;
    if (cells[cell + READ] != epoch && cells[cell + WRITE] != epoch) {
      readSlow(me, cell);
    }
  }

  private void readSlow(FrontierThread me, int cell) {
    long write = cells[cell + WRITE];
    if (write != 0 && Epoch.slot(write) != me.slot) {
      edge(write, cells[cell + WRITE + 1], me);
      flush();
    }
    long reader = cells[cell + READ];
    if (reader == MANY) {
      readerSets.get((int) cells[cell + READ + 1]).put(me.publish(), position(), frontier);
    } else if (reader == 0 || Epoch.slot(reader) == me.slot || frontier.isGarbage(reader)) {
      cells[cell + READ] = me.publish();
      cells[cell + READ + 1] = position();
    } else {
      int index = newReaderSet();
      ReaderSet set = readerSets.get(index);
      set.put(reader, cells[cell + READ + 1], frontier);
      set.put(me.publish(), position(), frontier);
      cells[cell + READ] = MANY;
      cells[cell + READ + 1] = index;
    }
  }

  @Override
  protected void write(int thread, int variable) {
    FrontierThread me = thread(thread);
    int cell = cell(variable);
    if (cells[cell + WRITE] != me.epoch || cells[cell + READ] != 0) {
      writeSlow(me, cell);
    }
  }

  private void writeSlow(FrontierThread me, int cell) {
    long write = cells[cell + WRITE];
    if (write != 0 && Epoch.slot(write) != me.slot) {
      edge(write, cells[cell + WRITE + 1], me);
    }
    long reader = cells[cell + READ];
    if (reader == MANY) {
      int index = (int) cells[cell + READ + 1];
      ReaderSet set = readerSets.get(index);
      for (int i = 0; i < set.size; i++) {
        edge(set.epochs[i], set.positions[i], me);
      }
      set.size = 0;
      freeSets.add(index);
    } else if (reader != 0) {
      edge(reader, cells[cell + READ + 1], me);
    }
    flush();
    cells[cell + READ] = 0;
    cells[cell + WRITE] = me.publish();
    cells[cell + WRITE + 1] = position();
  }

  @Override
  protected void acquire(int thread, int lock) {
    FrontierThread me = thread(thread);
    if (2 * lock < releases.length && releases[2 * lock] != 0) {
      edge(releases[2 * lock], releases[2 * lock + 1], me);
      flush();
    }
  }

  @Override
  protected void release(int thread, int lock) {
    FrontierThread me = thread(thread);
    if (2 * lock >= releases.length) {
      releases = Arrays.copyOf(releases, Math.max(2 * lock + 2, 2 * releases.length));
    }
    releases[2 * lock] = me.publish();
    releases[2 * lock + 1] = position();
  }

  @Override
  protected void fork(int thread, int child) {
    FrontierThread me = thread(thread);
    growThreads(child);
    links[2 * child] = me.publish();
    links[2 * child + 1] = position();
  }

  @Override
  protected void join(int thread, int child) {
    FrontierThread me = thread(thread);
    growThreads(child);
    FrontierThread other = threads[child];
    if (other != null) {
      // no event of the child can follow: from now on its last one stands for it
      links[2 * child] = other.publish();
      links[2 * child + 1] = other.lastRef;
      frontier.stop(other);
      threads[child] = null;
      joined[child] = true;
    }
    if (joined[child]) {
      edge(links[2 * child], links[2 * child + 1], me);
      flush();
    }
  }

  @Override
  protected void begin(int thread, int label) {
    thread(thread).begin(position(), label);
  }

  @Override
  protected void end(int thread) {
    thread(thread).end();
  }

  @Override
  public void finish() {
    statistic("threadSlots", frontier.slots());
    statistic("readerSets", readerSets.size());
    statistic("effectiveEdges", frontier.effectiveEdges());
    statistic("reachingEdges", frontier.reachingEdges());
    statistic("cycleEdges", frontier.cycleEdges());
  }

  @Override
  public void violated(FrontierThread thread, int block, long ref, List<Hop> path) {
    Witness witness = witness(path);
    long begin = thread.beginRef(block);
    for (int i = 0; i < found.size(); i++) {
      if (found.get(i).begin() == begin) {
        if (witness.length() >= found.get(i).witness().length()) {
          return;
        }
        found.remove(i);
        break;
      }
    }
    found.add(new Violation(begin, ref, thread.id, thread.label(block), block, witness));
    if (block == 0) {
      keepShorterCycle(witness); // a path back into a transaction is a cycle, too
    }
  }

  @Override
  public void cycle(FrontierThread thread, long ref, List<Hop> path) {
    keepShorterCycle(witness(path));
  }

  private void keepShorterCycle(Witness witness) {
    if (!foundCycle.isPresent() || witness.length() < foundCycle.length()) {
      foundCycle = witness;
    }
  }

  private static Witness witness(List<Hop> path) {
    List<Edge> edges = new ArrayList<>(path.size());
    for (Hop hop : path) {
      edges.add(new Edge(hop.sourceRef(), hop.destinationRef()));
    }
    return new Witness(edges);
  }

  private void edge(long source, long sourcePosition, FrontierThread me) {
    frontier.edge(source, sourcePosition, me, position());
  }

  /** Reports what the edges of the event in hand have proved. */
  private void flush() {
    if (foundCycle.isPresent()) {
      reportCycle(foundCycle);
      foundCycle = Witness.NONE;
    }
    if (!found.isEmpty()) {
      found.forEach(this::reportViolation);
      found.clear();
    }
  }

  private FrontierThread thread(int thread) {
    FrontierThread me = thread < threads.length ? threads[thread] : null;
    if (me == null) {
      me = firstEvent(thread);
    }
    me.lastRef = position();
    return me;
  }

  private FrontierThread firstEvent(int thread) {
    growThreads(thread);
    FrontierThread me = frontier.start(thread);
    threads[thread] = me;
    if (links[2 * thread] != 0) {
      edge(links[2 * thread], links[2 * thread + 1], me);
    }
    return me;
  }

  private void growThreads(int thread) {
    if (thread >= threads.length) {
      int size = Math.max(thread + 1, 2 * threads.length);
      threads = Arrays.copyOf(threads, size);
      links = Arrays.copyOf(links, 2 * size);
      joined = Arrays.copyOf(joined, size);
    }
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

  /** The last read of each thread since the last write, where there is more than one. */
  private static final class ReaderSet {
    long[] epochs = new long[4];
    long[] positions = new long[4];
    int size;

    void put(long epoch, long position, Frontier frontier) {
      int at = find(Epoch.slot(epoch));
      if (at < 0) {
        at = add(frontier);
      }
      epochs[at] = epoch;
      positions[at] = position;
    }

    private int find(int slot) {
      for (int i = 0; i < size; i++) {
        if (Epoch.slot(epochs[i]) == slot) {
          return i;
        }
      }
      return -1;
    }

    private int add(Frontier frontier) {
      if (size == epochs.length) {
        dropGarbage(frontier);
        if (2 * size > epochs.length) {
          epochs = Arrays.copyOf(epochs, 2 * epochs.length);
          positions = Arrays.copyOf(positions, epochs.length);
        }
      }
      return size++;
    }

    private void dropGarbage(Frontier frontier) {
      int kept = 0;
      for (int i = 0; i < size; i++) {
        if (!frontier.isGarbage(epochs[i])) {
          epochs[kept] = epochs[i];
          positions[kept] = positions[i];
          kept++;
        }
      }
      size = kept;
    }
  }
}
