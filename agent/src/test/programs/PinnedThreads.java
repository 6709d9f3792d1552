// NEEDS 25
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Virtual threads that cannot leave their carriers, since they initialize a class, and want a
 * monitor that another one holds: this one must not be made to wait where it loses its carrier.
 */
final class PinnedThreads {
  private static final int TURNS = 2000;
  private static final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
  private static long sum;

  static final class First {
    static final int VALUE = work(10 * TURNS);
  }

  static final class Second {
    static final int VALUE = work(10 * TURNS);
  }

  static final class Third {
    static final int VALUE = work(10 * TURNS);
  }

  static final class Fourth {
    static final int VALUE = work(10 * TURNS);
  }

  private static synchronized void add(int number) {
    sum += number;
  }

  private static int work(int turns) {
    for (int i = 0; i < turns; i++) {
      queue.add(1);
      add(queue.remove());
    }
    return turns;
  }

  public static void main(String[] args) throws InterruptedException {
    List<Runnable> tasks = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      tasks.add(() -> work(TURNS));
    }
    tasks.add(() -> add(First.VALUE));
    tasks.add(() -> add(Second.VALUE));
    tasks.add(() -> add(Third.VALUE));
    tasks.add(() -> add(Fourth.VALUE));
    for (int i = 0; i < 30; i++) {
      tasks.add(() -> work(TURNS));
    }
    List<Thread> threads = new ArrayList<>();
    for (Runnable task : tasks) {
      threads.add(Thread.startVirtualThread(task));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(sum);
  }
}
