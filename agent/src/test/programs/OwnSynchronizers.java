import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** Synchronizers that the program makes itself of AbstractQueuedSynchronizer. */
final class OwnSynchronizers {
  /** A lock that is not reentrant. */
  static final class Mutex implements Lock {
    private static final class Sync extends AbstractQueuedSynchronizer {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean tryAcquire(int unused) {
        return compareAndSetState(0, 1);
      }

      @Override
      protected boolean tryRelease(int unused) {
        if (getState() == 0) {
          throw new IllegalMonitorStateException();
        }
        setState(0);
        return true;
      }

      Condition newCondition() {
        return new ConditionObject();
      }

      @Override
      protected boolean isHeldExclusively() {
        return getState() == 1;
      }
    }

    private final Sync sync = new Sync();

    @Override
    public void lock() {
      sync.acquire(1);
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
      sync.acquireInterruptibly(1);
    }

    @Override
    public boolean tryLock() {
      return sync.tryAcquire(1);
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
      return sync.tryAcquireNanos(1, unit.toNanos(time));
    }

    @Override
    public void unlock() {
      sync.release(1);
    }

    @Override
    public Condition newCondition() {
      return sync.newCondition();
    }
  }

  /** Opens once, for all. */
  static final class Gate extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1L;

    @Override
    protected int tryAcquireShared(int unused) {
      return getState() == 1 ? 1 : -1;
    }

    @Override
    protected boolean tryReleaseShared(int unused) {
      setState(1);
      return true;
    }
  }

  /** Many can have it at once. */
  static final class Sharing extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1L;

    @Override
    protected int tryAcquireShared(int unused) {
      while (true) {
        int count = getState();
        if (count < 0) {
          return -1;
        }
        if (compareAndSetState(count, count + 1)) {
          return 1;
        }
      }
    }

    @Override
    protected boolean tryReleaseShared(int unused) {
      while (true) {
        int count = getState();
        if (compareAndSetState(count, count - 1)) {
          return count == 1;
        }
      }
    }

    @Override
    protected boolean tryAcquire(int unused) {
      return compareAndSetState(0, -1);
    }

    @Override
    protected boolean tryRelease(int unused) {
      setState(0);
      return true;
    }
  }

  private final Lock lock = new Mutex();
  private final Gate gate = new Gate();
  private final Sharing sharing = new Sharing();
  private int guarded;
  private volatile int mark;
  private int seen;

  void unlockThenRead() { // VIOLATION OwnSynchronizers.unlockThenRead
    lock.lock();
    lock.unlock();
    Schedule.pause();
    seen = mark;
  }

  private void lockThenMark() throws InterruptedException {
    if (lock.tryLock(1, TimeUnit.SECONDS)) {
      mark = 1;
      lock.unlock();
    }
  }

  void unlockInVain() { // clean: nothing was released
    try {
      lock.unlock();
    } catch (IllegalMonitorStateException e) {
      seen = -1;
    }
    Schedule.pause();
    seen = mark;
  }

  void openThenRead(Thread waiting) { // VIOLATION OwnSynchronizers.openThenRead
    Schedule.awaitWaiting(waiting);
    gate.releaseShared(1);
    Schedule.join(waiting);
    seen = mark;
  }

  private void waitThenMark() {
    gate.acquireShared(1);
    mark = 2;
  }

  void shareTwice() { // clean: those who share it have no order
    sharing.acquireShared(1);
    sharing.releaseShared(1);
    Schedule.pause();
    sharing.acquireShared(1);
    sharing.releaseShared(1);
  }

  private void share() {
    sharing.acquireShared(1);
    sharing.releaseShared(1);
  }

  void haveAloneThenShare() { // VIOLATION OwnSynchronizers.haveAloneThenShare
    sharing.acquire(1);
    sharing.release(1);
    Schedule.pause();
    seen = mark;
  }

  private void shareThenMark() {
    sharing.acquireShared(1);
    mark = 3;
    sharing.releaseShared(1);
  }

  // ---- many at once: clean ----

  void add() {
    lock.lock();
    try {
      guarded++;
    } finally {
      lock.unlock();
    }
  }

  private int shared;

  void addAlone() {
    sharing.acquire(1);
    try {
      shared++;
    } finally {
      sharing.release(1);
    }
  }

  int readShared() {
    sharing.acquireShared(1);
    try {
      return shared + shared;
    } finally {
      sharing.releaseShared(1);
    }
  }

  private void manyTimes() {
    for (int i = 0; i < 2000; i++) {
      add();
      addAlone();
      if (readShared() % 2 != 0) {
        System.out.println("torn");
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    OwnSynchronizers o = new OwnSynchronizers();
    Schedule.between(o::unlockThenRead, o::lockThenMark);
    Schedule.between(o::unlockInVain, o::lockThenMark);
    Thread waiting = Schedule.start(o::waitThenMark, "waits");
    Schedule.join(Schedule.start(() -> o.openThenRead(waiting), "opens"));
    Schedule.between(o::shareTwice, o::share);
    Schedule.between(o::haveAloneThenShare, o::shareThenMark);
    System.out.println(o.mark);
    Thread[] threads = new Thread[3];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(o::manyTimes);
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(o.guarded + " " + o.shared);
  }
}
