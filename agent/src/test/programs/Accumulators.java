import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.LongAccumulator;

/** Accumulators, whose changes commute; timers; and threads that are seen to be over. */
final class Accumulators {
  private final LongAccumulator max = new LongAccumulator(Math::max, 0);
  private final DoubleAccumulator sum = new DoubleAccumulator(Double::sum, 0);
  private volatile int mark;
  private int seen;

  void accumulateThenRead() { // VIOLATION Accumulators.accumulateThenRead
    max.accumulate(5);
    Schedule.pause();
    seen = mark;
  }

  private void getThenMark() {
    mark = (int) max.get();
  }

  void getThenGet() { // VIOLATION Accumulators.getThenGet
    double before = sum.get();
    Schedule.pause();
    seen = (int) (sum.doubleValue() - before);
  }

  private void addToSum() {
    sum.accumulate(1);
  }

  void accumulateTwice() { // clean: the order of changes does not matter
    sum.accumulate(2);
    max.accumulate(3);
    Schedule.pause();
    sum.accumulate(4);
    max.accumulate(1);
  }

  void readTwice() { // clean
    seen = max.intValue();
    Schedule.pause();
    seen = max.intValue();
  }

  // ---- timers ----

  void scheduleThenRead(Timer timer) { // VIOLATION Accumulators.scheduleThenRead
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            mark = 9;
            Schedule.reach(1);
          }
        },
        0);
    Schedule.await(1);
    seen = mark;
  }

  /** Used by one task at a time: clean. */
  static final class Box {
    private int first;
    private int second;

    void add() {
      first++;
      second++;
    }

    int difference() {
      return first - second;
    }
  }

  private static void repeat(Timer timer) {
    Box box = new Box();
    box.add();
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            box.add();
            if (box.first == 6) {
              cancel();
              System.out.println(box.difference());
              Schedule.reach(2);
            }
          }
        },
        1,
        1);
    Schedule.await(2);
  }

  // ---- threads ----

  void startThenRead(Thread other) { // VIOLATION Accumulators.startThenRead
    other.start();
    Schedule.join(other);
    seen = mark;
  }

  private final Box own = new Box();

  /** Clean: the other thread is over. */
  private void untilOver() {
    Thread other = new Thread(own::add);
    other.start();
    while (other.getState() != Thread.State.TERMINATED) {
      Thread.onSpinWait();
    }
    System.out.println(own.difference());
  }

  public static void main(String[] args) {
    Accumulators a = new Accumulators();
    Schedule.between(a::accumulateThenRead, a::getThenMark);
    Schedule.between(a::getThenGet, a::addToSum);
    Schedule.between(a::accumulateTwice, a::addToSum);
    Schedule.between(a::readTwice, a::getThenMark);
    System.out.println(a.mark + " " + a.sum.get());
    Timer timer = new Timer();
    Schedule.join(Schedule.start(() -> a.scheduleThenRead(timer), "schedules"));
    repeat(timer);
    timer.cancel();
    Thread other = new Thread(() -> a.mark = 8);
    Schedule.join(Schedule.start(() -> a.startThenRead(other), "starts"));
    a.untilOver();
  }
}
