package io.cosmodrome.generate;

import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import io.cosmodrome.trace.Trace;
import io.cosmodrome.trace.TraceSource;

/**
 * Well-formed traces by the seed: the same options give the same trace, on every JDK.
 *
 * <p>Events are pushed as they are made up; memory is that of the threads alive, the variables and
 * the names. A lock is held by one thread at a time; blocks nest; a forked thread has no event
 * before its fork, a joined one none after its join, and a thread that is not forked exists from
 * the start.
 */
public final class TraceGenerator implements TraceSource {
  private final GeneratorOptions options;
  private final Names names;
  private long plantedEvent = -1;

  /**
   * @throws IllegalArgumentException if the options do not go together
   */
  public TraceGenerator(GeneratorOptions options) {
    options.check();
    this.options = options;
    this.names = new Names(options);
  }

  /** The trace of these options, in memory. */
  public static Trace generate(GeneratorOptions options) {
    TraceGenerator generator = new TraceGenerator(options);
    Trace trace = new Trace(generator.symbols());
    generator.replay(trace);
    return trace;
  }

  @Override
  public Symbols symbols() {
    return names.symbols();
  }

  /**
   * The event that makes the last trace non-serializable: the second access of the planted block,
   * or the one that closes the planted cycle; -1 if nothing was planted.
   */
  public long plantedEvent() {
    return plantedEvent;
  }

  @Override
  public void replay(EventSink sink) {
    World world = new World(options, names, sink);
    Schedule schedule = new Schedule(world, new Walk(world, names));
    if (options.plant() != Plant.NONE) {
      schedule.runUntil(Math.round(options.events() * options.plantAt()), options.plant().events);
      plantedEvent = new Planter(world, schedule, names).plant();
    }
    schedule.runUntil(options.events(), 0);
    if (!options.openBlocks()) {
      schedule.closeAll();
      for (long i = world.emitted(); i < options.events() && !sink.isDone(); i++) {
        // one event was too little for anything that has to be closed
        world.access(world.alive(0), Op.READ, 0);
      }
    }
    sink.finish();
  }
}
