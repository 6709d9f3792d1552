package io.cosmodrome.trace;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Passes a trace on as long as it obeys the rules of locks, blocks and threads.
 *
 * <ul>
 *   <li>A lock is acquired when it is free or by its holder, again, and released by its holder.
 *   <li>What is a lock is not a barrier.
 *   <li>An end, commit or abort closes a block that is open; its label, if any, is the block's.
 *   <li>A thread is forked at most once, by another thread, before its first event.
 *   <li>A thread is joined by another thread, after its last event.
 * </ul>
 *
 * Locks may be held and blocks be open at the end of the trace. At the first offence this sink is
 * done: neither the offending event nor anything after it, {@link #finish} included, is passed on.
 *
 * <p>O(1) per event; reads and writes cost one look at their thread's state. Memory: nine bytes a
 * lock, a byte a thread and an int an open block.
 */
public final class WellFormedTrace implements EventSink {
  /**
   * What a trace did that no run does.
   *
   * @param position of the event
   * @param problem what is wrong with it: {@code T1 releases lock m, which T0 holds}
   */
  public record Offence(long position, String problem) {
    /** The position and the problem: {@code event 17: T1 releases lock m, which T0 holds}. */
    public String message() {
      return place() + ": " + problem;
    }

    /** The offence as the source would have thrown it. */
    public MalformedTraceException toException() {
      return new MalformedTraceException(place(), problem);
    }

    private String place() {
      return "event " + position;
    }
  }

  // states of a thread
  private static final byte UNSEEN = 0;
  private static final byte FORKED = 1;
  private static final byte RUNNING = 2;
  private static final byte JOINED = 3;

  // uses of a lock id
  private static final byte LOCK = 1;
  private static final byte BARRIER = 2;

  private static final int[] NO_BLOCKS = {};

  private final Symbols symbols;
  private final boolean hidesReentrance;
  private final EventSink next;
  private byte[] states = new byte[16]; // by thread
  private int[][] blocks = new int[16][]; // by thread: labels of its open blocks, outermost first
  private int[] depths = new int[16]; // by thread: how many blocks are open
  private int[] holders = new int[16]; // by lock: thread + 1, or 0 if it is free
  private int[] holds = new int[16]; // by lock: acquires without their release
  private byte[] uses = new byte[16]; // by lock: whether it is a lock or a barrier
  private final int[] subjects = new int[EventBatch.CAPACITY]; // of a batch, see listSubjects
  private boolean reentrant; // whether the latest acquire or release was of a lock held anyway
  private long position;
  private @Nullable Offence offence;

  /**
   * A filter in front of {@code next}.
   *
   * @param symbols the names for messages; asked only when there is an offence
   */
  public WellFormedTrace(Symbols symbols, EventSink next) {
    this(symbols, false, next);
  }

  private WellFormedTrace(Symbols symbols, boolean hidesReentrance, EventSink next) {
    this.symbols = symbols;
    this.hidesReentrance = hidesReentrance;
    this.next = next;
  }

  /**
   * A filter that also hides acquires of locks that the thread already holds, and their releases:
   * they order nothing, and no engine wants them.
   *
   * <p>A thread that waits on a lock it acquired several times gives all of them up, so a source
   * has to give as many releases and, later, acquires.
   */
  public static WellFormedTrace hidingReentrance(Symbols symbols, EventSink next) {
    return new WellFormedTrace(symbols, true, next);
  }

  /** The first offence, if there was one. */
  public Optional<Offence> offence() {
    return Optional.ofNullable(offence);
  }

  @Override
  public boolean isDone() {
    return offence != null || next.isDone();
  }

  @Override
  public void finish() {
    if (offence == null) {
      next.finish();
    }
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    if (offence != null || !obeys(op, thread, target)) {
      return;
    }
    position++;
    if (hides(op)) {
      next.event(Op.HIDDEN, thread, Symbols.NONE, location);
    } else {
      next.event(op, thread, target, location);
    }
  }

  @Override
  public void events(EventBatch batch) {
    if (offence != null) {
      return;
    }
    long first = position;
    int count = listSubjects(batch);
    for (int n = 0; n < count && offence == null; n++) {
      int i = subjects[n];
      int op = batch.op(i);
      position = first + i;
      if (!obeys(op, batch.thread(i), batch.target(i))) {
        batch.cut(i);
      } else if (hides(op)) {
        batch.hide(i);
      }
    }
    position = first + batch.size();
    next.events(batch);
  }

  /**
   * Lists the events that a rule may speak of: all but accesses of running threads. No branch
   * depends on what cannot be foreseen; that is what the rest of the time would be spent on.
   */
  private int listSubjects(EventBatch batch) {
    int listed = 0;
    int joins = 0;
    for (int i = 0; i < batch.size(); i++) {
      int thread = batch.thread(i);
      if (thread >= states.length) {
        growThreads(thread);
      }
      int op = batch.op(i);
      subjects[listed] = i;
      int apart = (op >>> Op.ACCESS_BITS) | (states[thread] ^ RUNNING); // 0 for accesses of runners
      listed += (apart | -apart) >>> 31;
      joins += op == Op.JOIN ? 1 : 0;
    }
    return joins == 0 ? listed : listAll(batch); // after its join no thread is running
  }

  private int listAll(EventBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      subjects[i] = i;
    }
    return batch.size();
  }

  private boolean obeys(int op, int thread, int target) {
    return ((thread < states.length && states[thread] == RUNNING) || mayStart(op, thread))
        && (Op.isAccess(op) || mayHappen(op, thread, target));
  }

  private boolean hides(int op) {
    return reentrant && hidesReentrance && (op == Op.ACQUIRE || op == Op.RELEASE);
  }

  private boolean mayStart(int op, int thread) {
    if (op == Op.HIDDEN) {
      return true;
    }
    growThreads(thread);
    if (states[thread] == JOINED) {
      return offend(thread, " goes on after it was joined");
    }
    states[thread] = RUNNING;
    blocks[thread] = NO_BLOCKS;
    return true;
  }

  private boolean mayHappen(int op, int thread, int target) {
    return switch (op) {
      case Op.ACQUIRE -> acquire(thread, target);
      case Op.RELEASE -> release(thread, target);
      case Op.BEGIN -> begin(thread, target);
      case Op.END, Op.COMMIT, Op.ABORT -> end(op, thread, target);
      case Op.FORK -> fork(thread, target);
      case Op.JOIN -> join(thread, target);
      case Op.BARRIER -> barrier(thread, target);
      default -> true; // hidden events may stand anywhere
    };
  }

  private boolean barrier(int thread, int barrier) {
    return uses(barrier, BARRIER)
        || offend(thread, " waits at barrier " + lockName(barrier) + ", which is a lock");
  }

  /** Whether an id of the locks is used as before; a lock cannot be a barrier, too. */
  private boolean uses(int lock, byte use) {
    if (lock >= holders.length) {
      holders = Arrays.copyOf(holders, 2 * lock);
      holds = Arrays.copyOf(holds, 2 * lock);
      uses = Arrays.copyOf(uses, 2 * lock);
    }
    if (uses[lock] == 0) {
      uses[lock] = use;
    }
    return uses[lock] == use;
  }

  private boolean acquire(int thread, int lock) {
    if (!uses(lock, LOCK)) {
      return offend(thread, " acquires lock " + lockName(lock) + ", which is a barrier");
    }
    int holder = holders[lock] - 1;
    if (holder >= 0 && holder != thread) {
      return offend(
          thread, " acquires lock " + lockName(lock) + ", which " + name(holder) + " holds");
    }
    reentrant = holder == thread;
    holders[lock] = thread + 1;
    holds[lock]++;
    return true;
  }

  private boolean release(int thread, int lock) {
    int holder = lock < holders.length ? holders[lock] - 1 : -1;
    if (holder != thread) {
      String other = holder < 0 ? "nobody" : name(holder);
      return offend(thread, " releases lock " + lockName(lock) + ", which " + other + " holds");
    }
    reentrant = --holds[lock] > 0;
    if (!reentrant) {
      holders[lock] = 0;
    }
    return true;
  }

  private boolean begin(int thread, int label) {
    int depth = depths[thread];
    if (depth == blocks[thread].length) {
      blocks[thread] = Arrays.copyOf(blocks[thread], 2 * depth + 4);
    }
    blocks[thread][depth] = label;
    depths[thread] = depth + 1;
    return true;
  }

  private boolean end(int op, int thread, int label) {
    int depth = depths[thread];
    if (depth == 0) {
      return offend(thread, verb(op) + blockName(label) + " without having begun one");
    }
    int open = blocks[thread][depth - 1];
    if (label != Symbols.NONE && label != open) {
      return offend(
          thread, verb(op) + blockName(label) + ", but its innermost block is" + blockName(open));
    }
    depths[thread] = depth - 1;
    return true;
  }

  private boolean fork(int thread, int child) {
    if (child == thread) {
      return offend(thread, " forks itself");
    }
    growThreads(child);
    if (states[child] != UNSEEN) {
      String why =
          switch (states[child]) {
            case FORKED -> ", which was forked before";
            case RUNNING -> ", which already has events";
            default -> ", which was joined before";
          };
      return offend(thread, " forks " + name(child) + why);
    }
    states[child] = FORKED;
    return true;
  }

  private boolean join(int thread, int child) {
    if (child == thread) {
      return offend(thread, " joins itself");
    }
    growThreads(child);
    states[child] = JOINED;
    return true;
  }

  private void growThreads(int thread) {
    if (thread >= states.length) {
      states = Arrays.copyOf(states, 2 * thread);
      depths = Arrays.copyOf(depths, 2 * thread);
      blocks = Arrays.copyOf(blocks, 2 * thread);
    }
  }

  /** Remembers the offence; returns false so that a rule can end with it. */
  private boolean offend(int thread, String what) {
    offence = new Offence(position, name(thread) + what);
    return false;
  }

  private String name(int thread) {
    return symbols.threads().name(thread);
  }

  private String lockName(int lock) {
    return symbols.locks().name(lock);
  }

  private String blockName(int label) {
    return label == Symbols.NONE
        ? " a block without a label"
        : " block " + symbols.labels().name(label);
  }

  private static String verb(int op) {
    return switch (op) {
      case Op.COMMIT -> " commits";
      case Op.ABORT -> " aborts";
      default -> " ends";
    };
  }
}
