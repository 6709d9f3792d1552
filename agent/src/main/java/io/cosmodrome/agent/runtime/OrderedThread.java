package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.DontInline;
import io.cosmodrome.check.Epoch;
import io.cosmodrome.check.FrontierThread;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a thread, and what its events come after: told to the {@link
 * io.cosmodrome.check.Frontier}, or to the thread's {@link ThreadTrace} if the run is recorded.
 *
 * <p>Blocks are the thread's own and need no lock. Edges from other threads are taken under the
 * runtime's lock.
 */
public abstract class OrderedThread extends FrontierThread {
  /** Whether events go into a trace instead of being judged; final, so that it costs nothing. */
  static final boolean RECORDS = InlineRuntime.installed().recorder() != null;

  /**
   * Whether a trace has no accesses that repeat one of the same epoch; see docs/decisions.md for
   * why they prove no more.
   */
  static final boolean SKIPS_REPEATS = RECORDS && !InlineRuntime.installed().tellsEvery();

  private static final long[] NO_BLOCKS = {};

  final Thread owner;
  final InlineRuntime runtime;
  final BlockRuns.Counters runs; // of blocks
  long conflicts; // accesses that took the lock
  @Nullable ThreadTrace trace; // if the run is recorded, from before its first event
  private long forgotten; // blocks that do not count
  private long[] violated = NO_BLOCKS; // by depth: the latest block there that was, by reference

  OrderedThread(int id, Thread owner, InlineRuntime runtime) {
    super(id, true); // so that accesses need not tell that they used an epoch
    this.owner = owner;
    this.runtime = runtime;
    this.runs = runtime.blockRuns.take();
  }

  InlineRuntime runtime() {
    return runtime;
  }

  void recordTo(ThreadTrace newTrace) {
    trace = newTrace;
  }

  // ---- blocks ----

  /**
   * Opens a block and returns how many were open before. Too long for C1 to inline it, as it should
   * be: see {@link Hooks#known}.
   */
  public int enter(int block) {
    runs.add(block);
    int before = beginNext(block);
    if (RECORDS && trace != null) {
      trace.begin(runtime.sites.siteOf(block), before);
    }
    return before;
  }

  /** Clock and label of an open block: no other block has the same. */
  @Override
  public long beginRef(int block) {
    return beginWord(block);
  }

  @Override
  public int label(int block) {
    return (int) beginRef(block) & ((1 << Sites.BITS) - 1);
  }

  /** How many blocks were opened since {@link #forgetBlocks}. */
  long blocks() {
    return (RECORDS && trace != null ? trace.blocks() : begun()) - forgotten;
  }

  void forgetBlocks() {
    forgotten += blocks();
  }

  /** Whether an open block, counted from the outermost, is violated for the first time. */
  boolean isFirstViolation(int block) {
    if (isViolated(block)) {
      return false;
    }
    if (block >= violated.length) {
      violated = Arrays.copyOf(violated, 2 * block + 1);
    }
    violated[block] = beginRef(block);
    return true;
  }

  private boolean isViolated(int block) {
    return block < violated.length && violated[block] == beginRef(block);
  }

  @Override
  public void endTo(int blocks) {
    if (RECORDS && trace != null && depth() > blocks) {
      trace.endTo(blocks);
    }
    super.endTo(blocks);
  }

  /** Ends all open blocks for now; {@link #resume} lets them begin anew. */
  public int[] suspend() {
    int[] open = new int[depth()];
    for (int block = 0; block < open.length; block++) {
      open[block] = label(block);
    }
    endTo(0);
    return open;
  }

  /** Lets blocks begin anew, which are the same to whoever counts. */
  public void resume(int[] open) {
    for (int block = 0; block < open.length; block++) {
      boolean wasViolated = isViolated(block);
      enter(open[block]);
      runs.takeBack(open[block]);
      if (wasViolated) {
        violated[block] = beginRef(block);
      }
    }
    forgotten += open.length;
  }

  // ---- edges ----

  /** Whether what the thread does now can matter to nobody. */
  boolean isSilent() {
    return !RECORDS && isUnreached();
  }

  /** Begins an epoch and returns its clock. */
  long nextClock() {
    return next();
  }

  /** An earlier event on something conflicts with the one in hand; under the lock. */
  @DontInline
  void edge(long source, int sourceSite, @Nullable Object object, int element, int site) {
    if (RECORDS) {
      if (Epoch.slot(source) != slot()) {
        follow(source);
        if (trace != null) {
          trace.follows();
        }
      }
    } else if (Epoch.slot(source) != slot() && !runtime.frontier.isGarbage(source)) {
      tell(source, sourceSite, object, element, site);
    }
  }

  /** Tells the checker of an edge. */
  @DontInline
  final void tell(long source, int sourceSite, @Nullable Object object, int element, int site) {
    if (runtime.frontier.arrives(source, this)) {
      long something = (long) runtime.names.number(object, element) << 32;
      runtime.frontier.take(source, something | sourceSite, this, something | site);
    }
  }

  // ---- messages: how a trace says that an event comes after another; see ThreadTrace ----

  /** Says in a trace, if there is one, that others may come after this; without the lock. */
  int send(SyncState state, int site) {
    return RECORDS && trace != null ? trace.send(state, site) : -1;
  }

  /** An edge to the event in hand from one that has told a message; under the lock. */
  @DontInline
  void edge(long source, int sourceSite, int message, @Nullable Object object, int site) {
    edge(source, sourceSite, object, -1, site);
    if (RECORDS && trace != null && message >= 0 && Epoch.slot(source) != slot()) {
      trace.comesAfter(message);
    }
  }

  /** Says in a trace that the event in hand comes after those that have told; without the lock. */
  void received(int site) {
    if (RECORDS && trace != null) {
      trace.receive(site);
    }
  }
}
