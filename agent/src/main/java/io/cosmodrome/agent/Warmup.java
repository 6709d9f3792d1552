package io.cosmodrome.agent;

import io.cosmodrome.agent.runtime.Hooks;
import io.cosmodrome.agent.runtime.MonitoredThread;

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
    Thread other = new Thread(() -> secondThread(object, array), "cosmodrome-warmup");
    Hooks.start(other, me, 0);
    other.start();
    try {
      Hooks.join(other, me, 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (Hooks.lock()) {
      me.load(0, 0, 0, 0, null, 1);
      me.read(object, 0, -1, 0);
      me.write(object, 0, -1, 0);
    }
    me.endTo(before);
  }

  private static void secondThread(Object object, int[] array) {
    MonitoredThread me = Hooks.me();
    int before = Hooks.acquire(object, me, 0, 0);
    Hooks.view(array, me).read(0, me, 0);
    Hooks.view(array, me).write(0, me, 0);
    Hooks.release(object, me, 0);
    me.endTo(before);
  }
}
