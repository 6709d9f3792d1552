import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The order of critical sections of ReentrantLock is seen, and no other order. */
final class Locks {
  private final Lock lock;
  private final Condition changed;
  private int guarded;
  private volatile int mark;
  private boolean ready;

  private Locks(Lock lock) {
    this.lock = lock;
    this.changed = lock.newCondition();
  }

  /** A lock of the program's own. */
  static final class CountingLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;
    private int locks;

    @Override
    public void lock() {
      super.lock();
      locks++;
    }

    @Override
    public void unlock() {
      locks += 0;
      super.unlock();
    }
  }

  void unlockThenRead() { // VIOLATION Locks.unlockThenRead
    lock.lock();
    lock.unlock();
    Schedule.pause();
    guarded = mark;
  }

  private void lockThenMark() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      mark = 1;
    } finally {
      lock.unlock();
    }
  }

  void unlockInsideThenRead() { // clean: the lock is still held, and the other one did not get it
    lock.lock();
    lock.lock();
    lock.unlock();
    Schedule.pause();
    guarded = mark;
    lock.unlock();
  }

  private void tryThenMark() throws InterruptedException {
    boolean got = lock.tryLock() || lock.tryLock(1, TimeUnit.MILLISECONDS);
    mark = got ? -1 : 2;
  }

  void unlockThenReadAfterTry() { // VIOLATION Locks.unlockThenReadAfterTry
    lock.lock();
    lock.unlock();
    Schedule.pause();
    guarded = mark;
  }

  private void getThenMark() throws InterruptedException {
    if (lock.tryLock() && lock.tryLock(1, TimeUnit.SECONDS)) {
      lock.unlock();
      lock.unlock();
    }
    mark = 3;
  }

  // ---- conditions ----

  private void waitThenMark() {
    lock.lock();
    try {
      while (!ready) {
        changed.await();
      }
    } catch (InterruptedException e) {
      ready = true;
    } finally {
      lock.unlock();
    }
    mark = 4;
  }

  void signalThenRead(Thread waiting) { // VIOLATION Locks.signalThenRead
    Schedule.awaitWaiting(waiting);
    lock.lock();
    ready = true;
    changed.signalAll();
    lock.unlock();
    Schedule.join(waiting);
    guarded = mark;
  }

  void unlockAfterInterruptThenRead(
      Thread waiting) { // VIOLATION Locks.unlockAfterInterruptThenRead
    Schedule.awaitWaiting(waiting);
    lock.lock();
    waiting.interrupt();
    lock.unlock();
    Schedule.join(waiting);
    guarded = mark;
  }


  void add() {
    lock.lock();
    try {
      guarded++;
    } finally {
      lock.unlock();
    }
  }

  int get() {
    lock.lock();
    try {
      return guarded;
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Locks locks = new Locks(new ReentrantLock());
    Schedule.between(locks::unlockThenRead, locks::lockThenMark);
    Schedule.between(locks::unlockInsideThenRead, locks::tryThenMark);
    System.out.println(locks.mark);
    Locks own = new Locks(new CountingLock());
    Schedule.between(own::unlockThenRead, own::lockThenMark);
    Schedule.between(own::unlockInsideThenRead, own::tryThenMark);
    System.out.println(own.mark);
    Schedule.between(locks::unlockThenReadAfterTry, locks::getThenMark);

    Thread waiting = Schedule.start(locks::waitThenMark, "waiting");
    Schedule.join(Schedule.start(() -> locks.signalThenRead(waiting), "signals"));
    locks.ready = false;
    Thread interrupted = Schedule.start(locks::waitThenMark, "waiting");
    Schedule.join(
        Schedule.start(() -> locks.unlockAfterInterruptThenRead(interrupted), "interrupts"));

    for (Locks each : new Locks[] {new Locks(new ReentrantLock()), new Locks(new CountingLock())}) {
      Thread[] threads = new Thread[4];
      for (int i = 0; i < threads.length; i++) {
        threads[i] =
            new Thread(
                () -> {
                  for (int n = 0; n < 2000; n++) {
                    each.add();
                  }
                });
        threads[i].start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      System.out.println(each.get());
    }
    try {
      locks.lock.unlock();
    } catch (IllegalMonitorStateException e) {
      System.out.println("not locked");
    }
  }
}
