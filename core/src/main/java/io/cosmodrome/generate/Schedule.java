package io.cosmodrome.generate;

/** Whose turn it is: a random thread, for a burst of events, and how long that goes on. */
final class Schedule {
  private final World world;
  private final Walk walk;
  private final GeneratorOptions options;

  Schedule(World world, Walk walk) {
    this.world = world;
    this.walk = walk;
    this.options = world.options;
  }

  /**
   * Runs all threads up to the event {@code limit}, or as far as the trace can then still take
   * {@code reserve} events and be closed.
   */
  void runUntil(long limit, int reserve) {
    while (world.emitted() < limit && hasRoom(reserve) && !world.isDone()) {
      turn(limit, reserve);
    }
  }

  /** One thread's burst, if anybody is awake; it may have to wait and do nothing. */
  void turn(long limit, int reserve) {
    if (world.aliveCount() == 0) {
      return;
    }
    int blocker = walk.blocker();
    int slot = blocker >= 0 && world.isAwake(blocker) ? blocker : world.alive(randomIndex());
    int burst = world.random.around(options.bursts());
    while (burst-- > 0 && world.emitted() < limit && hasRoom(reserve) && walk.step(slot)) {}
  }

  /**
   * Runs until {@code count} threads sleep outside all blocks, or as many as there are.
   *
   * @return how many they are; their slots are in {@code sleepers}
   */
  int putToSleep(int count, int[] sleepers, int reserve) {
    int asleep = 0;
    walk.setWinding(true);
    while (asleep < count && world.aliveCount() > 0 && hasRoom(reserve)) {
      int slot = world.alive(randomIndex());
      if (world.isIdle(slot)) {
        world.sleep(slot);
        sleepers[asleep++] = slot;
      } else {
        walk.step(slot);
      }
    }
    walk.setWinding(false);
    if (asleep < count) {
      closeAllButLong();
    }
    for (int i = world.aliveCount() - 1; i >= 0 && asleep < count; i--) {
      int slot = world.alive(i);
      if (world.isIdle(slot)) {
        world.sleep(slot);
        sleepers[asleep++] = slot;
      }
    }
    return asleep;
  }

  /** Ends all blocks and releases all locks, in random order. */
  void closeAll() {
    closeAllButLong();
    for (int i = 0; i < world.aliveCount(); i++) {
      close(world.alive(i));
    }
  }

  private void closeAllButLong() {
    int first = randomIndex();
    for (int i = 0; i < world.aliveCount(); i++) {
      int slot = world.alive((first + i) % world.aliveCount());
      if (!walk.isLong(slot)) {
        close(slot);
      }
    }
  }

  private void close(int slot) {
    while (!world.isIdle(slot)) {
      if (world.depth(slot) == 0 || (world.heldCount(slot) > 0 && world.random.chance(1 << 15))) {
        world.release(slot, world.heldCount(slot) - 1);
      } else {
        world.end(slot);
      }
    }
  }

  private int randomIndex() {
    return world.random.below(world.aliveCount());
  }

  /** Whether another event, and what it may open, leaves enough to close everything. */
  private boolean hasRoom(int reserve) {
    boolean closes = !options.openBlocks() || reserve > 0;
    long needed = closes ? world.closing() + reserve + 2 : 1;
    return world.emitted() + needed <= options.events();
  }
}
