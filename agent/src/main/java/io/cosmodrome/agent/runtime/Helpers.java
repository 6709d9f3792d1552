package io.cosmodrome.agent.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/**
 * Threads of the agent's own that take work off the recorder's. Not one of the JDK's executors:
 * those are instrumented, and what they do is the program's.
 */
final class Helpers implements Executor {
  private static final int MOST = 3; // the recorder's thread cannot feed more

  private final int count =
      Math.max(1, Math.min(MOST, Runtime.getRuntime().availableProcessors() - 1));
  private final Deque<Runnable> work = new ArrayDeque<>(); // guarded by this

  Helpers() {
    for (int i = 1; i <= count; i++) {
      newThread(this::run, "cosmodrome-encoder-" + i).start();
    }
  }

  /** A thread that the program neither waits for nor finds among its own. */
  static Thread newThread(Runnable task, String name) {
    ThreadGroup top = Thread.currentThread().getThreadGroup();
    while (top.getParent() != null) {
      top = top.getParent();
    }
    Thread thread = new Thread(top, task, name, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null); // the program's
    return thread;
  }

  int count() {
    return count;
  }

  @Override
  public synchronized void execute(Runnable task) {
    work.add(task);
    notify();
  }

  private synchronized Runnable next() {
    while (work.isEmpty()) {
      try {
        wait();
      } catch (InterruptedException e) {
        // nobody has a reason to; there is nothing to give up
      }
    }
    return work.remove();
  }

  private void run() {
    while (true) {
      next().run();
    }
  }
}
