package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.Epoch;
import io.cosmodrome.check.FrontierThread;
import io.cosmodrome.trace.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread of the program. Instrumented code fetches it once per method and passes it on.
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
 *   <li>All else is done under the runtime's lock.
 * </ul>
 *
 * The order of two accesses of different threads to one variable is that of the program's own
 * synchronization if the program has no race there: then instrumentation and access need not be one
 * step. With a race an edge can be missed or two racing accesses be remembered the other way round.
 *
 * <p>In a run that is recorded, what happens goes into its {@link ThreadTrace}, too.
 */
public final class MonitoredThread extends FrontierThread {
  /** In a write word: threads other than the owner of the read word have read since. */
  static final long SHARED = Long.MIN_VALUE;

  /** Whether events go into a trace instead of being judged; final, so that it costs nothing. */
  static final boolean RECORDS = InlineRuntime.installed().recorder() != null;

  /**
   * Whether a trace has no accesses that repeat one of the same epoch; see docs/decisions.md for
   * why they prove no more.
   */
  static final boolean SKIPS_REPEATS = RECORDS && !InlineRuntime.installed().tellsEvery();

  private static final int CACHED_LOCKS = 16; // and as many other objects to synchronize with

  private static final long[] NO_BLOCKS = {};

  final Thread owner;
  private final InlineRuntime runtime;
  private long forgotten; // blocks that do not count
  @Nullable String startedBy; // name of the thread, if its start was seen
  int startSite;
  final BlockRuns.Counters runs; // of blocks
  private long[] violated = NO_BLOCKS; // by depth: the latest block there that was, by reference
  private int untilAccesses = Costs.ACCESSES; // that are told of
  private int untilCalls = Costs.CALLS;
  long conflicts; // accesses that took the lock
  Findings.@Nullable Report report; // the latest about its blocks
  int stripe = -1; // held around a volatile access
  int place; // site of the call of the program that is in hand, for hooks inside the JDK
  boolean hasWaited; // in the call of a synchronizer that is in hand
  private long taken; // the last release that an edge was taken from

  // the variable in hand, while the lock is held
  private long lastWrite;
  private int writeSite;
  private long lastRead;
  private int readSite;
  private @Nullable ReadCells readers;
  private int variables; // of its object

  private LockState recentLock;
  private final @Nullable LockState[] locks = new LockState[CACHED_LOCKS];
  private int nextLock; // the one to be replaced
  private @Nullable SyncState @Nullable [] syncs; // once the thread uses one
  final Recent recent = new Recent(this);
  private boolean away; // guarded by the runtime's lock
  private @Nullable List<SyncState> optimistic; // locks that the thread reads without having them
  JdkCollections.@Nullable Known lookedInto; // a collection of the program's, just now
  JdkCollections.@Nullable OpenCalls openCalls; // of such collections
  @Nullable SyncState inVain; // the lock with which the thread will have to start over
  private boolean initializes; // a class
  private @Nullable ThreadTrace trace; // if the run is recorded, from before its first event
  final HeldLocks heldLocks = new HeldLocks(this); // unless the run is recorded

  MonitoredThread(int id, Thread owner, InlineRuntime runtime) {
    super(id, true); // so that accesses need not tell that they used an epoch
    this.owner = owner;
    this.runtime = runtime;
    this.runs = runtime.blockRuns.take();
    this.recentLock = new LockState(this, null);
  }

  // ---- recording ----

  void recordTo(ThreadTrace newTrace) {
    trace = newTrace;
  }

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

  // ---- what it costs ----

  /** Counts an access, a block or a monitor; called where that matters only. */
  public void counts(int group) {
    if (--untilAccesses <= 0) {
      untilAccesses = Costs.ACCESSES;
      runtime.costs.addAccesses(group);
    }
  }

  /** Counts a call that has hooks around it. */
  public void countsCall(int group) {
    if (--untilCalls <= 0) {
      untilCalls = Costs.CALLS;
      runtime.costs.addCalls(group);
    }
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

  /** For the words of a new object's fields: they are this thread's, but nothing has happened. */
  public long claim() {
    return epoch() >>> Epoch.CLOCK_BITS << Epoch.CLOCK_BITS;
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

  /** The initialization of a class begins, apart from open blocks: these end for now. */
  public Initialization initializes() {
    int[] open = suspend();
    advance();
    boolean isInner = initializes;
    initializes = true;
    return new Initialization(open, epoch(), isInner);
  }

  /** It is over, and the blocks begin anew. */
  public void initialized(Initialization begun) {
    initializes = begun.isInner;
    if (!RECORDS) {
      try {
        synchronized (runtime.lock) {
          runtime.initializations.add(begun.first, epoch());
        }
      } catch (Throwable failure) {
        runtime.failed(failure);
      }
    }
    advance();
    resume(begun.open);
  }

  // ---- variables: called by the accessors of fields and by arrays, under the lock ----

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
    return epoch == 0 || isMine(epoch) || (!RECORDS && runtime.frontier.isSurelyGarbage(epoch));
  }

  /**
   * A read of the variable in hand.
   *
   * @param variable which one of the object's, or the index of an array's element
   * @param element the index of an array's element, or -1
   * @return whether the read word is now this thread's, to be stored with its epoch
   */
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

  /** Remembers a read where there was no room for it yet; under the lock. */
  ReadCells register(@Nullable ReadCells readers, int variables, int variable, int site) {
    ReadCells result = readers == null ? new ReadCells(variables) : readers;
    if (!result.put(slot(), variable, epoch(), site)) {
      result.add(slot(), variable);
      result.put(slot(), variable, epoch(), site);
    }
    return result;
  }

  /** An earlier access of an array's element conflicts with the one in hand; under the lock. */
  void conflict(long source, int sourceSite, @Nullable Object array, int element, int site) {
    try {
      conflicts++;
      if (source != 0 && optimistic == null) {
        meet(source, sourceSite, array, element, site);
      }
    } catch (Throwable failure) {
      runtime.failed(failure);
    }
  }

  /** Takes the edges to an access of the variable in hand. */
  void meets(@Nullable Object object, int variable, int element, boolean isWrite, int site) {
    conflicts++;
    if (optimistic != null) {
      return;
    }
    long write = lastWrite & ~SHARED;
    if (write != 0) {
      meet(write, writeSite, object, element, site);
    }
    if (!isWrite) {
      return;
    }
    if (lastRead != 0) {
      meet(lastRead, readSite, object, element, site);
    }
    if (readers != null && lastWrite < 0) {
      readers.all(
          variable,
          (epoch, readSite) -> {
            meet(epoch, readSite, object, element, site);
            return true;
          });
    }
  }

  /** An earlier access conflicts with the one in hand, unless it was part of an initialization. */
  private void meet(long source, int sourceSite, @Nullable Object object, int element, int site) {
    if (RECORDS) {
      edge(source, sourceSite, object, element, site);
    } else if (Epoch.slot(source) != slot()
        && !runtime.frontier.isGarbage(source)
        && !runtime.initializations.include(source)) {
      tell(source, sourceSite, object, element, site);
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

  /** An earlier event on something conflicts with the one in hand; under the lock. */
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

  private void tell(long source, int sourceSite, @Nullable Object object, int element, int site) {
    long something = (long) runtime.names.number(object, element) << 32;
    runtime.frontier.edge(source, something | sourceSite, this, something | site);
  }

  // ---- monitors ----

  private LockState lockOf(Object object) {
    LockState recent = recentLock;
    return recent.refersTo(object) ? recent : lockOfSlow(object);
  }

  /**
   * Looks at one after the other: the hash of a locked object is not in its header, but far away.
   */
  private LockState lockOfSlow(Object object) {
    for (LockState lock : locks) {
      if (lock != null && lock.refersTo(object)) {
        recentLock = lock;
        return lock;
      }
    }
    LockState lock = runtime.locks.get(object);
    locks[nextLock] = lock;
    nextLock = (nextLock + 1) % CACHED_LOCKS;
    recentLock = lock;
    return lock;
  }

  /** The thread has just entered the object's monitor. */
  public LockState acquire(Object object, int site) {
    LockState lock = recentLock;
    try {
      lock = lockOf(object);
      if (lock.holder == this) {
        lock.depth++;
      } else {
        lock.holder = this;
        lock.depth = 1;
        acquired(lock, object, site);
      }
    } catch (Throwable failure) {
      runtime.failed(failure);
    }
    return lock;
  }

  private void acquired(LockState lock, Object object, int site) {
    if (!RECORDS) {
      heldLocks.take(lock);
    }
    if (!isOver(lock.release)) {
      synchronized (runtime.lock) {
        conflicts++;
        edge(lock.release, lock.releaseSite, object, -1, site);
      }
    }
    if (RECORDS && trace != null) {
      trace.acquire(lock, object, site);
    }
  }

  /** The thread is about to leave the monitor; whether it holds it as far as we know. */
  public boolean release(LockState lock, int site) {
    if (lock.holder != this) {
      return false;
    }
    if (--lock.depth == 0) {
      if (RECORDS) {
        recordRelease(lock, site);
      }
      lock.release = epoch();
      lock.releaseSite = site;
      if (!RECORDS) {
        heldLocks.drop(lock);
      }
      lock.holder = null;
    }
    return true;
  }

  private void recordRelease(LockState lock, int site) {
    try {
      if (trace != null) {
        trace.release(lock, site);
      }
    } catch (Throwable failure) {
      runtime.failed(failure);
    }
  }

  boolean release(Object object, int site) {
    try {
      return release(lockOf(object), site);
    } catch (Throwable failure) {
      runtime.failed(failure);
      return false;
    }
  }

  /** The thread is about to wait: it gives the monitor up, however often it entered it. */
  int releaseAll(Object object, int site) {
    LockState lock = lockOf(object);
    if (lock.holder != this) {
      return 0;
    }
    int depth = lock.depth;
    lock.depth = 1;
    release(lock, site);
    return depth;
  }

  /** The thread has waited and has the monitor again. */
  void acquireAgain(Object object, int depth, int site) {
    if (depth > 0) {
      acquire(object, site).depth = depth;
    }
  }

  // ---- other objects to synchronize with ----

  SyncState syncOf(Object object) {
    @Nullable SyncState[] cache = syncs;
    if (cache == null) {
      cache = new SyncState[CACHED_LOCKS];
      syncs = cache;
    }
    int position = System.identityHashCode(object) & (CACHED_LOCKS - 1);
    SyncState state = cache[position];
    if (state == null || !state.refersTo(object)) {
      state = runtime.syncs.get(object);
      cache[position] = state;
    }
    return state;
  }

  /** Whether what the thread does now can matter to nobody. */
  boolean isSilent() {
    return !RECORDS && isUnreached();
  }

  /** The thread is about to let others go on that wait for as many as there may be. */
  void release(SyncState state, int set, int site) {
    if (!isSilent() && (RECORDS || !releaseAgain(state.releases, set, site))) {
      releaseSlow(state, set, site);
    }
  }

  /** Refreshes a release of the thread's that still counts; needs no lock. */
  private boolean releaseAgain(@Nullable Readers releases, int set, int site) {
    Readers.Reader release = releases == null ? null : releases.find(set, slot());
    if (release == null) {
      return false;
    }
    if (release.epoch != epoch()) {
      release.epoch = epoch();
      release.site = site;
    }
    return true;
  }

  private void releaseSlow(SyncState state, int set, int site) {
    if (RECORDS) {
      Readers.Reader before = state.releases == null ? null : state.releases.find(set, slot());
      if (before != null && before.epoch == epoch()) {
        return;
      }
    }
    int message = send(state, site);
    synchronized (runtime.lock) {
      if (state.releases == null) {
        state.releases = new Readers();
      }
      forgetTaken(state.releases, set);
      Readers.Reader release = state.releases.get(set, slot());
      release.site = site;
      release.message = message;
      release.epoch = publish();
    }
  }

  /** Who comes after the thread's next release comes after what the thread came after. */
  private void forgetTaken(Readers releases, int set) {
    releases.compact(set);
    for (Readers.Reader release : releases.all(set)) {
      if (release != null && release.taker == slot() && release.taken != 0) {
        release.drop(release.taken);
      }
    }
  }

  /** The thread goes on because of what all those did that have released. */
  void acquire(SyncState state, int set, int site) {
    Readers releases = state.releases;
    if (releases != null && releases.all(set).length > 0) {
      synchronized (runtime.lock) {
        conflicts++;
        edges(releases, set, state.get(), site);
      }
      received(site);
    }
  }

  /**
   * Takes an edge from each of a set, and drops those that matter no more; under the lock, after
   * which {@link #received} is due.
   */
  void edges(Readers releases, int set, @Nullable Object object, int site) {
    for (Readers.Reader release : releases.all(set)) {
      long epoch = release == null ? 0 : release.epoch;
      if (epoch == 0) {
        continue;
      }
      if (!RECORDS && runtime.frontier.isGarbage(epoch)) {
        release.drop(epoch);
      } else {
        edge(epoch, release.site, release.message, object, site);
        release.taken = epoch;
        release.taker = slot();
      }
    }
  }

  /** The thread shares a lock with others that have it since the last release of one alone. */
  void acquireShared(SyncState lock, int site) {
    long release = lock.release;
    if (release != 0 && release != taken && Epoch.slot(release) != slot()) {
      synchronized (runtime.lock) {
        conflicts++;
        edge(release, lock.releaseSite, lock.message, lock.get(), site);
      }
      received(site);
      taken = release;
    }
  }

  /** The thread has a lock, for itself or not; before the edges that come with it. */
  void hold(SyncState lock) {
    if (!RECORDS) {
      heldLocks.take(lock);
    }
  }

  /** The thread has a lock no more; after it was remembered. */
  void letGo(SyncState lock) {
    if (!RECORDS) {
      heldLocks.drop(lock);
    }
  }

  /** Begins an epoch and returns its clock. */
  long nextClock() {
    return next();
  }

  /** The thread has the lock for itself. */
  void acquireAlone(SyncState lock, int site) {
    hold(lock);
    acquireShared(lock, site);
    Readers shared = lock.releases;
    if (shared != null && shared.all(SyncState.RELEASES).length > 0) {
      synchronized (runtime.lock) {
        conflicts++;
        edges(shared, SyncState.RELEASES, lock.get(), site);
        shared.clear(SyncState.RELEASES);
      }
      received(site);
    }
    if (RECORDS && trace != null) {
      trace.acquireAlone(lock, site);
    }
  }

  /** The thread is about to let go of a lock that it has for itself. */
  void releaseAlone(SyncState lock, int site) {
    if (RECORDS && trace != null) {
      trace.releaseAlone(lock, site);
    }
    lock.release = publish();
    lock.releaseSite = site;
    letGo(lock);
  }

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

  // ---- messages: how a trace says that an event comes after another; see ThreadTrace ----

  /** Says in a trace, if there is one, that others may come after this; without the lock. */
  int send(SyncState state, int site) {
    return RECORDS && trace != null ? trace.send(state, site) : -1;
  }

  /** An edge to the event in hand from one that has told a message; under the lock. */
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

  // ---- other threads ----

  void fork(Thread child, int site) {
    boolean first;
    int number;
    synchronized (runtime.lock) {
      ThreadEntry entry = runtime.threads.entry(child);
      first = entry.fork == 0;
      number = runtime.threads.number(entry, child);
      entry.fork = epoch();
      entry.forkSite = site;
      entry.forkedBy = owner.getName();
    }
    if (RECORDS && first) {
      record(Op.FORK, site, number);
    }
  }

  /** Takes in the start of this thread; its first event. */
  void takeInFork(ThreadEntry entry) {
    if (entry.fork != 0) {
      startedBy = entry.forkedBy;
      startSite = entry.forkSite;
      edge(entry.fork, entry.forkSite, null, -1, runtime.threadBegins);
    }
  }

  /** The thread has seen that another one is over. */
  void join(Thread child, int site) {
    int number;
    synchronized (runtime.lock) {
      long last = runtime.threads.lastOf(child);
      if (last != 0) {
        edge(last, runtime.threadEnds, null, -1, site);
      }
      number = runtime.threads.numberOf(child);
    }
    if (RECORDS && number >= 0 && child.getState() == Thread.State.TERMINATED) {
      record(Op.JOIN, site, number);
    }
  }

  /**
   * Says that the thread is about to wait for another one to end, or that it has waited: in between
   * it is in no access to anything.
   */
  void setAway(boolean isAway) {
    synchronized (runtime.lock) {
      away = isAway;
    }
  }

  /** Whether the thread waits, or is over; under the lock. */
  boolean isAway() {
    return away || !owner.isAlive();
  }

  /** Whether nothing that the thread did up to a clock can matter any more; needs no lock. */
  boolean isGarbageUpTo(long clock) {
    return clock == 0 || (!RECORDS && runtime.frontier.isSurelyGarbage(Epoch.of(slot(), clock)));
  }

  InlineRuntime runtime() {
    return runtime;
  }
}
