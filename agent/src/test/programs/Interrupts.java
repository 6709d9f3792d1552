import java.util.concurrent.locks.ReentrantLock;

/** Who notices an interrupt comes after it. */
final class Interrupts {
  private volatile int mark;
  private int seen;

  void interruptThenRead(Thread thread, int step) { // VIOLATION Interrupts.interruptThenRead
    thread.interrupt();
    Schedule.reach(step);
    Schedule.await(step + 1);
    seen = mark;
  }

  private void markIfInterrupted() {
    mark = Thread.interrupted() ? 1 : -1;
  }

  void interruptSelfAware(Thread thread, int step) { // VIOLATION Interrupts.interruptSelfAware
    thread.interrupt();
    Schedule.reach(step);
    Schedule.await(step + 1);
    seen = mark;
  }

  private void markIfIsInterrupted() {
    mark = Thread.currentThread().isInterrupted() ? 2 : -2;
  }

  void interruptSleeper(Thread thread, int step) { // VIOLATION Interrupts.interruptSleeper
    thread.interrupt();
    Schedule.reach(step);
    Schedule.await(step + 1);
    seen = mark;
  }

  private void sleepThenMark() {
    try {
      Thread.sleep(60_000);
    } catch (InterruptedException e) {
      mark = 3;
    }
  }

  void interruptWaiter(Thread thread, int step) { // VIOLATION Interrupts.interruptWaiter
    thread.interrupt();
    Schedule.reach(step);
    Schedule.await(step + 1);
    seen = mark;
  }

  private void waitThenMark() {
    Object nobodyNotifies = new Object();
    synchronized (nobodyNotifies) {
      try {
        nobodyNotifies.wait(60_000);
      } catch (InterruptedException e) {
        mark = 4;
      }
    }
  }

  void interruptLocker(Thread thread, int step) { // VIOLATION Interrupts.interruptLocker
    thread.interrupt();
    Schedule.reach(step);
    Schedule.await(step + 1);
    seen = mark;
  }

  private void lockThenMark() {
    try {
      new ReentrantLock().lockInterruptibly();
    } catch (InterruptedException e) {
      mark = 5;
    }
  }

  void interruptUnnoticed(Thread thread, int step) { // clean: nobody looks
    thread.interrupt();
    Schedule.reach(step);
    Schedule.await(step + 1);
    seen = mark;
  }

  private void putMark() {
    mark = 6;
  }

  void interruptAnother(Thread thread, int step) { // clean: who looks was not interrupted
    new Thread(() -> {}).interrupt();
    Schedule.reach(step);
    Schedule.await(step + 1);
    seen = mark;
  }

  private void markIfNot() {
    mark = Thread.interrupted() ? -7 : 7;
  }

  private interface Outer {
    void run(Thread thread, int step);
  }

  private int step;

  /** Runs the outer part, and the inner one in the thread that it is given, between its steps. */
  private void with(Outer outer, Runnable inner) {
    int begin = step + 1;
    step += 2;
    Thread thread =
        Schedule.start(
            () -> {
              Schedule.spinUntil(begin);
              inner.run();
              Schedule.reach(begin + 1);
            },
            "inner");
    Schedule.join(Schedule.start(() -> outer.run(thread, begin), "outer"));
    Schedule.join(thread);
    System.out.println(mark);
  }

  public static void main(String[] args) {
    Interrupts i = new Interrupts();
    i.with(i::interruptThenRead, i::markIfInterrupted);
    i.with(i::interruptSelfAware, i::markIfIsInterrupted);
    i.with(i::interruptSleeper, i::sleepThenMark);
    i.with(i::interruptWaiter, i::waitThenMark);
    i.with(i::interruptLocker, i::lockThenMark);
    i.with(i::interruptUnnoticed, i::putMark);
    i.with(i::interruptAnother, i::markIfNot);
    System.out.println(i.seen);
  }
}
