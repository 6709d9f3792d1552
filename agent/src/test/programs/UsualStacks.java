import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** What threads have room for without the agent, with the usual stack or a small one, they have with it. */
final class UsualStacks {
  private int sum;
  private final int[] counts = new int[10];

  /** 1 MB has room for some 8,250 frames of this as the interpreter makes them. */
  int plain(int n) {
    sum += n;
    return n == 0 ? 0 : 1 + plain(n - 1);
  }

  /** As many. */
  int array(int n) {
    counts[n % 10]++;
    return n == 0 ? 0 : 1 + array(n - 1);
  }

  /** Some 7,250. */
  synchronized int locked(int n) {
    sum++;
    return n == 0 ? 0 : 1 + locked(n - 1);
  }

  private static void all(String where) {
    UsualStacks stacks = new UsualStacks();
    System.out.println(
        where + " " + stacks.plain(7500) + " " + stacks.array(7500) + " " + stacks.locked(6500));
  }

  public static void main(String[] args) throws Exception {
    Thread thread = new Thread(() -> all("thread"));
    thread.start();
    thread.join();
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      pool.submit(() -> all("pool")).get();
    } finally {
      pool.shutdown();
    }
    Runnable some = () -> System.out.println("small " + new UsualStacks().array(3200));
    Thread small = new Thread(null, some, "small", 512 << 10);
    small.start();
    small.join();
  }
}
