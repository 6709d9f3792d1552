package io.cosmodrome.generate;

/**
 * What a generated trace looks like: start from a {@link Family} and change what matters.
 *
 * <pre>{@code
 * GeneratorOptions.of(Family.LOCK_DISCIPLINED).withSeed(7).withEvents(1_000_000).withThreads(64)
 * }</pre>
 *
 * <p>Immutable. {@link #check} tells whether the settings go together.
 */
public final class GeneratorOptions implements Cloneable {
  public static final int MAX_THREADS = 200;

  private final Family family;
  private long seed = 1;
  private long events = 1000;
  private int threads = 4;
  private int variables = 6;
  private int locks = 3;
  private int nesting = 3;
  private int blockLength = 8;
  private int labels = 8;
  private int locations = 0;
  private int bursts = 3;
  private int lifetime = 60;
  private double unaryShare = 0.2;
  private double sharing = 1;
  private double writeShare = 0.4;
  private double volatileShare = 0.2;
  private double barrierShare = 0.01;
  private ForkJoin forkJoin = ForkJoin.ANY;
  private boolean openBlocks = true;
  private boolean reentrant = false;
  private boolean memoryTransactions = false;
  private boolean disciplined = false;
  private boolean longTransaction = false;
  private Plant plant = Plant.NONE;
  private double plantAt = 0.95;

  private GeneratorOptions(Family family) {
    this.family = family;
  }

  /** The settings of a family: 1000 events, everything else as its description says. */
  public static GeneratorOptions of(Family family) {
    return family.applyTo(new GeneratorOptions(family));
  }

  /** The family that these settings started from. */
  public Family family() {
    return family;
  }

  /** Where the random numbers start; the same options and seed give the same trace. */
  public long seed() {
    return seed;
  }

  public GeneratorOptions withSeed(long newSeed) {
    GeneratorOptions changed = copy();
    changed.seed = newSeed;
    return changed;
  }

  /** How many events the trace has. */
  public long events() {
    return events;
  }

  public GeneratorOptions withEvents(long newEvents) {
    GeneratorOptions changed = copy();
    changed.events = newEvents;
    return changed;
  }

  /** How many threads are alive at once, 2 to 200; forks may replace ended ones. */
  public int threads() {
    return threads;
  }

  public GeneratorOptions withThreads(int newThreads) {
    GeneratorOptions changed = copy();
    changed.threads = newThreads;
    return changed;
  }

  /** How many variables there are. */
  public int variables() {
    return variables;
  }

  public GeneratorOptions withVariables(int newVariables) {
    GeneratorOptions changed = copy();
    changed.variables = newVariables;
    return changed;
  }

  /** How many locks there are. */
  public int locks() {
    return locks;
  }

  public GeneratorOptions withLocks(int newLocks) {
    GeneratorOptions changed = copy();
    changed.locks = newLocks;
    return changed;
  }

  /** How deep blocks nest; 1 for no nesting. */
  public int nesting() {
    return nesting;
  }

  public GeneratorOptions withNesting(int newNesting) {
    GeneratorOptions changed = copy();
    changed.nesting = newNesting;
    return changed;
  }

  /** Mean number of events in an outermost block. */
  public int blockLength() {
    return blockLength;
  }

  public GeneratorOptions withBlockLength(int newBlockLength) {
    GeneratorOptions changed = copy();
    changed.blockLength = newBlockLength;
    return changed;
  }

  /** How many block labels there are; 0 for blocks without labels. */
  public int labels() {
    return labels;
  }

  public GeneratorOptions withLabels(int newLabels) {
    GeneratorOptions changed = copy();
    changed.labels = newLabels;
    return changed;
  }

  /** How many source locations there are; 0 for events without locations. */
  public int locations() {
    return locations;
  }

  public GeneratorOptions withLocations(int newLocations) {
    GeneratorOptions changed = copy();
    changed.locations = newLocations;
    return changed;
  }

  /** Mean number of events that a thread does before another one's turn. */
  public int bursts() {
    return bursts;
  }

  public GeneratorOptions withBursts(int newBursts) {
    GeneratorOptions changed = copy();
    changed.bursts = newBursts;
    return changed;
  }

  /** Mean number of events of a thread before it ends, if there are joins; 0 for no end. */
  public int lifetime() {
    return lifetime;
  }

  public GeneratorOptions withLifetime(int newLifetime) {
    GeneratorOptions changed = copy();
    changed.lifetime = newLifetime;
    return changed;
  }

  /** Share of events outside blocks, roughly. */
  public double unaryShare() {
    return unaryShare;
  }

  public GeneratorOptions withUnaryShare(double newUnaryShare) {
    GeneratorOptions changed = copy();
    changed.unaryShare = newUnaryShare;
    return changed;
  }

  /** Share of accesses, and of variables, that are not the thread's own. */
  public double sharing() {
    return sharing;
  }

  public GeneratorOptions withSharing(double newSharing) {
    GeneratorOptions changed = copy();
    changed.sharing = newSharing;
    return changed;
  }

  /** Share of accesses that write. */
  public double writeShare() {
    return writeShare;
  }

  public GeneratorOptions withWriteShare(double newWriteShare) {
    GeneratorOptions changed = copy();
    changed.writeShare = newWriteShare;
    return changed;
  }

  /** Share of shared variables that are volatile. */
  public double volatileShare() {
    return volatileShare;
  }

  public GeneratorOptions withVolatileShare(double newVolatileShare) {
    GeneratorOptions changed = copy();
    changed.volatileShare = newVolatileShare;
    return changed;
  }

  /** Share of events that pass a barrier, roughly. */
  public double barrierShare() {
    return barrierShare;
  }

  public GeneratorOptions withBarrierShare(double newBarrierShare) {
    GeneratorOptions changed = copy();
    changed.barrierShare = newBarrierShare;
    return changed;
  }

  /** Where threads come from. */
  public ForkJoin forkJoin() {
    return forkJoin;
  }

  public GeneratorOptions withForkJoin(ForkJoin newForkJoin) {
    GeneratorOptions changed = copy();
    changed.forkJoin = newForkJoin;
    return changed;
  }

  /** Whether the trace just stops, blocks open and locks held, or closes them first. */
  public boolean openBlocks() {
    return openBlocks;
  }

  public GeneratorOptions withOpenBlocks(boolean newOpenBlocks) {
    GeneratorOptions changed = copy();
    changed.openBlocks = newOpenBlocks;
    return changed;
  }

  /** Whether threads acquire locks that they hold already. */
  public boolean reentrant() {
    return reentrant;
  }

  public GeneratorOptions withReentrant(boolean newReentrant) {
    GeneratorOptions changed = copy();
    changed.reentrant = newReentrant;
    return changed;
  }

  /** Whether blocks end by commit and abort. */
  public boolean memoryTransactions() {
    return memoryTransactions;
  }

  public GeneratorOptions withMemoryTransactions(boolean newMemoryTransactions) {
    GeneratorOptions changed = copy();
    changed.memoryTransactions = newMemoryTransactions;
    return changed;
  }

  /** Whether the trace is serializable by construction (but for the plant). */
  public boolean disciplined() {
    return disciplined;
  }

  public GeneratorOptions withDisciplined(boolean newDisciplined) {
    GeneratorOptions changed = copy();
    changed.disciplined = newDisciplined;
    return changed;
  }

  /** Whether the first thread's first transaction spans the whole trace. */
  public boolean longTransaction() {
    return longTransaction;
  }

  public GeneratorOptions withLongTransaction(boolean newLongTransaction) {
    GeneratorOptions changed = copy();
    changed.longTransaction = newLongTransaction;
    return changed;
  }

  /** What makes a disciplined trace non-serializable after all. */
  public Plant plant() {
    return plant;
  }

  public GeneratorOptions withPlant(Plant newPlant) {
    GeneratorOptions changed = copy();
    changed.plant = newPlant;
    return changed;
  }

  /** At which part of the trace it is planted, at the earliest. */
  public double plantAt() {
    return plantAt;
  }

  public GeneratorOptions withPlantAt(double newPlantAt) {
    GeneratorOptions changed = copy();
    changed.plantAt = newPlantAt;
    return changed;
  }

  /** The number of variables that all threads share; the others belong to one thread each. */
  int sharedVariables() {
    if (sharing == 0 || sharing == 1) {
      return sharing == 0 ? 0 : variables;
    }
    return (int) Math.max(1, Math.min(variables - threads, Math.round(variables * sharing)));
  }

  /**
   * Says what is wrong with the settings, if anything.
   *
   * @throws IllegalArgumentException naming the setting, its value and what would be right
   */
  public void check() {
    require(events >= 1, "events", events, "at least 1");
    require(threads >= 2 && threads <= MAX_THREADS, "threads", threads, "2 to " + MAX_THREADS);
    require(variables >= 1, "variables", variables, "at least 1");
    require(locks >= 0, "locks", locks, "at least 0");
    require(nesting >= 1 && nesting <= 10_000, "nesting", nesting, "1 to 10000");
    require(blockLength >= 1, "blockLength", blockLength, "at least 1");
    require(labels >= 0, "labels", labels, "at least 0");
    require(locations >= 0, "locations", locations, "at least 0");
    require(bursts >= 1, "bursts", bursts, "at least 1");
    require(lifetime >= 0, "lifetime", lifetime, "at least 0");
    requireShare("unaryShare", unaryShare);
    requireShare("sharing", sharing);
    requireShare("writeShare", writeShare);
    requireShare("volatileShare", volatileShare);
    requireShare("barrierShare", barrierShare);
    requireShare("plantAt", plantAt);
    if (sharing < 1 && variables - (sharing > 0 ? 1 : 0) < threads) {
      throw new IllegalArgumentException(
          "variables is %d and sharing %s, but expected one variable for each of the %d threads%s"
              .formatted(variables, sharing, threads, sharing > 0 ? " and a shared one" : ""));
    }
    if (disciplined && sharing > 0 && locks == 0) {
      throw new IllegalArgumentException(
          "locks is 0, but expected at least 1: a disciplined trace accesses shared variables"
              + " under locks");
    }
    if (longTransaction) {
      require(events >= 8, "events", events, "at least 8 for a long transaction");
      require(
          forkJoin != ForkJoin.TREE,
          "forkJoin",
          forkJoin,
          "OFF or ANY: the long transaction" + " joins nobody");
    }
    checkPlant();
  }

  private void checkPlant() {
    if (plant == Plant.NONE) {
      return;
    }
    if (!disciplined) {
      throw new IllegalArgumentException(
          "plant is " + plant + ", but expected NONE: only disciplined traces can be planted in");
    }
    int needed = plant.threads + (longTransaction ? 1 : 0);
    require(threads >= needed, "threads", threads, "at least " + needed + " to plant in");
    int fewest = 2 * plant.events;
    require(events >= fewest, "events", events, "at least " + fewest + " to plant in");
  }

  private static void requireShare(String name, double value) {
    require(value >= 0 && value <= 1, name, value, "0 to 1");
  }

  private static void require(boolean holds, String name, Object value, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(name + " is " + value + ", but expected " + expected);
    }
  }

  private GeneratorOptions copy() {
    try {
      return (GeneratorOptions) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** All settings, in the order of their declaration. */
  @Override
  public String toString() {
    return "%s seed=%d events=%d threads=%d variables=%d locks=%d nesting=%d blockLength=%d"
            .formatted(
                family.displayName(), seed, events, threads, variables, locks, nesting, blockLength)
        + " labels=%d locations=%d bursts=%d lifetime=%d unaryShare=%s sharing=%s writeShare=%s"
            .formatted(labels, locations, bursts, lifetime, unaryShare, sharing, writeShare)
        + " volatileShare=%s barrierShare=%s forkJoin=%s openBlocks=%s reentrant=%s"
            .formatted(volatileShare, barrierShare, forkJoin, openBlocks, reentrant)
        + " memoryTransactions=%s disciplined=%s longTransaction=%s plant=%s plantAt=%s"
            .formatted(memoryTransactions, disciplined, longTransaction, plant, plantAt);
  }
}
