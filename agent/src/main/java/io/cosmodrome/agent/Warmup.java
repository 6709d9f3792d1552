package io.cosmodrome.agent;

import io.cosmodrome.agent.runtime.Concurrency;
import io.cosmodrome.agent.runtime.ConcurrentMaps;
import io.cosmodrome.agent.runtime.Hooks;
import io.cosmodrome.agent.runtime.JdkHooks;
import io.cosmodrome.agent.runtime.MonitoredThread;
import io.cosmodrome.agent.runtime.Variables;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs through the runtime once, before the program does: so that no class of ours is initialized
 * for the first time where the program has run out of stack or memory, which would break it for
 * good.
 */
final class Warmup {
  private Warmup() {}

  static void run() {
    MonitoredThread me = Hooks.me();
    Object object = new Object();
    int before = Hooks.acquire(object, me, 0, 0);
    Hooks.release(object, me, 0);
    Hooks.hold(object, me);
    Hooks.letGo(me);
    int[] array = new int[1];
    Hooks.view(array, null, Hooks.noView(), me).write(0, me, 0);
    Hooks.view(array, me).read(0, me, 0);
    ReentrantLock lock = new ReentrantLock();
    Thread other = new Thread(() -> secondThread(object, array, lock), "cosmodrome-warmup");
    Hooks.start(other, me, 0);
    lock.lock();
    try {
      other.start();
      while (other.isAlive() && other.getState() != Thread.State.WAITING) {
        Thread.onSpinWait(); // until it sleeps at the lock
      }
    } finally {
      lock.unlock();
    }
    try {
      Hooks.join(other, me, 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (Hooks.lock(object)) {
      me.load(0, 0, 0, 0, null, 1);
      me.read(object, 0, -1, 0);
      me.write(object, 0, -1, 0);
    }
    concurrency(lock, me);
    me.endTo(before);
  }

  private static void concurrency(ReentrantLock lock, MonitoredThread me) {
    lock.lock();
    try {
      Concurrency.locked(lock, me, 0);
      Concurrency.unlocks(lock, me, 0);
    } finally {
      lock.unlock();
    }
    Concurrency.releases(lock, me, 0);
    Concurrency.acquired(lock, me, 0);
    Concurrency.passed(Concurrency.arrives(new CyclicBarrier(1), me, 0), me, 0);
    ConcurrentLinkedQueue<Object> queue = new ConcurrentLinkedQueue<>();
    Concurrency.puts(queue, lock, me, 0);
    Concurrency.took(queue, lock, me, 0);
    AtomicLong number = new AtomicLong();
    Variables.compared(Variables.hold(number, me), 0, false, me, 0);
    Variables.wrote(Variables.hold(number, null, me), 0, me, 0);
    Variables.updates(number, 0, me, 0);
    Variables.updated(number, 0, me, 0);
    Variables.reset(number, me, 0);
    ConcurrentMaps.ends(ConcurrentMaps.writes(new ConcurrentHashMap<>(), "", me, 0), me, 0);
    JdkHooks.handsOn(queue);
    JdkHooks.runs(queue);
    JdkHooks.completes(queue);
    JdkHooks.sees(queue);
  }

  private static void secondThread(Object object, int[] array, ReentrantLock lock) {
    MonitoredThread me = Hooks.me();
    lock.lock();
    try {
      int before = Hooks.acquire(object, me, 0, 0);
      Hooks.view(array, me).read(0, me, 0);
      Hooks.view(array, me).write(0, me, 0);
      Hooks.release(object, me, 0);
      me.endTo(before);
    } finally {
      lock.unlock();
    }
  }
}
