package io.cosmodrome.agent.runtime;

import io.cosmodrome.agent.runtime.SyncState.Generation;
import io.cosmodrome.agent.runtime.SyncState.HandOver;
import io.cosmodrome.check.Epoch;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock.ReadLock;
import java.util.concurrent.locks.ReentrantReadWriteLock.WriteLock;
import org.jspecify.annotations.Nullable;

/**
 * What instrumented code calls around its calls of {@code java.util.concurrent}: what lets other
 * threads go on, before the call; what goes on because of others, after it.
 *
 * <p>There is never an edge between two operations whose order does not matter, such as two {@code
 * countDown}s: it would blame programs that are right. Where it is not certain that an edge is due,
 * there is none: that can only lose a violation. Nothing of ours is thrown from here.
 */
public final class Concurrency {
  private static final InlineRuntime RUNTIME = InlineRuntime.installed();
  private static final int KEPT_HANDOVERS = 64; // of one object that nobody was seen receiving

  private Concurrency() {}

  // ---- locks: how often the thread has it, the lock itself knows best ----

  public static void locked(Object lock, MonitoredThread me, int site) {
    try {
      if (isShared(lock)) {
        SyncState state = whole(me.syncs.of(lock));
        me.syncs.hold(state);
        me.syncs.acquireShared(state, site);
      } else if (holds(lock) == 1) {
        me.syncs.acquireAlone(whole(me.syncs.of(lock)), site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  public static void locked(Object lock, boolean success, MonitoredThread me, int site) {
    if (success) {
      locked(lock, me, site);
    }
  }

  public static void unlocks(@Nullable Object lock, MonitoredThread me, int site) {
    try {
      if (lock != null && isShared(lock)) {
        SyncState state = whole(me.syncs.of(lock));
        me.syncs.release(state, SyncState.RELEASES, site);
        me.syncs.letGo(state);
      } else if (lock != null && holds(lock) == 1) {
        me.syncs.releaseAlone(whole(me.syncs.of(lock)), site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  private static boolean isShared(Object lock) {
    return lock instanceof ReadLock || StampedLocks.isSharedView(lock);
  }

  /** How often the thread holds the lock; 0 for locks of an unknown kind. */
  private static int holds(Object lock) {
    if (lock instanceof ReentrantLock reentrant) {
      return reentrant.getHoldCount();
    }
    if (lock instanceof WriteLock write) {
      return write.getHoldCount();
    }
    return StampedLocks.isView(lock) ? 1 : 0; // not reentrant
  }

  private static SyncState whole(SyncState part) {
    SyncState state = part;
    while (state.whole != null) {
      state = state.whole;
    }
    return state;
  }

  /**
   * The program got a condition, a read lock or a write lock from the lock that it is a part of.
   */
  public static void got(Object lock, @Nullable Object part, MonitoredThread me) {
    try {
      if (part != null && part != lock) {
        me.syncs.of(part).whole = me.syncs.of(lock);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** The thread is about to wait for a condition; gives up the lock, however often it has it. */
  public static void waits(@Nullable Object condition, MonitoredThread me, int site) {
    try {
      if (condition != null && holdsLockOf(condition, me)) {
        me.syncs.releaseAlone(whole(me.syncs.of(condition)), RUNTIME.sites.as("rel", site));
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** The wait is over, one way or another, and the thread has the lock again. */
  public static void waited(@Nullable Object condition, MonitoredThread me, int site) {
    try {
      if (condition != null && holdsLockOf(condition, me)) {
        me.syncs.acquireAlone(whole(me.syncs.of(condition)), site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  private static boolean holdsLockOf(Object condition, MonitoredThread me) {
    SyncState lock = me.syncs.of(condition).whole;
    Object object = lock == null ? null : lock.get();
    return object != null && holds(object) > 0;
  }

  // ---- semaphores, latches, parking ----

  public static void releases(@Nullable Object object, MonitoredThread me, int site) {
    try {
      boolean inVain = object instanceof CountDownLatch latch && latch.getCount() == 0;
      if (object != null && !inVain) {
        me.syncs.release(me.syncs.of(object), SyncState.RELEASES, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  public static void acquired(@Nullable Object object, MonitoredThread me, int site) {
    try {
      if (object != null) {
        if (object instanceof Semaphore) {
          me.heldLocks.blur();
        }
        me.syncs.acquire(me.syncs.of(object), SyncState.RELEASES, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  public static void acquired(Object object, boolean success, MonitoredThread me, int site) {
    if (success) {
      acquired(object, me, site);
    }
  }

  public static void acquired(Object object, int number, MonitoredThread me, int site) {
    if (number > 0) {
      acquired(object, me, site);
    }
  }

  /** The thread was parked: it goes on because of those who unparked it. */
  public static void parked(MonitoredThread me, int site) {
    acquired(me.owner, me, site);
  }

  // ---- interrupts ----

  public static void interrupts(@Nullable Object thread, MonitoredThread me, int site) {
    try {
      if (thread != null) {
        me.syncs.release(me.syncs.of(thread), SyncState.INTERRUPTS, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** The thread was told whether another one, or itself, is interrupted. */
  public static void noticed(Object thread, boolean isSo, MonitoredThread me, int site) {
    try {
      if (isSo) {
        me.syncs.acquire(me.syncs.of(thread), SyncState.INTERRUPTS, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  public static void noticed(boolean isSo, MonitoredThread me, int site) {
    noticed(me.owner, isSo, me, site);
  }

  // ---- barriers ----

  /** The thread is about to wait at a barrier; returns those with whom it will pass it. */
  public static @Nullable Object arrives(
      @Nullable CyclicBarrier barrier, MonitoredThread me, int site) {
    if (barrier == null) {
      return null;
    }
    try {
      SyncState state = me.syncs.of(barrier);
      int message = me.send(state, site);
      synchronized (RUNTIME.lock) {
        Generation generation = state.generation;
        if (generation == null) {
          generation = new Generation(state, 0, null);
          state.generation = generation;
        }
        Readers.Reader arrival = generation.arrivals.get(0, me.slot());
        arrival.site = site;
        arrival.message = message;
        arrival.epoch = me.publish();
        if (++generation.count == barrier.getParties()) {
          state.generation = null;
        }
        return generation;
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
      return null;
    }
  }

  /** The thread has passed the barrier. */
  public static void passed(@Nullable Object generation, MonitoredThread me, int site) {
    try {
      if (generation instanceof Generation those) {
        synchronized (RUNTIME.lock) {
          me.conflicts++;
          me.syncs.edges(those.arrivals, 0, those.barrier.get(), site);
        }
        me.received(site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** The barrier is broken: nobody passes it with those. */
  public static void failed(@Nullable Object generation) {
    if (generation instanceof Generation those) {
      synchronized (RUNTIME.lock) {
        if (those.barrier.generation == those) {
          those.barrier.generation = null;
        }
      }
    }
  }

  public static void resets(@Nullable Object barrier, MonitoredThread me) {
    try {
      if (barrier != null) {
        failed(me.syncs.of(barrier).generation);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  // ---- queues: from who put an element to who took that very element ----

  private static boolean handsOver(Object queue) {
    return queue instanceof BlockingQueue
        || queue instanceof Exchanger
        || queue instanceof ConcurrentLinkedQueue
        || queue instanceof ConcurrentLinkedDeque;
  }

  public static void puts(
      @Nullable Object queue, @Nullable Object element, MonitoredThread me, int site) {
    try {
      if (queue != null && element != null && handsOver(queue)) {
        handOver(element, me.syncs.of(queue), me, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** The element was not put after all. */
  public static void notPut(@Nullable Object queue, @Nullable Object element, MonitoredThread me) {
    try {
      if (queue != null && element != null && handsOver(queue)) {
        SyncState where = me.syncs.of(queue);
        SyncState state = me.syncs.of(element);
        synchronized (RUNTIME.lock) {
          HandOver latest = latest(state, where, me.slot());
          if (latest != null) {
            state.handOvers = without(state.handOvers, latest);
          }
        }
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  public static void put(
      @Nullable Object queue, @Nullable Object element, boolean success, MonitoredThread me) {
    if (!success) {
      notPut(queue, element, me);
    }
  }

  public static void took(
      @Nullable Object queue, @Nullable Object element, MonitoredThread me, int site) {
    try {
      if (queue != null && element != null && handsOver(queue)) {
        receive(element, queue, me.syncs.of(queue), true, me, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** The thread has seen an element, which others may yet take. */
  public static void saw(
      @Nullable Object queue, @Nullable Object element, MonitoredThread me, int site) {
    try {
      if (queue != null && element != null && handsOver(queue)) {
        receive(element, queue, me.syncs.of(queue), false, me, site);
      }
    } catch (Throwable failure) {
      RUNTIME.failed(failure);
    }
  }

  /** The thread is about to give something away for another thread to take. */
  static void handOver(Object object, @Nullable SyncState where, MonitoredThread me, int site) {
    if (me.isSilent()) {
      return;
    }
    SyncState state = RUNTIME.syncs.get(object);
    int message = me.send(where == null ? state : where, site);
    synchronized (RUNTIME.lock) {
      state.handOvers = new HandOver(me.publish(), site, message, where, living(state.handOvers));
    }
  }

  /** Those that can still matter, and not too many. */
  private static @Nullable HandOver living(@Nullable HandOver all) {
    HandOver first = null;
    HandOver last = null;
    int count = 0;
    for (HandOver h = all; h != null && count < KEPT_HANDOVERS; h = h.earlier) {
      if (!MonitoredThread.RECORDS && RUNTIME.frontier.isGarbage(h.epoch)) {
        continue;
      }
      count++;
      if (last == null) {
        first = h;
      } else {
        last.earlier = h;
      }
      last = h;
    }
    if (last != null) {
      last.earlier = null;
    }
    return first;
  }

  /**
   * The thread was given something. If several threads have given the same thing there, nobody
   * knows whose it is: then there is no edge.
   *
   * @param takes whether nobody else can be given it then
   */
  static void receive(
      Object object,
      @Nullable Object place,
      @Nullable SyncState where,
      boolean takes,
      MonitoredThread me,
      int site) {
    SyncState state = RUNTIME.syncs.find(object);
    if (state == null || state.handOvers == null) {
      return;
    }
    synchronized (RUNTIME.lock) {
      HandOver oldest = null;
      boolean certain = true;
      for (HandOver h = state.handOvers; h != null; h = h.earlier) {
        if (h.where == where) {
          certain &= oldest == null || Epoch.slot(oldest.epoch) == Epoch.slot(h.epoch);
          oldest = h;
        }
      }
      if (oldest != null) {
        if (takes) {
          state.handOvers = without(state.handOvers, oldest);
        }
        if (certain) {
          me.conflicts++;
          me.edge(oldest.epoch, oldest.site, oldest.message, place, site);
        }
      }
    }
    me.received(site);
  }

  private static @Nullable HandOver latest(SyncState state, SyncState where, int slot) {
    for (HandOver h = state.handOvers; h != null; h = h.earlier) {
      if (h.where == where && Epoch.slot(h.epoch) == slot) {
        return h;
      }
    }
    return null;
  }

  private static @Nullable HandOver without(@Nullable HandOver all, HandOver removed) {
    if (all == null || all == removed) {
      return removed.earlier;
    }
    for (HandOver h = all; h.earlier != null; h = h.earlier) {
      if (h.earlier == removed) {
        h.earlier = removed.earlier;
        break;
      }
    }
    return all;
  }

  // ---- calls inside which hooks of the JDK will be met ----

  public static void calls(MonitoredThread me, int site) {
    me.place = site;
  }

  public static void called(MonitoredThread me) {
    me.place = 0;
  }
}
