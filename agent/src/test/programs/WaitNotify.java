import java.util.ArrayDeque;
import java.util.Deque;

/** A bounded buffer with wait and notify is clean: what waits is not meant to be atomic. */
final class WaitNotify {
  private final Deque<Integer> items = new ArrayDeque<>();
  private int waits;

  void put(int item) throws InterruptedException {
    synchronized (this) {
      while (items.size() == 2) {
        waits++;
        wait();
      }
      items.add(item);
      notifyAll();
    }
  }

  synchronized int take() throws InterruptedException {
    while (items.isEmpty()) {
      waits++;
      wait(1000);
    }
    notifyAll();
    return items.remove();
  }

  synchronized int size() {
    return items.size();
  }

  synchronized int reentrant() throws InterruptedException {
    synchronized (this) {
      wait(1, 1);
      return waits >= 0 ? 1 : 0;
    }
  }

  void notOwner() throws InterruptedException {
    wait();
  }

  public static void main(String[] args) throws InterruptedException {
    WaitNotify buffer = new WaitNotify();
    Thread producer =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < 2000; i++) {
                  buffer.put(i);
                  if (buffer.size() > 2) {
                    System.out.println("too many");
                  }
                }
              } catch (InterruptedException e) {
                System.out.println("interrupted");
              }
            });
    producer.start();
    long sum = 0;
    for (int i = 0; i < 2000; i++) {
      sum += buffer.take();
    }
    producer.join();
    System.out.println(buffer.size() + " " + sum + " " + buffer.reentrant());
    try {
      buffer.notOwner();
    } catch (IllegalMonitorStateException e) {
      System.out.println("not owner");
    }
    Thread sleeper =
        new Thread(
            () -> {
              try {
                synchronized (buffer) {
                  buffer.wait();
                }
              } catch (InterruptedException e) {
                System.out.println("interrupted " + Thread.holdsLock(buffer));
              }
            });
    sleeper.start();
    sleeper.interrupt();
    sleeper.join();
  }
}
