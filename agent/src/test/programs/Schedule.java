/**
 * Lets threads run in a fixed order without the checker seeing it: the tests exclude this class, so
 * the synchronization in here is no order between the program's own events.
 */
final class Schedule {
  private static final Object LOCK = new Object();
  private static int step;

  private Schedule() {}

  /** What may throw. */
  interface Part {
    void run() throws Exception;
  }

  /** Waits until it is step {@code n}'s turn. */
  static void await(int n) {
    synchronized (LOCK) {
      while (step < n) {
        try {
          LOCK.wait();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  /** The same, without noticing interrupts. */
  static void spinUntil(int n) {
    while (!isReached(n)) {
      Thread.onSpinWait();
    }
  }

  private static boolean isReached(int n) {
    synchronized (LOCK) {
      return step >= n;
    }
  }

  /** Lets step {@code n} begin. */
  static void reach(int n) {
    synchronized (LOCK) {
      step = n;
      LOCK.notifyAll();
    }
  }

  /** Runs the outer part in a thread, and the inner one in another where the outer calls pause. */
  static void between(Part outer, Part inner) {
    Thread first = start(outer, "outer");
    Thread second =
        start(
            () -> {
              awaitPause();
              try {
                inner.run();
              } finally {
                resume();
              }
            },
            "inner");
    join(first);
    join(second);
    synchronized (LOCK) {
      paused = false;
    }
  }

  private static boolean paused;

  /** Lets the inner part of {@link #between} run until its end. */
  static void pause() {
    synchronized (LOCK) {
      paused = true;
      LOCK.notifyAll();
      while (paused) {
        try {
          LOCK.wait();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  private static void awaitPause() throws InterruptedException {
    synchronized (LOCK) {
      while (!paused) {
        LOCK.wait();
      }
    }
  }

  private static void resume() {
    synchronized (LOCK) {
      paused = false;
      LOCK.notifyAll();
    }
  }

  /** Starts a thread, unseen. */
  static Thread start(Part part, String name) {
    Thread thread =
        new Thread(
            () -> {
              try {
                part.run();
              } catch (Exception e) {
                System.out.println(name + ": " + e);
              }
            },
            name);
    thread.start();
    return thread;
  }

  /** Waits for the end of a thread, unseen. */
  static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until a thread waits. */
  static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }
}
