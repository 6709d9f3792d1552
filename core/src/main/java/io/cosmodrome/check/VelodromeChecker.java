package io.cosmodrome.check;

import java.util.Arrays;

/**
 * Velodrome (Flanagan, Freund, Yi, PLDI 2008): conflict serializability by a graph of transactions.
 *
 * <p>One node a transaction, one edge for a conflict or for program order; the event whose edge
 * would close a cycle is the first cycle event, exactly. {@link VelodromeGraph} has the graph, its
 * ancestor sets and its garbage collection; this class has the rules of Figure 4. There C is the
 * stack of blocks here, L {@code last}, U {@code released}, W {@code written}, R {@link
 * VelodromeReads}, H the graph, bottom {@link VelodromeGraph#NO_STEP}; a step's time stamp is the
 * position of its event plus 1. Added: fork and join, and that reads are forgotten at the next
 * write, which comes after them.
 *
 * <p><b>Merging.</b> An event outside all blocks comes after some steps. If all of them are gone it
 * needs no node. If one of them, in a <em>finished</em> node, comes after all the others, the event
 * becomes part of that node. In a node still running it must not: more edges can enter there.
 *
 * <p><b>Blame.</b> When an edge comes back to a running transaction, {@link VelodromeSearch} looks
 * for increasing paths to it; the blocks that contain both ends of such a path are violated. Every
 * block reported is violated, but {@link Mode#PAPER} misses some, or reports them late: it keeps
 * one edge for two nodes, leaves out the edges of merged events, and drops edges that close cycles.
 *
 * <p><b>{@link Mode#ALL_EDGES}</b> misses none. There each node has events of one thread only, in
 * order, and event e of an open block happens before event f of another node exactly if an
 * increasing path leads from e to f:
 *
 * <ul>
 *   <li>Two nodes can have several edges. One is left out only if another one leaves no earlier and
 *       arrives no later.
 *   <li>An event outside all blocks is merged only into its thread's last node, and the edges that
 *       come with it enter there. Their sources were before that node already, so the graph says
 *       nothing new of nodes.
 *   <li>An edge that closes a cycle cuts the running transaction in two: a new node goes on with
 *       it, after the old one and after the edge's source. So the graph stays without cycles, and
 *       what can be collected is. Cuts begin with the first cycle: until then nodes are
 *       transactions, which makes that exact, and afterwards only the order of events is asked for.
 *   <li>An open block holds the node in which it began, and every node holds the next one on a
 *       path. So a node that is collected, and all that will ever come after it by its steps, has
 *       no event of an open block before it.
 * </ul>
 *
 * <p>The first event that completes the violation of a block is one at which an edge comes back to
 * it, from a node after the one in which the block began; a search at each of those misses nothing.
 *
 * <p>Time for an event without live edges O(1); for an edge, O(nodes after it * nodes alive / 64);
 * for one that comes back, a search. Memory O(nodes alive ^ 2): all nodes after a transaction stay
 * alive until it ends, so a long-running transaction makes both explode. Not thread-safe.
 */
final class VelodromeChecker extends StreamChecker {
  /** What is kept for blame, and what is merged. */
  enum Mode {
    /** As in the paper: exact for the trace, may miss violated blocks. */
    PAPER,
    /** The paper's simple rule for events outside blocks, to measure what merging is good for. */
    PAPER_WITHOUT_MERGE,
    /** Exact for blocks, too. */
    ALL_EDGES
  }

  private final Mode mode;
  private final VelodromeGraph graph;
  private final VelodromeReads reads;
  private Actor[] actors = new Actor[16]; // by thread
  private long[] written = new long[64]; // by variable: step of the last write
  private int[] writers = new int[64]; // by variable: its thread
  private long[] released = new long[16]; // by lock: step of the last release
  private int[] releasers = new int[16]; // by lock: its thread

  // the live steps that the event in hand comes after, each with the thread of its event
  private long[] sources = new long[16];
  private int[] sourceThreads = new int[16];
  private int sourceCount;

  /** What is known of a thread. */
  private static final class Actor {
    private final int thread;
    private long last; // step of the last event; in a block, its node is the transaction's
    private long forked; // step of the fork, until the first event
    private int forker;

    private int depth; // of open blocks
    private int reported; // that many of them, the outermost ones, are violated and reported
    private long[] begins = new long[4]; // stamps
    private int[] labels = new int[4];
    private VelodromeNode[] roots = new VelodromeNode[4]; // the nodes in which they began

    private Actor(int thread) {
      this.thread = thread;
    }

    private void push(long begin, int label, VelodromeNode root) {
      if (depth == begins.length) {
        begins = Arrays.copyOf(begins, 2 * depth);
        labels = Arrays.copyOf(labels, 2 * depth);
        roots = Arrays.copyOf(roots, 2 * depth);
      }
      begins[depth] = begin;
      labels[depth] = label;
      roots[depth] = root;
      depth++;
    }

    private VelodromeNode pop() {
      depth--;
      reported = Math.min(reported, depth);
      return roots[depth];
    }
  }

  VelodromeChecker(CheckOptions options, Mode mode) {
    super(options);
    this.mode = mode;
    this.graph = new VelodromeGraph(mode == Mode.ALL_EDGES);
    this.reads = new VelodromeReads(graph);
  }

  @Override
  protected void read(int thread, int variable) {
    ensureVariable(variable);
    after(written[variable], writers[variable], thread);
    reads.add(variable, thread, happen(thread));
  }

  @Override
  protected void write(int thread, int variable) {
    ensureVariable(variable);
    for (int i = reads.count(variable) - 1; i >= 0; i--) {
      after(reads.read(variable, i), reads.reader(variable, i), thread);
    }
    after(written[variable], writers[variable], thread);
    written[variable] = happen(thread);
    writers[variable] = thread;
    reads.clear(variable);
  }

  @Override
  protected void acquire(int thread, int lock) {
    ensureLock(lock);
    after(released[lock], releasers[lock], thread);
    happen(thread);
  }

  @Override
  protected void release(int thread, int lock) {
    ensureLock(lock);
    released[lock] = happen(thread);
    releasers[lock] = thread;
  }

  @Override
  protected void barrier(int thread, int lock) {
    ensureLock(lock);
    after(released[lock], releasers[lock], thread);
    released[lock] = happen(thread);
    releasers[lock] = thread;
  }

  @Override
  protected void fork(int thread, int child) {
    Actor actor = actor(child);
    actor.forked = happen(thread);
    actor.forker = thread;
  }

  @Override
  protected void join(int thread, int child) {
    after(actor(child).last, child, thread);
    happen(thread);
  }

  @Override
  protected void begin(int thread, int label) {
    Actor actor = actor(thread);
    if (actor.depth == 0) {
      continueIn(graph.open(thread), actor);
    }
    VelodromeNode root = graph.node(actor.last);
    graph.hold(root);
    actor.push(stamp(), label, root);
    happen(thread);
  }

  @Override
  protected void end(int thread) {
    happen(thread);
    Actor actor = actor(thread);
    graph.release(actor.pop(), stamp());
    if (actor.depth == 0) {
      graph.finish(graph.node(actor.last), stamp());
    }
  }

  @Override
  public void finish() {
    statistic("nodesAllocated", graph.allocated());
    statistic("maxNodesAlive", graph.maxAlive());
  }

  private long stamp() {
    return position() + 1;
  }

  /** The event in hand comes after a step of another thread, if that is still alive. */
  private void after(long step, int sourceThread, int thread) {
    if (sourceThread != thread && graph.isAlive(step)) {
      addSource(step, sourceThread);
    }
  }

  private void addSource(long step, int sourceThread) {
    if (sourceCount == sources.length) {
      sources = Arrays.copyOf(sources, 2 * sourceCount);
      sourceThreads = Arrays.copyOf(sourceThreads, 2 * sourceCount);
    }
    sources[sourceCount] = step;
    sourceThreads[sourceCount] = sourceThread;
    sourceCount++;
  }

  /** The event in hand takes place, after all that was given to {@link #after}; its step. */
  private long happen(int thread) {
    Actor actor = actor(thread);
    if (actor.forked != VelodromeGraph.NO_STEP) {
      after(actor.forked, actor.forker, thread);
      actor.forked = VelodromeGraph.NO_STEP;
    }
    actor.last = actor.depth > 0 ? inside(actor) : outside(actor);
    sourceCount = 0;
    return actor.last;
  }

  private long inside(Actor actor) {
    for (int i = 0; i < sourceCount; i++) {
      enter(actor, sources[i], sourceThreads[i]);
    }
    return VelodromeGraph.step(graph.node(actor.last), stamp());
  }

  /** An edge enters a running transaction. */
  private void enter(Actor actor, long source, int sourceThread) {
    VelodromeNode from = graph.node(source);
    if (actor.reported < actor.depth && from.isAfter(actor.roots[actor.reported])) {
      blame(actor, source, sourceThread);
    }
    if (from.isAfter(graph.node(actor.last))) {
      if (!hasCycle()) {
        reportCycle(cycle(actor, source, sourceThread));
      }
      if (mode != Mode.ALL_EDGES) {
        return;
      }
      cut(actor);
    }
    graph.connect(source, sourceThread, graph.node(actor.last), stamp());
  }

  /** Reports the open blocks to which an increasing path comes back by this edge. */
  private void blame(Actor actor, long source, int sourceThread) {
    VelodromeSearch search = new VelodromeSearch(graph, actor.roots[actor.reported], true);
    search.startFrom(source, sourceThread, stamp());
    while (actor.reported < actor.depth) {
      VelodromeSearch.Path path = search.next(actor.begins[actor.reported]);
      if (path == null) {
        return;
      }
      Witness witness = keepsViolations() ? path.witness() : Witness.NONE;
      while (actor.reported < actor.depth && actor.begins[actor.reported] <= path.source()) {
        int block = actor.reported++;
        reportViolation(actor.begins[block] - 1, actor.thread, actor.labels[block], block, witness);
      }
    }
  }

  private Witness cycle(Actor actor, long source, int sourceThread) {
    VelodromeSearch search = new VelodromeSearch(graph, actor.roots[0], false);
    search.startFrom(source, sourceThread, stamp());
    VelodromeSearch.Path path = search.next(actor.begins[0]);
    if (path == null) {
      throw new IllegalStateException("no cycle at event " + position());
    }
    return path.witness();
  }

  /** Goes on with a running transaction in a new node, into which edges from all others can go. */
  private void cut(Actor actor) {
    VelodromeNode before = graph.node(actor.last);
    actor.last = VelodromeGraph.step(before, stamp());
    continueIn(graph.open(actor.thread), actor);
    graph.finish(before, stamp());
  }

  /** The thread goes on in a new node, from the event in hand on. */
  private void continueIn(VelodromeNode node, Actor actor) {
    if (graph.isAlive(actor.last)) {
      graph.connect(actor.last, actor.thread, node, stamp());
    }
    actor.last = VelodromeGraph.step(node, stamp());
  }

  private long outside(Actor actor) {
    if (graph.isAlive(actor.last)) {
      addSource(actor.last, actor.thread);
    }
    if (mode != Mode.PAPER_WITHOUT_MERGE) {
      if (sourceCount == 0) {
        return VelodromeGraph.NO_STEP;
      }
      if (mode == Mode.PAPER ? merge(actor) : mergeOwn(actor)) {
        return VelodromeGraph.step(graph.node(actor.last), stamp());
      }
    }
    VelodromeNode node = graph.open(actor.thread);
    for (int i = 0; i < sourceCount; i++) {
      graph.connect(sources[i], sourceThreads[i], node, stamp());
    }
    graph.finish(node, stamp());
    return VelodromeGraph.step(node, stamp());
  }

  /**
   * Merges the event in hand into a finished node of one of its sources that is after all others;
   * tells whether there is one. If so, that is now the node of the thread's last event.
   */
  private boolean merge(Actor actor) {
    VelodromeNode node = graph.node(sources[0]);
    for (int i = 1; i < sourceCount; i++) {
      VelodromeNode other = graph.node(sources[i]);
      node = other.isAfter(node) ? other : node;
    }
    if (!node.isFinished() || !isAfterAllSources(node)) {
      return false;
    }
    if (!graph.isAlive(actor.last) || graph.node(actor.last) != node) {
      admit(actor, node);
    }
    return true;
  }

  /** The thread comes into a node of another one, by the latest of the sources there. */
  private void admit(Actor actor, VelodromeNode node) {
    long source = VelodromeGraph.NO_STEP;
    int sourceThread = actor.thread;
    for (int i = 0; i < sourceCount; i++) {
      if (graph.node(sources[i]) == node && sources[i] > source) {
        source = sources[i];
        sourceThread = sourceThreads[i];
      }
    }
    node.admit(
        new VelodromeNode.Guest(actor.thread, stamp(), sourceThread, VelodromeGraph.stamp(source)));
    actor.last = source;
  }

  /** Merges the event in hand into its thread's last node, if that is after all sources. */
  private boolean mergeOwn(Actor actor) {
    if (!graph.isAlive(actor.last) || !isAfterAllSources(graph.node(actor.last))) {
      return false;
    }
    for (int i = 0; i < sourceCount; i++) {
      if (sourceThreads[i] != actor.thread) {
        graph.connect(sources[i], sourceThreads[i], graph.node(actor.last), stamp());
      }
    }
    return true;
  }

  private boolean isAfterAllSources(VelodromeNode node) {
    for (int i = 0; i < sourceCount; i++) {
      VelodromeNode source = graph.node(sources[i]);
      if (source != node && !node.isAfter(source)) {
        return false;
      }
    }
    return true;
  }

  private Actor actor(int thread) {
    if (thread >= actors.length) {
      actors = Arrays.copyOf(actors, Math.max(thread + 1, 2 * actors.length));
    }
    if (actors[thread] == null) {
      actors[thread] = new Actor(thread);
    }
    return actors[thread];
  }

  private void ensureVariable(int variable) {
    if (variable >= written.length) {
      int length = Math.max(variable + 1, 2 * written.length);
      written = Arrays.copyOf(written, length);
      writers = Arrays.copyOf(writers, length);
    }
  }

  private void ensureLock(int lock) {
    if (lock >= released.length) {
      int length = Math.max(lock + 1, 2 * released.length);
      released = Arrays.copyOf(released, length);
      releasers = Arrays.copyOf(releasers, length);
    }
  }
}
