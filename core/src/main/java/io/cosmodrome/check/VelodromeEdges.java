package io.cosmodrome.check;

import java.util.Arrays;

/**
 * The edges into one node, each from a step of another node to an event of this one.
 *
 * <p>An edge whose source is gone is void and left where it is until the space is needed. Finding
 * the edge from a given node is a look into a hash table with open addressing.
 */
final class VelodromeEdges {
  private static final int INITIAL_CAPACITY = 4;
  private static final int KEPT_CAPACITY = 64;

  private int count;
  private long[] sources = new long[INITIAL_CAPACITY]; // steps
  private int[] sourceThreads = new int[INITIAL_CAPACITY];
  private long[] arrivals = new long[INITIAL_CAPACITY]; // stamps of the events they enter at
  private int[] latest = new int[2 * INITIAL_CAPACITY]; // by source node: index of its edge + 1

  int count() {
    return count;
  }

  /** The step from which an edge comes; void if its node is gone. */
  long source(int index) {
    return sources[index];
  }

  int sourceThread(int index) {
    return sourceThreads[index];
  }

  long arrival(int index) {
    return arrivals[index];
  }

  /**
   * Adds an edge that enters at the newest event.
   *
   * <p>It stands beside an earlier edge from the same node, or replaces it. If both enter at this
   * event, the one that leaves later stays.
   *
   * @param keepAll whether it stands beside; if so, an edge that leaves no later than an earlier
   *     one is left out: whatever goes along it can go along that one
   * @return whether it is the first edge from its node
   */
  boolean add(VelodromeGraph graph, long source, int sourceThread, long arrival, boolean keepAll) {
    int slot = slot(source);
    int index = latest[slot] - 1;
    boolean first = index < 0 || !graph.isAlive(sources[index]);
    boolean sameEvent = !first && arrivals[index] == arrival;
    if (!first && (keepAll || sameEvent) && source <= sources[index]) {
      return false;
    }
    boolean replaces = index >= 0 && (first || !keepAll || sameEvent);
    if (!replaces) {
      if (count == sources.length) {
        makeRoom(graph);
        slot = slot(source);
      }
      index = count++;
      latest[slot] = index + 1;
    }
    sources[index] = source;
    sourceThreads[index] = sourceThread;
    arrivals[index] = arrival;
    return first;
  }

  void clear() {
    count = 0;
    if (sources.length > KEPT_CAPACITY) {
      resize(INITIAL_CAPACITY);
    } else {
      Arrays.fill(latest, 0);
    }
  }

  /** Where the source's node is in the table, or would be. */
  private int slot(long source) {
    int id = VelodromeGraph.id(source);
    int mask = latest.length - 1;
    int slot = (id * 0x9E3779B9) >>> 7 & mask;
    while (latest[slot] != 0 && VelodromeGraph.id(sources[latest[slot] - 1]) != id) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void makeRoom(VelodromeGraph graph) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (graph.isAlive(sources[i])) {
        sources[kept] = sources[i];
        sourceThreads[kept] = sourceThreads[i];
        arrivals[kept] = arrivals[i];
        kept++;
      }
    }
    count = kept;
    resize(2 * kept > sources.length ? 2 * sources.length : sources.length);
    for (int i = 0; i < count; i++) {
      latest[slot(sources[i])] = i + 1;
    }
  }

  private void resize(int capacity) {
    sources = Arrays.copyOf(sources, capacity);
    sourceThreads = Arrays.copyOf(sourceThreads, capacity);
    arrivals = Arrays.copyOf(arrivals, capacity);
    latest = new int[2 * capacity];
  }
}
