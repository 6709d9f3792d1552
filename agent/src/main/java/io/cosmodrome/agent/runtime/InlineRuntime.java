package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.DontInline;
import io.cosmodrome.check.Epoch;
import io.cosmodrome.check.Frontier;
import io.cosmodrome.check.FrontierThread;
import io.cosmodrome.check.FrontierThread.Hop;
import io.cosmodrome.report.BlockCount;
import io.cosmodrome.report.Finding;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks the program while it runs, with the same algorithm that checks traces; or, if it has a
 * {@link Recorder}, finds the order of its events in the same way and records them.
 *
 * <p>What a thread does on its own (its blocks, accesses to what it alone uses) needs no lock; see
 * {@link MonitoredThread}. All conflicts between threads go through {@link #lock}. Failures of our
 * own are counted, never thrown.
 */
public final class InlineRuntime implements Frontier.Listener {
  /** Guards the algorithm's state. A monitor, because parking would eat the program's permits. */
  final Object lock = new Object();

  final Frontier frontier = new Frontier(this);
  final ObjectNames names = new ObjectNames();
  final IdentityTable<LockState> locks = new IdentityTable<>(LockState::new);
  final IdentityTable<SyncState> syncs = new IdentityTable<>(SyncState::new);
  final IdentityTable<ArrayState> arrays;
  final IdentityTable<ObjectShadow> objects = new IdentityTable<>(ObjectShadow::of);
  final Threads threads;
  final BlockRuns blockRuns = new BlockRuns();
  final Sites sites = new Sites(blockRuns::makeRoom);
  final Stripes stripes = new Stripes();
  final Initializations initializations = new Initializations();
  final Scopes scopes = new Scopes();
  final Costs costs = new Costs();
  final boolean wholeArrays;

  final int threadBegins;
  final int threadEnds;

  private final @Nullable Recorder recorder;
  private final Findings findings;
  boolean hasFindings; // set under the lock, looked at without it
  private Runnable beforeHalt = () -> {};
  private @Nullable FrontierThread[] bySlot = new FrontierThread[16];
  private long failures;
  private @Nullable Throwable firstFailure;

  /** A runtime that checks. */
  public InlineRuntime(boolean wholeArrays) {
    this(wholeArrays, 0, false);
  }

  /**
   * A runtime that does not check but records.
   *
   * @param bufferKib how much may wait to be written
   * @param every whether also such accesses are recorded as change no verdict
   */
  public static InlineRuntime recording(boolean wholeArrays, int bufferKib, boolean every) {
    return new InlineRuntime(wholeArrays, bufferKib, every);
  }

  private InlineRuntime(boolean wholeArrays, int bufferKib, boolean every) {
    this.recorder = bufferKib > 0 ? new Recorder(this, bufferKib, every) : null;
    this.wholeArrays = wholeArrays;
    this.arrays = new IdentityTable<>((array, queue) -> new ArrayState(array, queue, wholeArrays));
    this.threads = new Threads(this);
    this.findings = new Findings(sites, names, this::threadAt, scopes, lock::notifyAll);
    // 0 means nothing, in a site as in a word: so nobody may have number 0
    Site nowhere = new Site("", "", null, "", "", 0);
    sites.add(nowhere);
    this.threadBegins = sites.add(new Site("begin", "", null, "", "", 0));
    this.threadEnds = sites.add(new Site("end", "", null, "", "", 0));
    frontier.start(new FrontierThread(-1));
  }

  private static @Nullable InlineRuntime installed;

  /**
   * Makes this the runtime that {@link Hooks} serves; before the first of its methods is called.
   */
  public void install() {
    synchronized (InlineRuntime.class) {
      installed = this;
    }
  }

  /** The runtime that was installed; without an agent, as in tests, one that nobody reads. */
  static synchronized InlineRuntime installed() {
    if (installed == null) {
      installed = new InlineRuntime(false);
    }
    return installed;
  }

  /** What watched classes cost, if that is counted. */
  public Costs costs() {
    return costs;
  }

  public Sites sites() {
    return sites;
  }

  /** What writes the trace; null if the run is checked instead. */
  public @Nullable Recorder recorder() {
    return recorder;
  }

  /** Says that locks may be taken unseen, so that findings say nothing of them. */
  public void ignoreLocks() {
    synchronized (lock) {
      findings.ignoreLocks();
    }
  }

  boolean tellsEvery() {
    return recorder != null && recorder.tellsEvery();
  }

  /** What to do before the program halts the JVM, which runs no shutdown hooks then. */
  public void beforeHalt(Runnable action) {
    beforeHalt = action;
  }

  void halts() {
    try {
      beforeHalt.run();
    } catch (Throwable failure) {
      failed(failure);
    }
  }

  void bySlot(FrontierThread thread) {
    if (thread.slot() >= bySlot.length) {
      bySlot = Arrays.copyOf(bySlot, Math.max(thread.slot() + 1, 2 * bySlot.length));
    }
    bySlot[thread.slot()] = thread;
  }

  /** The thread of a slot if it waits or is over, so that it is in no access; under the lock. */
  @Nullable MonitoredThread away(int slot) {
    return bySlot[slot] instanceof MonitoredThread thread && thread.isAway() ? thread : null;
  }

  private @Nullable MonitoredThread threadAt(long epoch) {
    return bySlot[Epoch.slot(epoch)] instanceof MonitoredThread thread ? thread : null;
  }

  @Override
  public void violated(FrontierThread thread, int block, long ref, List<Hop> path) {
    hasFindings = true;
    findings.violated((MonitoredThread) thread, block, path);
  }

  @Override
  public void cycle(FrontierThread thread, long ref, List<Hop> path) {
    findings.cycle((MonitoredThread) thread, path);
  }

  /** Something of ours went wrong; the program must not notice. */
  @DontInline
  void failed(Throwable failure) {
    failures++;
    if (firstFailure == null) {
      firstFailure = failure;
    }
  }

  /** What went wrong of our own, or null. */
  @Nullable String describeFailures() {
    return failures + stripes.givenUp() == 0 ? null : result().describeFailures();
  }

  /** Forgets what was found and counted so far, but not what was remembered of threads. */
  public void forgetResults() {
    synchronized (lock) {
      findings.clear();
      hasFindings = false;
      names.restart();
      threads.resetTotals();
      failures = 0;
      firstFailure = null;
    }
  }

  /** What was found so far, and what was looked at. */
  public RunResult result() {
    synchronized (lock) {
      return result(findings.list(), findings.counts(blockRuns.sums()), threads.totals());
    }
  }

  /**
   * Waits for findings that are new since the last call.
   *
   * @param millis how long at the most; 0 for ever
   */
  public List<Finding> awaitFresh(long millis) throws InterruptedException {
    synchronized (lock) {
      long end = System.nanoTime() + millis * 1_000_000;
      long rest = millis;
      while (!findings.hasFresh() && (millis == 0 || rest > 0)) {
        lock.wait(rest);
        rest = millis == 0 ? 0 : (end - System.nanoTime()) / 1_000_000;
      }
      return findings.takeFresh();
    }
  }

  private RunResult result(List<Finding> found, List<BlockCount> counts, Threads.Totals totals) {
    return new RunResult(
        found,
        counts,
        totals.blocks(),
        totals.threadsWithBlocks(),
        totals.conflicts(),
        failures + stripes.givenUp(),
        firstFailure);
  }

  /**
   * From now on, what this thread and those that it creates do is also looked at on its own.
   *
   * @param test name of the test that begins, if it is one
   */
  public Scope open(Optional<String> test) {
    synchronized (lock) {
      Scope scope = scopes.open(test, threads.totals());
      threads.remember(scope);
      return scope;
    }
  }

  /** Ends a scope and tells what was found in it, and what was looked at meanwhile. */
  public RunResult close(Scope scope) {
    synchronized (lock) {
      scopes.close(scope);
      return result(findings.list(scope.seen), List.of(), threads.since(scope));
    }
  }

  /** Ends a scope as if it had never been; whether anything was found in it. */
  public boolean forget(Scope scope) {
    synchronized (lock) {
      scopes.close(scope);
      boolean hasFindings = !findings.list(scope.seen).isEmpty();
      findings.forget(scope.seen);
      return hasFindings;
    }
  }

  /** Does not count what the current thread has done so far. */
  public void forgetThread() {
    synchronized (lock) {
      threads.forget(Thread.currentThread());
    }
  }
}
