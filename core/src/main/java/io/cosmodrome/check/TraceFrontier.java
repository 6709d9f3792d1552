package io.cosmodrome.check;

import io.cosmodrome.check.FrontierThread.Hop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * {@link Frontier} in the terms of a trace: threads by their id, with their forks and joins, and
 * findings with the positions of their events. Where accesses are remembered is left to the engine.
 */
final class TraceFrontier implements Frontier.Listener {
  private final Checker checker;
  private final LongPredicate wanted; // which violated blocks to report, by their begin
  private final boolean positionsAsClocks;
  private final Frontier frontier = new Frontier(this);

  private FrontierThread[] threads = new FrontierThread[16]; // between first event and join
  private int[] slots = new int[16]; // by thread, also after its join
  private long[] links = new long[2 * 16]; // by thread: its fork, later its last event, if joined
  private boolean[] joined = new boolean[16];

  // what the event in hand proves; several of its edges may prove the same, the shortest wins
  private final List<Violation> found = new ArrayList<>();
  private Witness foundCycle = Witness.NONE;
  private boolean hasFound;

  private TraceFrontier(Checker checker, LongPredicate wanted, boolean positionsAsClocks) {
    this.checker = checker;
    this.wanted = wanted;
    this.positionsAsClocks = positionsAsClocks;
  }

  /** For an engine that remembers epochs; it hears of blocks with a wanted begin only. */
  static TraceFrontier withEpochs(Checker checker, LongPredicate wanted) {
    return new TraceFrontier(checker, wanted, false);
  }

  /** For an engine that knows past events by their positions. */
  static TraceFrontier withPositionsAsClocks(Checker checker) {
    return new TraceFrontier(checker, begin -> true, true);
  }

  /** The thread of the event at {@code position}; its first event takes in its fork. */
  FrontierThread thread(int thread, long position) {
    FrontierThread me = thread < threads.length ? threads[thread] : null;
    if (me == null) {
      me = firstEvent(thread, position);
    }
    me.lastRef = position;
    if (positionsAsClocks) {
      me.moveTo(clockAt(position));
    }
    return me;
  }

  private FrontierThread firstEvent(int thread, long position) {
    grow(thread);
    FrontierThread me = new FrontierThread(thread);
    frontier.start(me);
    threads[thread] = me;
    slots[thread] = me.slot;
    if (positionsAsClocks) {
      me.moveTo(clockAt(position));
    }
    if (links[2 * thread] != 0) {
      edge(links[2 * thread], links[2 * thread + 1], me, position);
    }
    return me;
  }

  void fork(FrontierThread me, int child, long position) {
    grow(child);
    links[2 * child] = me.publish();
    links[2 * child + 1] = position;
  }

  void join(FrontierThread me, int child, long position) {
    grow(child);
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
      edge(links[2 * child], links[2 * child + 1], me, position);
      report();
    }
  }

  /** An edge from a remembered event to the one in hand; call {@link #report} after the last. */
  void edge(long source, long sourcePosition, FrontierThread me, long position) {
    frontier.edge(source, sourcePosition, me, position);
  }

  /** Negative if an edge from this epoch may matter; see {@link Frontier#weigh}. */
  long weigh(long epoch, FrontierThread me) {
    return frontier.weigh(epoch, me);
  }

  boolean isGarbage(long epoch) {
    return frontier.isGarbage(epoch);
  }

  /** The epoch of a past event of a thread, where positions are clocks. */
  long epochAt(int thread, long position) {
    return Epoch.of(slots[thread], clockAt(position));
  }

  private static long clockAt(long position) {
    return position + 1; // clocks count from 1
  }

  /** Reports what the edges of the event in hand have proved. */
  void report() {
    if (hasFound) {
      reportFound();
    }
  }

  private void reportFound() {
    hasFound = false;
    if (foundCycle.isPresent()) {
      checker.reportCycle(
          foundCycle.edges().get(foundCycle.length() - 1).destination(), foundCycle);
      foundCycle = Witness.NONE;
    }
    found.forEach(checker::reportViolation);
    found.clear();
  }

  @Override
  public void violated(FrontierThread thread, int block, long ref, List<Hop> path) {
    hasFound = true;
    Witness witness = witness(path);
    if (block == 0) {
      keepShorterCycle(witness); // a path back into a transaction is a cycle, too
    }
    long begin = thread.beginRef(block);
    if (wanted.test(begin) && !hasShorter(begin, witness.length())) {
      found.removeIf(longer -> longer.begin() == begin);
      found.add(new Violation(begin, ref, thread.id(), thread.label(block), block, witness));
    }
  }

  private boolean hasShorter(long begin, int length) {
    return found.stream()
        .anyMatch(other -> other.begin() == begin && other.witness().length() <= length);
  }

  @Override
  public void cycle(FrontierThread thread, long ref, List<Hop> path) {
    hasFound = true;
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

  private void grow(int thread) {
    if (thread >= threads.length) {
      int size = Math.max(thread + 1, 2 * threads.length);
      threads = Arrays.copyOf(threads, size);
      slots = Arrays.copyOf(slots, size);
      links = Arrays.copyOf(links, 2 * size);
      joined = Arrays.copyOf(joined, size);
    }
  }

  /** The algorithm's own figures. */
  void publishStatistics() {
    checker.statistic("threadSlots", frontier.slots());
    checker.statistic("effectiveEdges", frontier.effectiveEdges());
    checker.statistic("reachingEdges", frontier.reachingEdges());
    checker.statistic("cycleEdges", frontier.cycleEdges());
  }
}
