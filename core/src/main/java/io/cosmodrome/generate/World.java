package io.cosmodrome.generate;

import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import java.util.Arrays;

/**
 * What threads and locks are doing at one moment of a generated trace, and the only way to add an
 * event to it. Whoever calls the operations when their conditions hold gets a well-formed trace.
 *
 * <p>A thread lives in a slot. The slot of a thread that was joined is free for a new thread, so
 * that memory does not grow with the number of threads ever forked (their names do).
 */
final class World {
  private static final int MAX_HELD = 8;
  private static final int FOREVER = -1;

  private static final byte FREE = 0;
  private static final byte AWAKE = 1;
  private static final byte ASLEEP = 2;
  private static final byte ENDED = 3;

  final GeneratorOptions options;
  final SplitMix random;
  private final EventSink sink;
  private final Names names;
  private final int commitChance = SplitMix.threshold(0.75);

  private long emitted;
  private long closing; // how many ends and releases it takes to close everything
  private int threadsEver;

  // by slot
  private final byte[] state;
  private final int[] thread;
  private final int[] parent;
  private final int[] children; // forked and not yet joined
  private final int[] life; // events until the thread wants to end, or FOREVER
  private final int[] depth;
  private final int[] left; // events until the outermost block wants to end
  private final int[][] labels; // of open blocks, outermost first
  private final int[] heldCount;
  private final int[][] held; // locks, in the order of their acquires

  // slots by what they are: alive[0 .. aliveCount), ended[0 .. endedCount), free[0 .. freeCount)
  private final int[] alive;
  private final int[] placeInAlive;
  private int aliveCount;
  private final int[] ended;
  private int endedCount;
  private final int[] free;
  private int freeCount;

  // by lock
  private final int[] owner; // slot + 1, or 0
  private final int[] holds;

  World(GeneratorOptions options, Names names, EventSink sink) {
    this.options = options;
    this.names = names;
    this.sink = sink;
    this.random = new SplitMix(options.seed());
    int slots = options.threads();
    state = new byte[slots];
    thread = new int[slots];
    parent = new int[slots];
    children = new int[slots];
    life = new int[slots];
    depth = new int[slots];
    left = new int[slots];
    labels = new int[slots][Math.min(options.nesting(), 4)];
    heldCount = new int[slots];
    held = new int[slots][MAX_HELD];
    alive = new int[slots];
    placeInAlive = new int[slots];
    ended = new int[slots];
    free = new int[slots];
    owner = new int[options.locks()];
    holds = new int[options.locks()];
    populate(slots);
  }

  private void populate(int slots) {
    int fromStart =
        switch (options.forkJoin()) {
          case OFF -> slots;
          case ANY -> 1 + random.below(slots);
          case TREE -> 1;
        };
    fromStart = Math.max(fromStart, firstMortal());
    for (int slot = 0; slot < fromStart; slot++) {
      enter(slot);
    }
    for (int slot = slots - 1; slot >= fromStart; slot--) {
      free[freeCount++] = slot;
    }
  }

  /** Threads in slots below this one never end: main, and those that are planted in. */
  private int firstMortal() {
    return options.plant() == Plant.NONE
        ? 1
        : options.plant().threads + (options.longTransaction() ? 1 : 0);
  }

  private void enter(int slot) {
    thread[slot] = names.thread(threadsEver++);
    boolean mortal =
        options.forkJoin() != ForkJoin.OFF && options.lifetime() > 0 && slot >= firstMortal();
    life[slot] = mortal ? random.around(options.lifetime()) : FOREVER;
    children[slot] = 0;
    wake(slot);
  }

  // ---- looking around

  long emitted() {
    return emitted;
  }

  /** How many events would close everything that is open. */
  long closing() {
    return closing;
  }

  int aliveCount() {
    return aliveCount;
  }

  /** A slot that may do events; {@code index} is below {@link #aliveCount}. */
  int alive(int index) {
    return alive[index];
  }

  boolean isDone() {
    return sink.isDone();
  }

  int depth(int slot) {
    return depth[slot];
  }

  boolean isBlockOver(int slot) {
    return left[slot] <= 0;
  }

  int heldCount(int slot) {
    return heldCount[slot];
  }

  int held(int slot, int index) {
    return held[slot][index];
  }

  /** Outside all blocks, holding nothing. */
  boolean isIdle(int slot) {
    return depth[slot] == 0 && heldCount[slot] == 0;
  }

  boolean isAwake(int slot) {
    return state[slot] == AWAKE;
  }

  boolean isLifeOver(int slot) {
    return life[slot] == 0;
  }

  boolean hasChildren(int slot) {
    return children[slot] > 0;
  }

  /** The slot that holds a lock, or -1. */
  int owner(int lock) {
    return owner[lock] - 1;
  }

  boolean canAcquire(int slot, int lock) {
    boolean available = owner[lock] == 0 || (owner[lock] == slot + 1 && options.reentrant());
    return available && heldCount[slot] < MAX_HELD;
  }

  boolean canBegin(int slot) {
    return depth[slot] < options.nesting();
  }

  boolean canFork() {
    return freeCount > 0;
  }

  /** A thread that {@code slot} may join now, or -1: a random one, or the first one that fits. */
  int joinable(int slot) {
    if (endedCount == 0) {
      return -1;
    }
    if (options.forkJoin() != ForkJoin.TREE) {
      return random.below(endedCount);
    }
    for (int i = 0; i < endedCount; i++) {
      if (parent[ended[i]] == slot) {
        return i;
      }
    }
    return -1;
  }

  // ---- events

  void access(int slot, int op, int variable) {
    emit(op, slot, variable);
  }

  void acquire(int slot, int lock) {
    owner[lock] = slot + 1;
    holds[lock]++;
    held[slot][heldCount[slot]++] = lock;
    closing++;
    emit(Op.ACQUIRE, slot, lock);
  }

  /** Releases the {@code index}-th of the locks held. */
  void release(int slot, int index) {
    int[] locks = held[slot];
    int lock = locks[index];
    int last = --heldCount[slot];
    System.arraycopy(locks, index + 1, locks, index, last - index);
    if (--holds[lock] == 0) {
      owner[lock] = 0;
    }
    closing--;
    emit(Op.RELEASE, slot, lock);
  }

  /** Begins a block; an outermost one will want to end after {@code length} events. */
  void begin(int slot, int label, int length) {
    int level = depth[slot]++;
    if (level == 0) {
      left[slot] = length;
    }
    if (level == labels[slot].length) {
      labels[slot] = Arrays.copyOf(labels[slot], 2 * level);
    }
    labels[slot][level] = label;
    closing++;
    emit(Op.BEGIN, slot, label);
  }

  void end(int slot) {
    int op = Op.END;
    if (options.memoryTransactions()) {
      op = random.chance(commitChance) ? Op.COMMIT : Op.ABORT;
    }
    closing--;
    int label = labels[slot][depth[slot] - 1];
    emit(op, slot, label);
    depth[slot]--;
  }

  void barrier(int slot, int barrier) {
    emit(Op.BARRIER, slot, options.locks() + barrier);
  }

  /** Forks a thread, which may turn out to have no events at all. */
  int fork(int slot, boolean stillborn) {
    int child = free[--freeCount];
    enter(child);
    parent[child] = slot;
    children[slot]++;
    if (stillborn) {
      endThread(child);
    }
    emit(Op.FORK, slot, thread[child]);
    return child;
  }

  /** Joins what {@link #joinable} found; {@code last} if nobody will join it again. */
  void join(int slot, int joinable, boolean last) {
    int child = ended[joinable];
    if (last) {
      ended[joinable] = ended[--endedCount];
      state[child] = FREE;
      free[freeCount++] = child;
      children[parent[child]]--;
    }
    emit(Op.JOIN, slot, thread[child]);
  }

  private void emit(int op, int slot, int target) {
    int label = depth[slot] == 0 ? Symbols.NONE : labels[slot][depth[slot] - 1];
    sink.event(op, thread[slot], target, names.location(op, target, label));
    emitted++;
    left[slot]--;
    if (life[slot] > 0) {
      life[slot]--;
    }
  }

  // ---- threads

  /** The thread has done its last event. */
  void endThread(int slot) {
    sleep(slot);
    state[slot] = ENDED;
    ended[endedCount++] = slot;
  }

  /** Takes a thread out of those that may do events, until {@link #wake}. */
  void sleep(int slot) {
    state[slot] = ASLEEP;
    int place = placeInAlive[slot];
    int last = alive[--aliveCount];
    alive[place] = last;
    placeInAlive[last] = place;
  }

  void wake(int slot) {
    state[slot] = AWAKE;
    placeInAlive[slot] = aliveCount;
    alive[aliveCount++] = slot;
  }
}
