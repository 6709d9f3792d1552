package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.DontInline;
import io.cosmodrome.check.Epoch;
import io.cosmodrome.trace.Op;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The accesses of a thread to variables.
 *
 * <p>A variable is remembered in two words, the epochs of the last write and of the latest read,
 * and {@link ReadCells}. Who may touch them:
 *
 * <ul>
 *   <li>The read word belongs to one thread between two writes: to the thread that wrote last, or
 *       before any write to the thread that read first. Only its owner stores to it, so concurrent
 *       reads, which are no race, never overwrite each other. Other threads have a cell of their
 *       own each in {@link ReadCells}, and mark the write word with {@link #SHARED}.
 *   <li>A write word with the thread's own slot and without that mark says that no other thread has
 *       read or written since, so the thread may go on without the lock.
 *   <li>Where all earlier accesses are past mattering, a writer takes the variable over without the
 *       lock, and a reader that has room in {@link ReadCells} uses it.
 *   <li>All else is done under the variable's lock, one of many; an edge that may tell something is
 *       taken under the runtime's.
 * </ul>
 *
 * The order of two accesses of different threads to one variable is that of the program's own
 * synchronization if the program has no race there: then instrumentation and access need not be one
 * step. With a race an edge can be missed or two racing accesses be remembered the other way round.
 */
public abstract class AccessingThread extends OrderedThread {
  /** In a write word: threads other than the owner of the read word have read since. */
  static final long SHARED = Long.MIN_VALUE;

  private static final int KEPT_GARBAGE = 64;

  // the variable in hand, while the lock is held
  private long lastWrite;
  private int writeSite;
  private long lastRead;
  private int readSite;
  private @Nullable ReadCells readers;
  private int variables; // of its object

  // by slot, the first few: the latest epoch that was found not to matter any more
  private final long[] garbage = new long[KEPT_GARBAGE];

  private final ReadCells.Room room = new ReadCells.Room();

  private @Nullable List<SyncState> optimistic; // locks that the thread reads without having them
  boolean initializes; // a class

  AccessingThread(int id, Thread owner, InlineRuntime runtime) {
    super(id, owner, runtime);
  }

  /** For the words of a new object's fields: they are this thread's, but nothing has happened. */
  public long claim() {
    return epoch() >>> Epoch.CLOCK_BITS << Epoch.CLOCK_BITS;
  }

  // ---- variables: called by the accessors of fields and by shadows of objects ----

  /** Takes the variable in hand. */
  public void load(
      long lastWrite,
      int writeSite,
      long lastRead,
      int readSite,
      @Nullable ReadCells readers,
      int variables) {
    this.lastWrite = lastWrite;
    this.writeSite = writeSite;
    this.lastRead = lastRead;
    this.readSite = readSite;
    this.readers = readers;
    this.variables = variables;
  }

  /** The write word to be stored. */
  public long lastWrite() {
    return lastWrite;
  }

  public @Nullable ReadCells readers() {
    return readers;
  }

  /** Remembers another read of a thread that has read since the last write; needs no lock. */
  public boolean readAgain(@Nullable ReadCells readers, int variable, int site) {
    return readers != null && readers.again(slot(), variable, epoch(), site);
  }

  /** Whether the thread has read in its present epoch, since the last write; needs no lock. */
  public boolean hasRead(@Nullable ReadCells readers, int variable) {
    return readers != null && readers.has(slot(), variable, epoch());
  }

  /**
   * Remembers the first read since a write that no longer matters; needs no lock. The write word is
   * then to be marked with {@link #SHARED}: other readers would store the same at the same time.
   */
  public boolean readFirst(long lastWrite, @Nullable ReadCells readers, int variable, int site) {
    return readers != null
        && isOver(lastWrite & ~SHARED)
        && readers.put(slot(), variable, epoch(), site);
  }

  /**
   * Whether all earlier accesses of a variable no longer matter, so that this thread may make it
   * its own without the lock: both words are then to be stored with the thread's epoch.
   */
  public boolean takesOver(
      long lastWrite, long lastRead, @Nullable ReadCells readers, int variable) {
    if (!isOver(lastWrite & ~SHARED) || !isOver(lastRead)) {
      return false;
    }
    if (lastWrite < 0 && readers != null) {
      if (!readers.all(variable, (epoch, site) -> isOver(epoch))) {
        return false;
      }
      readers.clear(variable);
    }
    return true;
  }

  /** Whether an earlier access no longer matters to this one; may be asked without the lock. */
  boolean isOver(long epoch) {
    // the order of a recorded run is to be exact even where it does not matter to the checker
    return epoch == 0 || isMine(epoch) || (!RECORDS && (knows(epoch) || isGarbage(epoch)));
  }

  /**
   * Whether an epoch is garbage, which it stays, and then all before it in the same thread is. So
   * the other thread's state, which changes with each of its blocks, is not looked at each time.
   */
  private boolean isGarbage(long epoch) {
    int slot = Epoch.slot(epoch);
    if (slot >= KEPT_GARBAGE) {
      return runtime.frontier.isSurelyGarbage(epoch);
    }
    if (epoch <= garbage[slot]) {
      return true;
    }
    if (!runtime.frontier.isSurelyGarbage(epoch)) {
      return false;
    }
    garbage[slot] = epoch;
    return true;
  }

  /**
   * A read of the variable in hand.
   *
   * @param variable which one of the object's, or the index of an array's element
   * @param element the index of an array's element, or -1
   * @return whether the read word is now this thread's, to be stored with its epoch
   */
  @DontInline
  public boolean read(@Nullable Object object, int variable, int element, int site) {
    try {
      meets(object, variable, element, false, site);
      return haveRead(variable, site);
    } catch (Throwable failure) {
      runtime.failed(failure);
      return false;
    }
  }

  /** A write of the variable in hand; both words are to be stored with this thread's epoch. */
  @DontInline
  public void write(@Nullable Object object, int variable, int element, int site) {
    try {
      meets(object, variable, element, true, site);
      wrote(variable);
    } catch (Throwable failure) {
      runtime.failed(failure);
    }
  }

  private boolean isMine(long epoch) {
    return Epoch.slot(epoch) == slot();
  }

  /** Remembers a read where there was no room for it yet; under the variable's lock. */
  ReadCells register(@Nullable ReadCells readers, int variables, int variable, int site) {
    ReadCells result = readers == null ? new ReadCells(variables, room) : readers;
    if (!result.put(slot(), variable, epoch(), site)) {
      result.add(slot(), variable);
      result.put(slot(), variable, epoch(), site);
    }
    return result;
  }

  /** An earlier access of an array's element conflicts with the one in hand. */
  void conflict(long source, int sourceSite, @Nullable Object array, int element, int site) {
    try {
      if (optimistic == null) {
        meet(source, sourceSite, array, element, site);
      }
    } catch (Throwable failure) {
      runtime.failed(failure);
    }
  }

  /** Takes the edges to an access of the variable in hand. */
  void meets(@Nullable Object object, int variable, int element, boolean isWrite, int site) {
    if (optimistic != null) {
      return;
    }
    meet(lastWrite & ~SHARED, writeSite, object, element, site);
    if (!isWrite) {
      return;
    }
    meet(lastRead, readSite, object, element, site);
    if (readers != null && lastWrite < 0) {
      readers.all(
          variable,
          (epoch, readSite) -> {
            meet(epoch, readSite, object, element, site);
            return true;
          });
    }
  }

  /**
   * An earlier access, if there was one, conflicts with the one in hand, unless it was part of an
   * initialization. Only an edge that may tell something needs the runtime's lock.
   */
  private void meet(long source, int sourceSite, @Nullable Object object, int element, int site) {
    if (!isOver(source)) {
      take(source, sourceSite, object, element, site);
    }
  }

  @DontInline
  private void take(long source, int sourceSite, @Nullable Object object, int element, int site) {
    synchronized (runtime.lock) {
      conflicts++;
      if (RECORDS) {
        edge(source, sourceSite, object, element, site);
      } else if (!runtime.frontier.isGarbage(source) && !runtime.initializations.include(source)) {
        tell(source, sourceSite, object, element, site);
      }
    }
  }

  /** Remembers a read of the variable in hand, unless the read word is to do it: then true. */
  boolean haveRead(int variable, int site) {
    if ((lastRead == 0 && lastWrite == 0) || isMine(lastRead)) {
      return true;
    }
    readers = register(readers, variables, variable, site);
    lastWrite |= SHARED;
    return false;
  }

  /** Ends the time of the readers of the variable in hand. */
  void wrote(int variable) {
    if (readers != null && lastWrite < 0) {
      readers.clear(variable);
    }
  }

  // ---- optimistic reads ----

  /** From now on what the thread reads may be in vain, so nothing comes before it. */
  void beginOptimism(SyncState lock) {
    if (optimistic == null) {
      optimistic = new ArrayList<>(1);
    }
    if (!optimistic.contains(lock)) {
      optimistic.add(lock);
    }
  }

  /** Ends that for a lock; whether it was so. */
  boolean endOptimism(SyncState lock) {
    boolean known = optimistic != null && optimistic.remove(lock);
    if (known && optimistic != null && optimistic.isEmpty()) {
      optimistic = null;
      if (SKIPS_REPEATS) {
        follow(epoch()); // what was read meanwhile was not told, so it repeats nothing
      }
    }
    return known;
  }

  // ---- recording ----

  /** Adds an event to the trace, if there is one; the runtime's lock must not be held. */
  public void record(int op, int site, int target) {
    ThreadTrace to = trace;
    if (to != null && isTold(op)) {
      to.add(op, site, target);
    }
  }

  private boolean isTold(int op) {
    return (optimistic == null || op != Op.READ) && !(initializes && Op.isAccess(op));
  }

  /** Makes sure that an event can be recorded without waiting. */
  void reserve() {
    ThreadTrace to = trace;
    if (to != null) {
      to.reserve();
    }
  }

  /** Gives ids to the fields of an object, as {@link ObjectNumbers} keeps them; under the lock. */
  public long newObject(Object object, int fields) {
    try {
      return trace == null ? 0 : trace.newObject(object, fields);
    } catch (Throwable failure) {
      runtime.failed(failure);
      return 0;
    }
  }

  /** Gives ids to the static fields of a class; the first one plus one; under the lock. */
  public int newStatics(int fields) {
    try {
      return trace == null ? 0 : trace.newStatics(fields);
    } catch (Throwable failure) {
      runtime.failed(failure);
      return 0;
    }
  }
}
