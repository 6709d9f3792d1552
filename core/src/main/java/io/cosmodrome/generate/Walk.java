package io.cosmodrome.generate;

import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;

/**
 * What a thread does next: a random step among those that are allowed.
 *
 * <p>A disciplined walk is serializable by construction. Shared variable v is guarded by lock v
 * modulo the number of locks and accessed by the lock's owner only. Within an outermost block,
 * whatever takes in order from other threads (acquire, join, barrier) comes before whatever gives
 * it to them (release, fork, barrier). So there is a moment in each transaction, between the two
 * phases, such that transactions are ordered as their moments are: no cycles. Locks are acquired in
 * ascending order, so somebody can always go on.
 */
final class Walk {
  private static final int LOCK_CHANCE = SplitMix.threshold(0.15);
  private static final int FORK_JOIN_CHANCE = SplitMix.threshold(0.08);
  private static final int SECOND_LOCK_CHANCE = SplitMix.threshold(0.1);
  private static final int ONE_IN_TWO = SplitMix.threshold(0.5);
  private static final int ONE_IN_FOUR = SplitMix.threshold(0.25);
  private static final int ONE_IN_EIGHT = SplitMix.threshold(0.125);

  private static final int NOBODY = -1;
  private static final int LONG = 0; // the slot of the long transaction

  private final World world;
  private final GeneratorOptions options;
  private final SplitMix random;
  private final int[] published;
  private final boolean[] gives; // by slot: the transaction is in its second phase
  private final boolean[] first; // by slot: the thread has no event yet
  private final int shared;
  private final int guards; // locks that guard variables
  private final int guarded; // variables per guard, rounded up
  private final int own; // variables per thread
  private final int volatiles;
  private final int beginChance;
  private final int nestChance;
  private final int sharedChance;
  private final int writeChance;
  private final int barrierChance;
  private int blocker = NOBODY;
  private boolean winding;

  Walk(World world, Names names) {
    this.world = world;
    options = world.options;
    random = world.random;
    gives = new boolean[options.threads()];
    first = new boolean[options.threads()];
    shared = options.sharedVariables();
    guards = Math.min(options.locks(), shared);
    guarded = guards == 0 ? 0 : (shared + guards - 1) / guards;
    own = (options.variables() - shared) / options.threads();
    volatiles = (int) Math.round(shared * options.volatileShare());
    // outside blocks, each event is followed by another one unless a block begins
    double inBlocks = 1 - options.unaryShare();
    double outside = options.unaryShare() * (options.blockLength() + 2);
    beginChance = SplitMix.threshold(inBlocks / (inBlocks + outside));
    double nests = options.nesting() == 1 ? 0 : (double) options.nesting() / options.blockLength();
    nestChance = SplitMix.threshold(Math.min(0.3, nests));
    sharedChance = SplitMix.threshold(options.sharing());
    writeChance = SplitMix.threshold(options.writeShare());
    barrierChance = SplitMix.threshold(options.barrierShare());
    published = options.longTransaction() ? publish(names) : new int[0];
  }

  /** Starts the long transaction: what it writes now, everybody may read from now on. */
  private int[] publish(Names names) {
    int count = (int) Math.min(Names.PUBLISHED_VARIABLES, options.events() / 4);
    int[] variables = new int[count];
    begin(LONG);
    for (int i = 0; i < count; i++) {
      variables[i] = names.publishedVariable(i);
      world.access(LONG, Op.WRITE, variables[i]);
    }
    gives[LONG] = true;
    return variables;
  }

  /** From now on threads come to rest outside their blocks, or go on as before. */
  void setWinding(boolean newWinding) {
    winding = newWinding;
  }

  boolean isLong(int slot) {
    return slot == LONG && options.longTransaction();
  }

  /** The slot that the last step would have had to wait for, or -1. */
  int blocker() {
    return blocker;
  }

  /** One event of the thread in {@code slot}, or none if it ends here or has to wait. */
  boolean step(int slot) {
    blocker = NOBODY;
    if (isLong(slot)) {
      return stepOfLong(slot);
    }
    if (world.depth(slot) == 0) {
      return stepOutside(slot);
    }
    return stepInside(slot);
  }

  private boolean stepOfLong(int slot) {
    if (options.disciplined()) {
      if (random.chance(FORK_JOIN_CHANCE) && forkOrJoin(slot)) {
        return true;
      }
      boolean takesOwn = own > 0 && random.chance(ONE_IN_TWO);
      return takesOwn ? accessOwn(slot) : readPublished(slot);
    }
    return nest(slot) || deed(slot);
  }

  private boolean stepOutside(int slot) {
    if (first[slot]) {
      first[slot] = false;
      if (random.chance(ONE_IN_FOUR) && forkOrJoin(slot)) {
        return true;
      }
    }
    if (world.isLifeOver(slot)) {
      return retire(slot);
    }
    if (winding) {
      return world.heldCount(slot) > 0 && release(slot);
    }
    if (options.disciplined() && world.heldCount(slot) > 0 && random.chance(ONE_IN_FOUR)) {
      return release(slot);
    }
    if (random.chance(beginChance)) {
      return begin(slot);
    }
    return deed(slot);
  }

  private boolean stepInside(int slot) {
    if (world.isBlockOver(slot)) {
      boolean keepsLocks = random.chance(ONE_IN_EIGHT) || !options.disciplined();
      boolean releases = world.heldCount(slot) > 0 && !keepsLocks;
      return releases ? release(slot) : end(slot);
    }
    return nest(slot) || deed(slot);
  }

  /** Lets go of everything, then ends; a parent that has to join its children waits for them. */
  private boolean retire(int slot) {
    if (world.heldCount(slot) > 0) {
      return release(slot);
    }
    if (options.forkJoin() == ForkJoin.TREE && world.hasChildren(slot)) {
      int joinable = world.joinable(slot);
      if (joinable >= 0) {
        world.join(slot, joinable, true);
      }
      return joinable >= 0;
    }
    world.endThread(slot);
    return false;
  }

  private boolean nest(int slot) {
    if (!random.chance(nestChance)) {
      return false;
    }
    if (world.depth(slot) > 1 && random.chance(ONE_IN_FOUR)) {
      return end(slot);
    }
    return world.canBegin(slot) && begin(slot);
  }

  private boolean begin(int slot) {
    if (world.depth(slot) == 0) {
      gives[slot] = false;
    }
    int label = options.labels() == 0 ? Symbols.NONE : random.below(options.labels());
    world.begin(slot, label, random.around(options.blockLength()));
    return true;
  }

  private boolean end(int slot) {
    world.end(slot);
    return true;
  }

  /** Anything but begin and end. */
  private boolean deed(int slot) {
    if (options.forkJoin() != ForkJoin.OFF && random.chance(FORK_JOIN_CHANCE) && forkOrJoin(slot)) {
      return true;
    }
    if (random.chance(barrierChance) && mayTakeOrder(slot)) {
      gives[slot] = true;
      world.barrier(slot, random.below(Names.BARRIERS));
      return true;
    }
    if (published.length > 0 && random.chance(ONE_IN_EIGHT)) {
      return readPublished(slot);
    }
    return options.disciplined() ? disciplinedDeed(slot) : freeDeed(slot);
  }

  private boolean freeDeed(int slot) {
    if (options.locks() > 0 && random.chance(LOCK_CHANCE)) {
      int lock = random.below(options.locks());
      if (world.canAcquire(slot, lock)) {
        world.acquire(slot, lock);
        return true;
      }
      if (world.heldCount(slot) > 0) {
        return release(slot);
      }
    }
    boolean takesOwn = own > 0 && !random.chance(sharedChance);
    return takesOwn ? accessOwn(slot) : access(slot, random.below(shared));
  }

  private boolean disciplinedDeed(int slot) {
    if (own > 0 && !random.chance(sharedChance)) {
      return accessOwn(slot);
    }
    int held = world.heldCount(slot);
    if (held == 0 || random.chance(SECOND_LOCK_CHANCE)) {
      int next = held == 0 ? 0 : highestHeld(slot) + 1;
      if (mayTakeOrder(slot) && next < guards) {
        return acquire(slot, next + random.below(guards - next));
      }
      if (options.reentrant() && held > 0 && world.canAcquire(slot, world.held(slot, 0))) {
        return acquire(slot, world.held(slot, 0));
      }
    }
    if (held == 0) { // nothing shared is left to do in this transaction
      return own > 0 ? accessOwn(slot) : end(slot);
    }
    int variable = world.held(slot, random.below(held)) + guards * random.below(guarded);
    return access(slot, variable < shared ? variable : variable - guards);
  }

  private int highestHeld(int slot) {
    int highest = -1;
    for (int i = 0; i < world.heldCount(slot); i++) {
      highest = Math.max(highest, world.held(slot, i));
    }
    return highest;
  }

  private boolean acquire(int slot, int lock) {
    if (world.canAcquire(slot, lock)) {
      world.acquire(slot, lock);
      return true;
    }
    blocker = world.owner(lock) == slot ? NOBODY : world.owner(lock);
    return false;
  }

  private boolean release(int slot) {
    gives[slot] = true;
    world.release(slot, random.below(world.heldCount(slot)));
    return true;
  }

  /** Whether discipline allows an event that may come after those of other threads. */
  private boolean mayTakeOrder(int slot) {
    return !options.disciplined() || world.depth(slot) == 0 || !gives[slot];
  }

  private boolean forkOrJoin(int slot) {
    if (world.canFork() && random.chance(ONE_IN_TWO)) {
      gives[slot] = true;
      int child = world.fork(slot, random.chance(ONE_IN_EIGHT));
      first[child] = true;
      return true;
    }
    int joinable = mayTakeOrder(slot) ? world.joinable(slot) : -1;
    if (joinable >= 0) {
      boolean last = options.forkJoin() == ForkJoin.TREE || !random.chance(ONE_IN_EIGHT);
      world.join(slot, joinable, last);
    }
    return joinable >= 0;
  }

  private boolean readPublished(int slot) {
    world.access(slot, Op.READ, published[random.below(published.length)]);
    return true;
  }

  private boolean accessOwn(int slot) {
    int variable = shared + slot * own + random.below(own);
    world.access(slot, random.chance(writeChance) ? Op.WRITE : Op.READ, variable);
    return true;
  }

  private boolean access(int slot, int variable) {
    boolean writes = random.chance(writeChance);
    if (variable < volatiles) {
      world.access(slot, writes ? Op.VOLATILE_WRITE : Op.VOLATILE_READ, variable);
    } else {
      world.access(slot, writes ? Op.WRITE : Op.READ, variable);
    }
    return true;
  }
}
