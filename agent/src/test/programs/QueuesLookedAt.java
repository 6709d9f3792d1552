import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.LinkedBlockingQueue;

/** Who sees an element in a queue, or drains it, comes after who put it. */
final class QueuesLookedAt {
  private final BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
  private final ConcurrentLinkedDeque<String> deque = new ConcurrentLinkedDeque<>();
  private volatile int mark;
  private int seen;

  void putThenRead(Object element) { // VIOLATION QueuesLookedAt.putThenRead
    queue.add(element);
    Schedule.pause();
    seen = mark;
  }

  private void peekThenMark() {
    mark = queue.peek() != null ? 1 : -1;
  }

  private void drainThenMark() {
    List<Object> list = new ArrayList<>();
    mark = queue.drainTo(list, 10) + list.size();
  }

  void offerThenRead() { // VIOLATION QueuesLookedAt.offerThenRead
    deque.offerLast("last");
    Schedule.pause();
    seen = mark;
  }

  private void peekLastThenMark() {
    mark = "last".equals(deque.peekLast()) ? 5 : -1;
  }

  void putBehind() { // clean: the other one sees another element
    queue.add("behind");
    Schedule.pause();
    seen = mark;
  }

  // ---- clean: each box is used by one thread at a time ----

  static final class Box {
    private int value;

    void add() {
      value++;
      value++;
    }

    int get() {
      return value;
    }
  }

  private static void produce(BlockingQueue<Box> boxes) throws InterruptedException {
    for (int i = 0; i < 1000; i++) {
      Box box = new Box();
      box.add();
      boxes.put(box);
    }
  }

  private static void consume(BlockingQueue<Box> boxes) throws InterruptedException {
    int sum = 0;
    List<Box> drained = new ArrayList<>();
    while (sum < 2000) {
      drained.add(boxes.take());
      boxes.drainTo(drained);
      for (Box box : drained) {
        sum += box.get();
        box.add();
      }
      drained.clear();
    }
    System.out.println(sum);
  }

  public static void main(String[] args) {
    QueuesLookedAt q = new QueuesLookedAt();
    Schedule.between(() -> q.putThenRead("one"), q::peekThenMark);
    Schedule.between(q::putBehind, q::peekThenMark);
    q.queue.clear();
    Schedule.between(() -> q.putThenRead("two"), q::drainThenMark);
    System.out.println(q.mark + " " + q.queue);
    Schedule.between(q::offerThenRead, q::peekLastThenMark);
    BlockingQueue<Box> boxes = new ArrayBlockingQueue<>(20);
    Thread producer = Schedule.start(() -> produce(boxes), "producer");
    Thread consumer = Schedule.start(() -> consume(boxes), "consumer");
    Schedule.join(producer);
    Schedule.join(consumer);
    try {
      q.queue.drainTo(q.queue);
    } catch (IllegalArgumentException e) {
      System.out.println("not into itself");
    }
    try {
      q.queue.drainTo(null);
    } catch (NullPointerException e) {
      System.out.println("not into nothing");
    }
  }
}
