package sample;

import java.util.concurrent.ExecutorService;

/** Runs things in other threads. The agent is told not to look at this class. */
class Threads {
  private Threads() {}

  static void runIn(Thread thread) {
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static void runIn(ExecutorService pool, Runnable task) {
    try {
      pool.submit(task).get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
