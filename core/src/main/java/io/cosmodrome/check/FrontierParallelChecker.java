package io.cosmodrome.check;

import io.cosmodrome.check.ConflictScan.EdgeList;
import io.cosmodrome.trace.Op;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Semaphore;

/**
 * {@link Frontier} in two stages, for several cores.
 *
 * <p>The thread that pushes events only collects them in chunks. Stage one finds the conflict edges
 * that lead into a chunk, in parallel for disjoint sets of variables and locks ({@link
 * ConflictScan}); it needs order only within one variable. Stage two takes the chunks in order and
 * feeds blocks, forks, joins and edges to the algorithm.
 *
 * <p>An edge tells the position of its source, not its epoch. So here positions <em>are</em> the
 * clocks: every event has its own, nothing needs to be told apart, and the algorithm is none the
 * wiser. Verdicts and violated blocks are those of {@link FrontierChecker}; witnesses may rest on
 * other accesses of the same epochs. A bounded number of chunks is under way at a time.
 */
final class FrontierParallelChecker extends Checker {
  private static final int CHUNKS = 8;

  private final int chunkSize;
  private final Executor pool = ForkJoinPool.commonPool();
  private final boolean firstOnly;
  private final TraceFrontier frontier = TraceFrontier.withPositionsAsClocks(this);
  private final ConflictScan[] scans;
  private final CompletableFuture<?>[] scanned; // by scan: its latest chunk
  private CompletableFuture<Void> judged = CompletableFuture.completedFuture(null);

  private final Semaphore room = new Semaphore(CHUNKS);
  private final Queue<Work> idle = new ConcurrentLinkedQueue<>();
  private Work filling;
  private long edges;
  private long stoppedAt;
  private volatile boolean stopped; // stage two has found what it was to find

  FrontierParallelChecker(CheckOptions options) {
    this(options, 1 << 16);
  }

  /**
   * @param chunkSize how many events are looked at together
   */
  FrontierParallelChecker(CheckOptions options, int chunkSize) {
    super(options);
    this.chunkSize = chunkSize;
    firstOnly = options.firstOnly();
    int shards = Math.max(1, Runtime.getRuntime().availableProcessors());
    scans = new ConflictScan[shards];
    scanned = new CompletableFuture<?>[shards];
    for (int shard = 0; shard < shards; shard++) {
      scans[shard] = new ConflictScan(shard, shards);
      scanned[shard] = CompletableFuture.completedFuture(null);
    }
    filling = nextWork();
  }

  /** A chunk and, by scan, the edges into it. */
  private static final class Work {
    final EventChunk chunk = new EventChunk();
    final EdgeList[] edges;

    Work(int scans) {
      edges = new EdgeList[scans];
      Arrays.setAll(edges, i -> new EdgeList());
    }
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    if (!stopped) {
      filling.chunk.add(op, thread, target);
      countEvent();
      if (filling.chunk.size() == chunkSize) {
        submit(filling, pool);
        filling = nextWork();
      }
    }
  }

  private Work nextWork() {
    room.acquireUninterruptibly();
    Work work = idle.poll();
    if (work == null) {
      work = new Work(scans.length);
    }
    work.chunk.clear(position());
    return work;
  }

  private void submit(Work work, Executor executor) {
    CompletableFuture<?>[] before = Arrays.copyOf(scanned, scans.length + 1);
    for (int i = 0; i < scans.length; i++) {
      ConflictScan scan = scans[i];
      EdgeList found = work.edges[i];
      found.clear();
      scanned[i] = scanned[i].thenRunAsync(() -> scan.scan(work.chunk, found), executor);
      before[i] = scanned[i];
    }
    before[scans.length] = judged;
    judged =
        CompletableFuture.allOf(before)
            .thenRunAsync(() -> judge(work), executor)
            .whenComplete(
                (done, failure) -> {
                  idle.add(work);
                  room.release();
                });
  }

  /** Stage two. Chunks come one after the other, though on different threads. */
  private void judge(Work work) {
    EventChunk chunk = work.chunk;
    int[] next = new int[scans.length]; // by scan: its next edge
    for (int i = 0; i < chunk.size() && !stopped; i++) {
      int op = chunk.op(i);
      long position = chunk.first() + i;
      if (op == Op.HIDDEN) {
        continue;
      }
      FrontierThread me = frontier.thread(chunk.thread(i), position);
      int target = chunk.target(i);
      if (Op.isAccess(op) || Op.isLock(op)) {
        int scan = target % scans.length;
        next[scan] = takeEdges(work.edges[scan], next[scan], me, position);
      } else if (op == Op.FORK) {
        frontier.fork(me, target, position);
      } else if (op == Op.JOIN) {
        frontier.join(me, target, position);
      } else if (op == Op.BEGIN) {
        me.begin(position, target);
      } else {
        me.end();
      }
      if (firstOnly && hasReported()) {
        stoppedAt = position;
        stopped = true;
      }
    }
  }

  private int takeEdges(EdgeList list, int from, FrontierThread me, long position) {
    int edge = from;
    while (edge < list.size() && list.destination(edge) == position) {
      long source = list.source(edge);
      long epoch = frontier.epochAt(list.sourceThread(edge), source);
      frontier.edge(epoch, source, me, position);
      edge++;
    }
    if (edge > from) {
      edges += edge - from;
      frontier.report();
    }
    return edge;
  }

  @Override
  public void finish() {
    submit(filling, Runnable::run); // this thread has nothing else to do
    try {
      judged.join();
    } catch (CompletionException failure) {
      throw new IllegalStateException("a stage failed", failure.getCause());
    }
    if (stopped) {
      endAfter(stoppedAt);
    }
    frontier.publishStatistics();
    statistic("conflictEdges", edges);
    statistic("scans", scans.length);
  }

  @Override
  public boolean isDone() {
    return stopped;
  }
}
