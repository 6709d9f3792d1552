import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;

/** Who takes an element comes after who put it; nothing else is ordered by a queue. */
final class Queues {
  private final BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
  private final BlockingQueue<Object> full = new ArrayBlockingQueue<>(1);
  private final Queue<Object> plain = new ConcurrentLinkedQueue<>();
  private final LinkedBlockingDeque<String> deque = new LinkedBlockingDeque<>();
  private volatile int mark;
  private int seen;

  private void put(Object element) {
    try {
      queue.put(element);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  void putThenRead() { // VIOLATION Queues.putThenRead
    put("one");
    Schedule.pause();
    seen = mark;
  }

  private void takeThenMark() throws InterruptedException {
    mark = queue.take().equals("one") ? 1 : -1;
  }

  void offerThenRead() { // VIOLATION Queues.offerThenRead
    plain.offer("two");
    Schedule.pause();
    seen = mark;
  }

  private void pollThenMark() {
    mark = "two".equals(plain.poll()) ? 2 : -1;
  }

  void pushThenRead() { // VIOLATION Queues.pushThenRead
    deque.push("three");
    Schedule.pause();
    seen = mark;
  }

  private void takeLastThenMark() throws InterruptedException {
    mark = "three".equals(deque.takeLast()) ? 3 : -1;
  }

  void putBoth() { // clean: two puts have no order
    put("four");
    Schedule.pause();
    seen = mark;
  }

  private void putThenMark() {
    put("five");
    mark = 5;
  }

  void putAndTake() { // clean: what the other one takes was there before
    put("seven");
    Schedule.pause();
    seen = "seven".equals(queue.poll()) ? mark : -1;
  }

  private void takeAndPut() throws InterruptedException {
    Object first = queue.take();
    put("eight");
    mark = "six".equals(first) ? 8 : -1;
  }

  void offerInVain() { // clean: it was not put
    seen = full.offer("nine") ? -1 : 9;
    Schedule.pause();
    seen = mark;
  }

  private void takeAndPutTheSame() throws InterruptedException {
    full.take();
    full.put("nine");
    mark = full.take().equals("nine") ? 9 : -1;
  }

  public static void main(String[] args) throws InterruptedException {
    Queues q = new Queues();
    Schedule.between(q::putThenRead, q::takeThenMark);
    Schedule.between(q::offerThenRead, q::pollThenMark);
    Schedule.between(q::pushThenRead, q::takeLastThenMark);
    Schedule.between(q::putBoth, q::putThenMark);
    q.queue.clear();
    q.queue.add("six");
    Schedule.between(q::putAndTake, q::takeAndPut);
    System.out.println(q.seen + " " + q.queue);
    q.full.add("first");
    Schedule.between(q::offerInVain, q::takeAndPutTheSame);
    System.out.println(q.seen + " " + q.full);
  }
}
