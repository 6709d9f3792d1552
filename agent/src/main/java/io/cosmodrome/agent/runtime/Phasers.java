package io.cosmodrome.agent.runtime;

import io.cosmodrome.agent.runtime.SyncState.Generation;
import java.util.concurrent.Phaser;
import org.jspecify.annotations.Nullable;

/**
 * What instrumented code calls around its calls of {@link Phaser}: whoever sees that a phase is
 * over comes after all who arrived in it. A tree of phasers advances as one, so its root stands for
 * all of it. If a phaser is terminated from outside there is no order: nobody was waited for.
 */
public final class Phasers {
  private static final InlineRuntime RUNTIME = InlineRuntime.installed();
  private static final int KEPT = 3; // phases; nobody waits for much older ones

  private Phasers() {}

  /** The thread is about to arrive; returns those that arrive in the same phase. */
  public static @Nullable Object arrives(@Nullable Object object, MonitoredThread me, int site) {
    try {
      if (object instanceof Phaser phaser && phaser.getPhase() >= 0) {
        SyncState state = me.syncs.of(phaser.getRoot());
        int message = me.send(state, site);
        synchronized (RUNTIME.lock) {
          Generation generation = current(state, phaser.getPhase());
          Readers.Reader arrival = generation.arrivals.get(0, me.slot());
          arrival.site = site;
          arrival.message = message;
          arrival.epoch = me.publish();
          return generation;
        }
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
    return null;
  }

  private static Generation current(SyncState state, int phase) {
    Generation known = find(state, phase);
    if (known == null) {
      known = new Generation(state, phase, state.generation);
      state.generation = known;
      Generation last = known;
      for (int i = 1; i < KEPT && last.earlier != null; i++) {
        last = last.earlier;
      }
      last.earlier = null;
    }
    return known;
  }

  private static @Nullable Generation find(SyncState state, int phase) {
    Generation generation = state.generation;
    while (generation != null && generation.phase != phase) {
      generation = generation.earlier;
    }
    return generation;
  }

  /** The thread has not arrived after all. */
  public static void notArrived(@Nullable Object generation, MonitoredThread me) {
    if (generation instanceof Generation those) {
      synchronized (RUNTIME.lock) {
        Readers.Reader mine = those.arrivals.find(0, me.slot());
        if (mine != null) {
          mine.epoch = 0;
        }
      }
    }
  }

  /** The thread has arrived, unless the phaser was terminated. */
  public static void arrived(@Nullable Object generation, int phase, MonitoredThread me) {
    if (phase < 0) {
      notArrived(generation, me);
    }
  }

  /**
   * The thread, which is the last one of its phase, is about to run {@code onAdvance} of a root: it
   * comes after all who have arrived.
   */
  static void advances(Phaser root, MonitoredThread me, int site) {
    try {
      Concurrency.passed(ending(root), me, site);
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** It has, and those who see the end of the phase come after that. */
  static void advanced(Phaser root, MonitoredThread me, int site) {
    try {
      Generation ending = ending(root);
      if (ending != null) {
        int message = me.send(ending.barrier, site);
        synchronized (RUNTIME.lock) {
          Readers.Reader arrival = ending.arrivals.get(0, me.slot());
          arrival.site = site;
          arrival.message = message;
          arrival.epoch = me.publish();
        }
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  private static @Nullable Generation ending(Phaser root) {
    SyncState state = RUNTIME.syncs.find(root);
    synchronized (RUNTIME.lock) {
      return state == null ? null : find(state, root.getPhase());
    }
  }

  /** The thread has arrived and knows which phase it is now. */
  public static void passed(@Nullable Object generation, int phase, MonitoredThread me, int site) {
    if (generation instanceof Generation those && isOver(those.phase, phase)) {
      Concurrency.passed(those, me, site);
    }
  }

  /** The thread has waited for the end of a phase and knows which phase it is now. */
  public static void awaited(Object phaser, int awaited, int phase, MonitoredThread me, int site) {
    try {
      if (awaited >= 0 && isOver(awaited, phase)) {
        Generation those;
        synchronized (RUNTIME.lock) {
          those = find(me.syncs.of(((Phaser) phaser).getRoot()), awaited);
        }
        Concurrency.passed(those, me, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** A phaser that is terminated by its own advance tells the next phase, with the sign bit set. */
  private static boolean isOver(int phase, int now) {
    return (now & Integer.MAX_VALUE) > phase;
  }
}
