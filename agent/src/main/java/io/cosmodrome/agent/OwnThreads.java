package io.cosmodrome.agent;

/** The agent's own threads: they keep no JVM alive, and nothing of the program. */
final class OwnThreads {
  private OwnThreads() {}

  static void start(String name, Runnable task) {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent(); // not one that the program looks at
    }
    Thread thread = new Thread(group, task, name, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    thread.start();
  }
}
