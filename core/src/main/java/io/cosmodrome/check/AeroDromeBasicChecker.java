package io.cosmodrome.check;

import java.util.Arrays;

/**
 * Conflict serializability in one pass with vector clocks: Algorithm 1 of AeroDrome (Mathur and
 * Viswanathan, ASPLOS 2020), as printed.
 *
 * <p>Every event gets a clock. Component t of it is the number of the last transaction of thread t
 * that reaches the event; at the end of a transaction all that it reached takes in all that reached
 * it, early events and late ones alike. An edge into a running transaction of thread t from an
 * event whose component t is that transaction's number closes a cycle. The paper compares the whole
 * clock of the begin; one component decides, for a clock takes it over only together with the rest.
 *
 * <pre>
 *   paper                  here
 *   C_t                    now[t]
 *   C_t^begin              beginTime[t], its component t; 0 while t runs no transaction
 *   L_l, lastRelThr_l      lastRelease[l], lastReleaser[l]
 *   W_x, lastWThr_x        lastWrite[x], lastWriter[x]
 *   R_{t,x}                lastRead[x][t]
 *   CHECKANDGET            take
 * </pre>
 *
 * <p>Exact for whole traces: two running transactions that reach each other are found only when one
 * of them ends, so the report may come later than the first cycle event, and those still open at
 * the end of the trace are closed there. A join of a child that had no event transmits nothing,
 * unlike in the paper. The first report says all that the engine can say; after it events are only
 * counted. Neither blocks are blamed nor witnesses given.
 *
 * <p>Time O(threads) a read, O(threads^2) a write, and the end of a transaction walks all locks,
 * variables and their readers. Memory O(threads^2 * variables). {@link AeroDromeChecker} is the
 * engine for long traces.
 */
final class AeroDromeBasicChecker extends StreamChecker {
  private static final int NOBODY = -1;
  private static final int[] BOTTOM = {};
  private static final int[][] NO_READS = {};

  private int threads; // how many ids were seen, in forks and joins too
  private int[][] now = new int[8][];
  private int[] beginTime = new int[8];
  private int[] depth = new int[8];
  private boolean[] hasEvents = new boolean[8];

  private int locks;
  private int[][] lastRelease = new int[8][];
  private int[] lastReleaser = new int[8];

  private int variables;
  private int[][] lastWrite = new int[64][];
  private int[] lastWriter = new int[64];
  private int[][][] lastRead = new int[64][][];

  private boolean traceIsOver;
  private long transactions;
  private long joins;

  AeroDromeBasicChecker(CheckOptions options) {
    super(options);
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    if (hasCycle() && !isDone()) {
      endEvent();
    } else {
      super.event(op, thread, target, location);
    }
  }

  @Override
  protected void read(int thread, int variable) {
    enter(thread);
    addVariables(variable);
    if (lastWriter[variable] != thread) {
      take(lastWrite[variable], thread);
    }
    int[][] reads = lastRead[variable];
    if (reads.length <= thread) {
      int length = reads.length;
      reads = Arrays.copyOf(reads, threads);
      Arrays.fill(reads, length, threads, BOTTOM);
      lastRead[variable] = reads;
    }
    reads[thread] = copy(now[thread], reads[thread]);
  }

  @Override
  protected void write(int thread, int variable) {
    enter(thread);
    addVariables(variable);
    if (lastWriter[variable] != thread) {
      take(lastWrite[variable], thread);
    }
    int[][] reads = lastRead[variable];
    for (int reader = 0; reader < reads.length; reader++) {
      if (reader != thread) {
        take(reads[reader], thread);
      }
    }
    lastWrite[variable] = copy(now[thread], lastWrite[variable]);
    lastWriter[variable] = thread;
  }

  @Override
  protected void acquire(int thread, int lock) {
    enter(thread);
    addLocks(lock);
    if (lastReleaser[lock] != thread) {
      take(lastRelease[lock], thread);
    }
  }

  @Override
  protected void release(int thread, int lock) {
    enter(thread);
    addLocks(lock);
    lastRelease[lock] = copy(now[thread], lastRelease[lock]);
    lastReleaser[lock] = thread;
  }

  @Override
  protected void fork(int thread, int child) {
    enter(thread);
    addThreads(child);
    now[child] = join(now[child], now[thread]);
  }

  @Override
  protected void join(int thread, int child) {
    enter(thread);
    addThreads(child);
    if (hasEvents[child]) {
      take(now[child], thread);
    }
  }

  @Override
  protected void begin(int thread, int label) {
    enter(thread);
    if (depth[thread]++ == 0) {
      transactions++;
      beginTime[thread] = ++now[thread][thread];
    }
  }

  @Override
  protected void end(int thread) {
    enter(thread);
    if (--depth[thread] == 0) {
      endTransaction(thread);
    }
  }

  /** Whatever the ended transaction reached now comes after all that reached the transaction. */
  private void endTransaction(int thread) {
    int time = beginTime[thread];
    beginTime[thread] = 0;
    int[] clock = now[thread];
    for (int other = 0; other < threads; other++) {
      if (other != thread && component(now[other], thread) >= time) {
        take(clock, other);
      }
    }
    for (int lock = 0; lock < locks; lock++) {
      lastRelease[lock] = joinIfAfter(lastRelease[lock], thread, time);
    }
    for (int variable = 0; variable < variables; variable++) {
      lastWrite[variable] = joinIfAfter(lastWrite[variable], thread, time);
      int[][] reads = lastRead[variable];
      for (int reader = 0; reader < reads.length; reader++) {
        reads[reader] = joinIfAfter(reads[reader], thread, time);
      }
    }
  }

  @Override
  public void finish() {
    traceIsOver = true;
    for (int thread = 0; thread < threads && !hasCycle(); thread++) {
      if (depth[thread] > 0) {
        depth[thread] = 0;
        endTransaction(thread);
      }
    }
    statistic("transactions", transactions);
    statistic("joins", joins);
  }

  /** An event with this clock comes before the event in hand of {@code thread}. */
  private void take(int[] clock, int thread) {
    if (beginTime[thread] != 0 && component(clock, thread) >= beginTime[thread]) {
      reportCycle(traceIsOver ? position() - 1 : position(), Witness.NONE);
    }
    now[thread] = join(now[thread], clock);
  }

  private int[] joinIfAfter(int[] clock, int thread, int time) {
    return component(clock, thread) >= time ? join(clock, now[thread]) : clock;
  }

  private int[] join(int[] clock, int[] other) {
    joins++;
    int[] joined = clock.length < other.length ? Arrays.copyOf(clock, other.length) : clock;
    for (int i = 0; i < other.length; i++) {
      joined[i] = Math.max(joined[i], other[i]);
    }
    return joined;
  }

  private static int[] copy(int[] clock, int[] into) {
    if (into.length != clock.length) {
      return clock.clone();
    }
    System.arraycopy(clock, 0, into, 0, clock.length);
    return into;
  }

  private static int component(int[] clock, int thread) {
    return thread < clock.length ? clock[thread] : 0;
  }

  private void enter(int thread) {
    addThreads(thread);
    hasEvents[thread] = true;
  }

  private void addThreads(int thread) {
    if (thread < threads) {
      return;
    }
    if (thread >= now.length) {
      int capacity = Math.max(2 * now.length, thread + 1);
      now = Arrays.copyOf(now, capacity);
      beginTime = Arrays.copyOf(beginTime, capacity);
      depth = Arrays.copyOf(depth, capacity);
      hasEvents = Arrays.copyOf(hasEvents, capacity);
    }
    for (; threads <= thread; threads++) {
      now[threads] = new int[threads + 1];
    }
  }

  private void addLocks(int lock) {
    if (lock < locks) {
      return;
    }
    if (lock >= lastRelease.length) {
      int capacity = Math.max(2 * lastRelease.length, lock + 1);
      lastRelease = Arrays.copyOf(lastRelease, capacity);
      lastReleaser = Arrays.copyOf(lastReleaser, capacity);
    }
    for (; locks <= lock; locks++) {
      lastRelease[locks] = BOTTOM;
      lastReleaser[locks] = NOBODY;
    }
  }

  private void addVariables(int variable) {
    if (variable < variables) {
      return;
    }
    if (variable >= lastWrite.length) {
      int capacity = Math.max(2 * lastWrite.length, variable + 1);
      lastWrite = Arrays.copyOf(lastWrite, capacity);
      lastWriter = Arrays.copyOf(lastWriter, capacity);
      lastRead = Arrays.copyOf(lastRead, capacity);
    }
    for (; variables <= variable; variables++) {
      lastWrite[variables] = BOTTOM;
      lastWriter[variables] = NOBODY;
      lastRead[variables] = NO_READS;
    }
  }
}
