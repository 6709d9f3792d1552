// NEEDS 25
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads are threads: started, joined, parked and by the thousand. */
final class VirtualThreads {
  private volatile int mark;
  private int copied;
  private int seen;
  private int sum;
  private final ReentrantLock lock = new ReentrantLock();

  private void markAndContinue(int value) {
    mark = value;
    Schedule.reach(value);
  }

  void startThenRead() { // VIOLATION VirtualThreads.startThenRead
    Thread.startVirtualThread(() -> markAndContinue(1));
    Schedule.await(1);
    seen = mark;
  }

  void buildThenRead() { // VIOLATION VirtualThreads.buildThenRead
    Thread.ofVirtual().name("built").start(() -> markAndContinue(2));
    Schedule.await(2);
    seen = mark;
  }

  void executeThenRead(ExecutorService pool) { // VIOLATION VirtualThreads.executeThenRead
    pool.submit(() -> markAndContinue(3));
    Schedule.await(3);
    seen = mark;
  }

  void writeThenRead() { // VIOLATION VirtualThreads.writeThenRead
    mark = 4;
    Schedule.pause();
    seen = sum;
  }

  private void closeThenWrite() {
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      pool.execute(() -> copied = mark);
    }
    sum = 0;
  }

  void add(int number) {
    lock.lock();
    try {
      sum += number;
    } finally {
      lock.unlock();
    }
  }

  synchronized void addSynchronized(int number) {
    seen += number;
  }

  public static void main(String[] args) throws Exception {
    VirtualThreads v = new VirtualThreads();
    Schedule.join(Schedule.start(v::startThenRead, "starts"));
    Schedule.join(Schedule.start(v::buildThenRead, "builds"));
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      Schedule.join(Schedule.start(() -> v.executeThenRead(pool), "executes"));
    }
    Schedule.between(v::writeThenRead, v::closeThenWrite);

    v.seen = 0;
    AtomicInteger count = new AtomicInteger();
    Semaphore permits = new Semaphore(100);
    LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>(16);
    Thread consumer =
        Thread.startVirtualThread(
            () -> {
              try {
                for (int i = 0; i < 5000; i++) {
                  v.add(queue.take());
                }
              } catch (InterruptedException e) {
                System.out.println("interrupted");
              }
            });
    List<Future<?>> all = new ArrayList<>();
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 5000; i++) {
        int number = i;
        all.add(
            pool.submit(
                () -> {
                  permits.acquire();
                  try {
                    queue.put(number);
                    v.addSynchronized(1);
                    count.incrementAndGet();
                    Thread.sleep(1);
                  } finally {
                    permits.release();
                  }
                  return number;
                }));
      }
    }
    for (Future<?> each : all) {
      each.get();
    }
    consumer.join();
    System.out.println(v.sum + " " + v.seen + " " + count);
  }
}
