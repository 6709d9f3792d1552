import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Semaphores, latches, barriers and parking order those that wait after those that are waited for. */
final class Synchronizers {
  private volatile int mark;
  private int seen;

  // ---- latches ----

  private final CountDownLatch open = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(3);

  void countDownThenRead() { // VIOLATION Synchronizers.countDownThenRead
    open.countDown();
    Schedule.pause();
    seen = mark;
  }

  private void awaitThenMark() throws InterruptedException {
    open.await();
    mark = 1;
  }

  void countDownTwice() { // clean: two count downs have no order, nor has a wait in vain
    closed.countDown();
    Schedule.pause();
    seen = mark;
  }

  private void countDownThenMark() throws InterruptedException {
    closed.countDown();
    mark = closed.await(1, TimeUnit.MILLISECONDS) ? -1 : 2;
  }

  void countDownInVain() { // clean: the latch was open before
    open.countDown();
    Schedule.pause();
    seen = mark;
  }

  // ---- semaphores ----

  private final Semaphore permits = new Semaphore(0);

  void releaseThenRead() { // VIOLATION Synchronizers.releaseThenRead
    permits.release();
    Schedule.pause();
    seen = mark;
  }

  private void acquireThenMark() throws InterruptedException {
    permits.acquire();
    mark = 3;
  }

  void releaseBeforeTry() { // VIOLATION Synchronizers.releaseBeforeTry
    permits.release(2);
    Schedule.pause();
    seen = mark;
  }

  private void tryThenMark() {
    mark = permits.tryAcquire(2) ? 4 : -1;
  }

  void releaseTwice() { // clean
    permits.release();
    Schedule.pause();
    seen = mark;
  }

  private void releaseThenMark() {
    permits.release();
    mark = permits.tryAcquire(9) ? -1 : 5;
  }

  // ---- parking ----

  void unparkThenRead(Thread parked) { // VIOLATION Synchronizers.unparkThenRead
    Schedule.awaitWaiting(parked);
    LockSupport.unpark(parked);
    Schedule.join(parked);
    seen = mark;
  }

  private void parkThenMark() {
    LockSupport.park(this);
    mark = 6;
  }

  // ---- barriers ----

  private final CyclicBarrier barrier = new CyclicBarrier(2);

  private void arrive() {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  void arriveThenRead() { // VIOLATION Synchronizers.arriveThenRead
    arrive();
    Schedule.reach(1);
    Schedule.await(2);
    seen = mark;
  }

  private void arriveThenMark() {
    arrive();
    Schedule.await(1);
    mark = 7;
    Schedule.reach(2);
  }

  void arriveInVain() { // clean: the barrier broke
    try {
      barrier.await(1, TimeUnit.MILLISECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      System.out.println("broken");
    }
  }

  private final int[] sums = new int[2];

  /** Phases with a barrier between: each thread writes its own, then reads the other's. Clean. */
  private void phases(int number) {
    for (int phase = 0; phase < 500; phase++) {
      put(number, phase);
      arrive();
      check(1 - number, phase);
      arrive();
    }
  }

  void put(int number, int phase) {
    sums[number] = phase;
    sums[number] += 1;
  }

  void check(int number, int phase) {
    if (sums[number] != phase + 1 || sums[number] != phase + 1) {
      System.out.println("too late");
    }
  }

  public static void main(String[] args) throws Exception {
    Synchronizers s = new Synchronizers();
    Schedule.between(s::countDownThenRead, s::awaitThenMark);
    Schedule.between(s::countDownTwice, s::countDownThenMark);
    Schedule.between(s::countDownInVain, s::awaitThenMark);
    System.out.println(s.mark);
    Schedule.between(s::releaseThenRead, s::acquireThenMark);
    Schedule.between(s::releaseBeforeTry, s::tryThenMark);
    Schedule.between(s::releaseTwice, s::releaseThenMark);
    System.out.println(s.mark);
    Thread parked = Schedule.start(s::parkThenMark, "parked");
    Schedule.join(Schedule.start(() -> s.unparkThenRead(parked), "unparks"));
    Thread other = Schedule.start(s::arriveThenMark, "other");
    Schedule.join(Schedule.start(s::arriveThenRead, "arrives"));
    Schedule.join(other);
    System.out.println(s.seen);
    Schedule.join(Schedule.start(s::arriveInVain, "in vain"));
    s.barrier.reset();
    Thread zero = Schedule.start(() -> s.phases(0), "zero");
    Thread one = Schedule.start(() -> s.phases(1), "one");
    Schedule.join(zero);
    Schedule.join(one);
  }
}
