// MAYBE UNKNOWN: the overflow may be noticed in the agent, too
/** Recursion as deep as it may be, and deeper; the program goes on after a stack overflow. */
final class DeepRecursion {
  private int depth;
  private int sum;

  synchronized int down(int n) {
    depth++;
    return n == 0 ? depth : 1 + down(n - 1);
  }

  int plain(int n) {
    sum += n;
    return n == 0 ? 0 : 1 + plain(n - 1);
  }

  int endless(int n) {
    sum = n;
    return endless(n + 1) + 1;
  }

  synchronized int endlessSynchronized(int n) {
    synchronized (this) {
      sum = n;
      return endlessSynchronized(n + 1) + 1;
    }
  }

  private void all() {
    System.out.println(down(9000) + " " + plain(9000));
    for (int i = 0; i < 3; i++) {
      try {
        endless(0);
      } catch (StackOverflowError e) {
        System.out.println("overflow " + (sum > 1000));
      }
      try {
        endlessSynchronized(0);
      } catch (StackOverflowError e) {
        System.out.println("overflow " + Thread.holdsLock(this));
      }
    }
    depth = 0;
    System.out.println(down(100));
  }

  public static void main(String[] args) throws InterruptedException {
    for (int i = 0; i < 2; i++) {
      // when interpreted, that deep a recursion needs more than the usual 1 MB without the agent, too
      Thread thread = new Thread(null, () -> new DeepRecursion().all(), "deep", 3 << 19);
      thread.start();
      thread.join();
    }
  }
}
