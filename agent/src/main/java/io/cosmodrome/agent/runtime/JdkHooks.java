package io.cosmodrome.agent.runtime;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.Phaser;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import org.jspecify.annotations.Nullable;

/**
 * What classes of the JDK call, where tasks are handed over and futures are completed.
 *
 * <p>They run in whatever thread the JDK is in, so they look before they act: a thread of which we
 * have seen no event has nothing to tell, and nothing is done in the threads that carry virtual
 * threads, because what we would wait for might need them. Nothing of ours is thrown from here.
 */
public final class JdkHooks {
  private static final InlineRuntime RUNTIME = InlineRuntime.installed();

  // what a witness says of events here: who hands on or completes writes, who sees that reads
  private static final String WRITE = "w";
  private static final String READ = "r";
  private static final String FORK = "fork";

  private static final int NOWHERE = RUNTIME.sites.add(new Site("", "", null, "", "", 0));

  private JdkHooks() {}

  /** The current thread if it has had an event that others should come to know. */
  private static @Nullable MonitoredThread monitored() {
    Thread thread = Thread.currentThread();
    MonitoredThread me = ThreadKinds.isCarrier(thread) ? null : RUNTIME.threads.peek(thread);
    return me == null || me.isSilent() ? null : me;
  }

  /** The call of the program that is in hand, if any, as the place of an event. */
  private static int site(String op, MonitoredThread me) {
    return RUNTIME.sites.as(op, me.place != 0 ? me.place : NOWHERE);
  }

  // ---- tasks ----

  /** The thread is about to hand a task to others. */
  public static void handsOn(@Nullable Object task) {
    try {
      if (task != null && !ThreadKinds.isCarrier(Thread.currentThread())) {
        RUNTIME.scopes.handsOn(task, RUNTIME.syncs);
      }
      MonitoredThread me = monitored();
      if (me != null && task != null) {
        Concurrency.handOver(task, null, me, site(WRITE, me));
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /**
   * The thread is about to hand a task to those of a pool. If these carry virtual threads, it is to
   * go on with one of them, which is no news to anyone.
   */
  public static void submits(@Nullable Object pool, @Nullable Object task) {
    try {
      if (!ThreadKinds.isScheduler(pool)) {
        handsOn(task);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** The thread is about to run a task. */
  public static void runs(@Nullable Object task) {
    try {
      if (task != null && !ThreadKinds.isCarrier(Thread.currentThread())) {
        SyncState state = RUNTIME.syncs.find(task);
        RUNTIME.scopes.runs(state);
        if (state != null && state.handOvers != null) {
          MonitoredThread me = Hooks.me();
          Concurrency.receive(task, task, null, true, me, RUNTIME.sites.as(READ, NOWHERE));
        }
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** The thread is about to put an element somewhere, for whoever is next there. */
  public static void puts(@Nullable Object place, @Nullable Object element) {
    try {
      if (place == null || element == null || ThreadKinds.isCarrier(Thread.currentThread())) {
        return;
      }
      MonitoredThread me = monitored();
      if (me != null) {
        Concurrency.handOver(element, me.syncs.of(place), me, site(WRITE, me));
      } else {
        forgetHandOvers(element);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** Nobody will know whose element it is, if others have put the same one before. */
  private static void forgetHandOvers(Object element) {
    SyncState state = RUNTIME.syncs.find(element);
    if (state != null && state.handOvers != null) {
      synchronized (RUNTIME.lock) {
        state.handOvers = null;
      }
    }
  }

  /** The thread has taken an element from there. */
  public static void takes(@Nullable Object place, @Nullable Object element) {
    try {
      if (place != null && element != null && !ThreadKinds.isCarrier(Thread.currentThread())) {
        SyncState state = RUNTIME.syncs.find(element);
        if (state != null && state.handOvers != null) {
          MonitoredThread me = Hooks.me();
          Concurrency.receive(element, place, me.syncs.of(place), true, me, site(READ, me));
        }
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** The thread could not have something at once, and is about to wait for it. */
  public static void queues(@Nullable Object node) {
    MonitoredThread me = RUNTIME.threads.peek(Thread.currentThread());
    if (me != null) {
      me.hasWaited = true;
    }
  }

  /** The thread has its place in the queue and is about to sleep. */
  public static void sleeps(@Nullable Object synchronizer, @Nullable Object node) {
    try {
      if (node != null && synchronizer instanceof AbstractQueuedSynchronizer lock) {
        Patience.await(lock, node);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** The thread is about to start another one. */
  public static void forks(@Nullable Object thread) {
    try {
      MonitoredThread me = monitored();
      if (me != null) {
        Hooks.start(thread, me, site(FORK, me));
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  // ---- phasers ----

  /** The last thread that arrives is about to run what ends the phase. */
  public static void advances(@Nullable Object phaser) {
    MonitoredThread me = RUNTIME.threads.peek(Thread.currentThread());
    if (me != null && phaser instanceof Phaser root) {
      Phasers.advances(root, me, site(READ, me));
    }
  }

  /** It has, and is about to let the others go. */
  public static void advanced(@Nullable Object phaser) {
    MonitoredThread me = RUNTIME.threads.peek(Thread.currentThread());
    if (me != null && phaser instanceof Phaser root) {
      Phasers.advanced(root, me, site(WRITE, me));
    }
  }

  // ---- interrupts ----

  /** The thread has noticed that it was interrupted: that is what the exception says. */
  public static void interrupted(@Nullable Object exception) {
    try {
      Thread thread = Thread.currentThread();
      MonitoredThread me = ThreadKinds.isCarrier(thread) ? null : RUNTIME.threads.peek(thread);
      if (me != null) {
        Concurrency.noticed(thread, true, me, site(READ, me));
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  // ---- futures ----

  /** The thread is about to complete something, or its share of it. */
  public static void completes(@Nullable Object future) {
    try {
      MonitoredThread me = monitored();
      if (me != null && future != null) {
        me.syncs.release(me.syncs.of(future), SyncState.RELEASES, site(WRITE, me));
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** It was complete before, so the thread has not completed it. */
  public static void completed(boolean success, @Nullable Object future) {
    try {
      MonitoredThread me = success ? null : monitored();
      if (me != null && future != null) {
        synchronized (RUNTIME.lock) {
          Readers releases = me.syncs.of(future).releases;
          Readers.Reader mine =
              releases == null ? null : releases.find(SyncState.RELEASES, me.slot());
          if (mine != null) {
            mine.epoch = 0;
          }
        }
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** The thread has done its share of what the root of a tree of tasks stands for. */
  public static void completesShare(@Nullable Object task) {
    if (task instanceof CountedCompleter<?> completer) {
      completes(completer.getRoot());
    }
  }

  /** The thread knows that something is complete. */
  public static void sees(@Nullable Object future) {
    try {
      if (future != null && !ThreadKinds.isCarrier(Thread.currentThread())) {
        SyncState state = RUNTIME.syncs.find(future);
        if (state != null && state.releases != null) {
          MonitoredThread me = Hooks.me();
          me.syncs.acquire(state, SyncState.RELEASES, site(READ, me));
        }
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  public static void sees(boolean success, @Nullable Object future) {
    if (success) {
      sees(future);
    }
  }

  public static void seesAll(@Nullable Object tasks) {
    if (tasks instanceof Object[] all) {
      for (Object task : all) {
        sees(task);
      }
    }
  }

  /** The thread looks which of several stages are complete. */
  public static void looksAtAll(@Nullable Object stages) {
    if (stages instanceof Object[] all) {
      for (Object stage : all) {
        looksAt(stage);
      }
    }
  }

  /** The thread looks whether a stage is complete, to go on at once if it is. */
  public static void looksAt(@Nullable Object stage) {
    if (stage != null
        && stage.getClass() == CompletableFuture.class
        && ((CompletableFuture<?>) stage).isDone()) {
      sees(stage);
    }
  }
}
