import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;

/** Each call of an atomic is atomic, two of them are not; what commutes is not ordered. */
final class Atomics {
  private final AtomicInteger number = new AtomicInteger();
  private final AtomicLong total = new AtomicLong();
  private final AtomicBoolean flag = new AtomicBoolean();
  private final AtomicReference<String> text = new AtomicReference<>("");
  private final AtomicStampedReference<String> stamped = new AtomicStampedReference<>("", 0);
  private final AtomicIntegerArray array = new AtomicIntegerArray(4);
  private final AtomicReferenceArray<String> names = new AtomicReferenceArray<>(4);
  private final LongAdder adder = new LongAdder();
  private final DoubleAdder doubles = new DoubleAdder();
  private volatile int mark;

  void getThenSet() { // VIOLATION Atomics.getThenSet
    int old = number.get();
    Schedule.pause();
    number.set(old + 1);
  }

  void getThenAdd() { // VIOLATION Atomics.getThenAdd
    long old = total.get();
    Schedule.pause();
    total.addAndGet(old + 1);
  }

  void checkThenUpdate() { // VIOLATION Atomics.checkThenUpdate
    int old = number.get();
    Schedule.pause();
    number.updateAndGet(n -> n + old);
  }

  void flagTwice() { // VIOLATION Atomics.flagTwice
    boolean first = flag.compareAndSet(false, true);
    Schedule.pause();
    mark = first && flag.get() ? 1 : 0;
  }

  void textTwice() { // VIOLATION Atomics.textTwice
    String first = text.get();
    Schedule.pause();
    text.compareAndExchange("changed", first);
  }

  void stampTwice() { // VIOLATION Atomics.stampTwice
    int stamp = stamped.getStamp();
    Schedule.pause();
    stamped.set("again", stamp);
  }

  void sameElement() { // VIOLATION Atomics.sameElement
    int old = array.get(1);
    Schedule.pause();
    array.set(1, old + 1);
    try {
      array.incrementAndGet(7);
    } catch (IndexOutOfBoundsException e) {
      array.get(2);
    }
  }

  void otherElement() { // clean
    int old = array.get(2);
    Schedule.pause();
    array.set(2, old + 1);
    names.set(0, "a");
  }

  void readTwice() { // clean: both only read
    int old = number.get();
    Schedule.pause();
    mark = old + number.get();
  }

  void addAndAdd() { // clean: additions commute
    adder.increment();
    doubles.add(1);
    Schedule.pause();
    adder.add(2);
    doubles.add(2);
  }

  void addAndSum() { // clean: as if the other one had added first
    adder.increment();
    Schedule.pause();
    mark = adder.intValue();
  }

  void sumAndSum() { // VIOLATION Atomics.sumAndSum
    mark = adder.intValue();
    Schedule.pause();
    mark = adder.intValue();
  }

  void sumTwice() { // clean: sums commute
    mark = (int) adder.sum();
    Schedule.pause();
    mark = (int) adder.sum();
  }

  /** Tries again until it succeeds: what failed was in vain, and so it is clean. */
  int next() {
    while (true) {
      int old = number.get();
      if (old % 2 == 0 && Thread.currentThread().getName().equals("outer")) {
        Schedule.pause();
      }
      if (number.compareAndSet(old, old + 1)) {
        return old;
      }
    }
  }

  void reference(IntSupplier increment) { // VIOLATION Atomics.reference
    increment.getAsInt();
    Schedule.pause();
    increment.getAsInt();
  }

  public static void main(String[] args) throws InterruptedException {
    Atomics a = new Atomics();
    Schedule.between(a::getThenSet, () -> a.number.set(5));
    Schedule.between(a::getThenAdd, () -> a.total.getAndIncrement());
    Schedule.between(a::checkThenUpdate, () -> a.number.getAndUpdate(n -> n + 1));
    Schedule.between(a::flagTwice, () -> a.flag.set(false));
    Schedule.between(a::textTwice, () -> a.text.set("changed"));
    Schedule.between(a::stampTwice, () -> a.stamped.compareAndSet("", "new", 0, 1));
    Schedule.between(a::sameElement, () -> a.array.getAndAdd(1, 5));
    Schedule.between(a::otherElement, () -> a.array.getAndAdd(3, 5));
    Schedule.between(a::readTwice, () -> System.out.println(a.number.get()));
    Schedule.between(a::addAndAdd, () -> a.adder.add(5));
    Schedule.between(a::addAndSum, a.adder::increment);
    Schedule.between(a::sumAndSum, a.adder::increment);
    Schedule.between(a::sumTwice, () -> System.out.println(a.adder.sum()));
    a.number.set(0);
    Schedule.between(() -> System.out.println(a.next()), a::next);
    AtomicInteger other = new AtomicInteger();
    Schedule.between(() -> a.reference(other::incrementAndGet), other::getAndIncrement);

    a.number.set(0);
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread(
              () -> {
                for (int n = 0; n < 2000; n++) {
                  a.next();
                  a.number.incrementAndGet();
                  a.array.getAndIncrement(n % 4);
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(a.number + " " + a.array.get(0) + " " + a.adder + " " + a.doubles);
  }
}
