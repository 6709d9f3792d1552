package io.cosmodrome.generate;

import io.cosmodrome.trace.Op;

/**
 * Puts one {@link Plant} into a disciplined trace.
 *
 * <p>The planted blocks hold no locks and access nothing but their own variables. Taken apart into
 * single events they would leave the trace serializable; so no block but a planted one can be
 * violated, and every cycle goes through planted ones.
 */
final class Planter {
  private static final int FOREVER = Integer.MAX_VALUE;

  private final World world;
  private final Schedule schedule;
  private final Names names;
  private final SplitMix random;
  private final int[] slots = new int[Names.PLANTED_VARIABLES];

  Planter(World world, Schedule schedule, Names names) {
    this.world = world;
    this.schedule = schedule;
    this.names = names;
    this.random = world.random;
  }

  /** Returns the event that makes the trace non-serializable. */
  long plant() {
    Plant plant = world.options.plant();
    int wanted = plant == Plant.CYCLE ? 2 + random.below(slots.length - 1) : plant.threads;
    int count = schedule.putToSleep(wanted, slots, plant.events);
    long planted = plant == Plant.CYCLE ? cycle(count) : violation();
    for (int i = 0; i < count; i++) {
      world.wake(slots[i]);
    }
    return planted;
  }

  /** Two accesses in a block, with one between them that conflicts with both. */
  private long violation() {
    boolean foreignWrites = random.below(4) > 0;
    boolean foreignBlock = random.below(2) == 0;
    begin(0);
    access(0, 0, !foreignWrites || random.below(2) == 0);
    if (foreignBlock) {
      begin(1);
    }
    access(1, 0, foreignWrites);
    if (foreignBlock) {
      end(1);
    }
    long planted = access(0, 0, !foreignWrites || random.below(2) == 0);
    end(0);
    return planted;
  }

  /**
   * Block i accesses variable i before all the others come to their second access, which is to the
   * variable of the block before them.
   */
  private long cycle(int blocks) {
    boolean[] writes = new boolean[blocks];
    for (int i = 0; i < blocks; i++) {
      writes[i] = random.below(2) == 0;
      begin(i);
    }
    for (int i = 0; i < blocks; i++) {
      access(i, i, writes[i]);
    }
    long planted = -1;
    int start = random.below(blocks);
    for (int i = start; i < start + blocks; i++) {
      int before = (i + blocks - 1) % blocks;
      planted = access(i % blocks, before, !writes[before] || random.below(2) == 0);
    }
    for (int i = 0; i < blocks; i++) {
      end(i);
    }
    return planted;
  }

  private void begin(int index) {
    world.begin(slots[index], names.plantedLabel(), FOREVER);
    letOthersRun();
  }

  private long access(int index, int variable, boolean writes) {
    long position = world.emitted();
    world.access(slots[index], writes ? Op.WRITE : Op.READ, names.plantedVariable(variable));
    letOthersRun();
    return position;
  }

  private void end(int index) {
    world.end(slots[index]);
    letOthersRun();
  }

  private void letOthersRun() {
    for (int turns = random.below(3); turns > 0; turns--) {
      schedule.turn(world.options.events(), world.options.plant().events);
    }
  }
}
