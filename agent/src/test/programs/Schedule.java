/**
 * Lets threads run in a fixed order without the checker seeing it: the tests exclude this class, so
 * the synchronization in here is no order between the program's own events.
 */
final class Schedule {
  private static final Object LOCK = new Object();
  private static int step;

  private Schedule() {}

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

  /** Lets step {@code n} begin. */
  static void reach(int n) {
    synchronized (LOCK) {
      step = n;
      LOCK.notifyAll();
    }
  }
}
