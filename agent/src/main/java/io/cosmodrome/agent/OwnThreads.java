package io.cosmodrome.agent;

/** The agent's own threads: they keep no JVM alive, and nothing of the program. */
final class OwnThreads {
  private OwnThreads() {}

  static void start(String name, Runnable task) {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent(); // not one that the program looks at
    }
    Thread thread = new Thread(group, () -> run(name, task), name, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    thread.start();
  }

  /** No handler of the program hears of what goes wrong here. */
  private static void run(String name, Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      System.err.println("cosmodrome: the thread " + name + " of the agent has failed: " + e);
    }
  }
}
