/**
 * Lets threads run in a fixed order without the checker seeing it: the tests exclude this class, so
 * the synchronization in here is no order between the program's own events.
 */
final class Schedule {
  private static volatile int step;

  private Schedule() {}

  /** Waits until it is step {@code n}'s turn. */
  static void await(int n) {
    while (step < n) {
      Thread.onSpinWait();
    }
  }

  /** Lets step {@code n} begin. */
  static void reach(int n) {
    step = n;
  }
}
