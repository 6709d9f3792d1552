import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** The order of critical sections of StampedLock is seen; optimistic reads count if they succeed. */
final class StampedLocks {
  private final StampedLock lock = new StampedLock();
  private int x;
  private int y;
  private int[] both = new int[2];
  private volatile int mark;
  private int seen;

  // ---- writers and readers ----

  void unlockThenRead() { // VIOLATION StampedLocks.unlockThenRead
    lock.unlockWrite(lock.writeLock());
    Schedule.pause();
    seen = mark;
  }

  private void lockThenMark() throws InterruptedException {
    long stamp = lock.tryReadLock(1, TimeUnit.SECONDS);
    mark = stamp != 0 ? 1 : -1;
    lock.unlock(stamp);
  }

  void unlockReadThenRead() { // VIOLATION StampedLocks.unlockReadThenRead
    lock.unlockRead(lock.readLock());
    Schedule.pause();
    seen = mark;
  }

  private void writeThenMark() {
    long stamp = lock.writeLock();
    mark = 2;
    if (!lock.tryUnlockWrite()) {
      mark = (int) -stamp;
    }
  }

  void shareThenRead() { // clean: two readers have no order
    lock.unlockRead(lock.readLock());
    Schedule.pause();
    seen = mark;
  }

  private void shareThenMark() {
    long stamp = lock.tryReadLock();
    mark = stamp != 0 && lock.tryUnlockRead() ? 3 : -1;
  }

  void tryThenRead() { // clean: the other one did not get the lock
    long stamp = lock.readLock();
    Schedule.pause();
    seen = mark;
    lock.unlockRead(stamp);
  }

  private void tryInVainThenMark() {
    mark = lock.tryWriteLock() == 0 ? 4 : -1;
  }

  // ---- conversions ----

  void convertThenRead() { // VIOLATION StampedLocks.convertThenRead
    long stamp = lock.tryConvertToReadLock(lock.writeLock());
    Schedule.pause();
    seen = mark;
    lock.unlock(stamp);
  }

  void convertUpThenRead() { // VIOLATION StampedLocks.convertUpThenRead
    long stamp = lock.tryConvertToWriteLock(lock.readLock());
    lock.unlockWrite(stamp);
    Schedule.pause();
    seen = mark;
  }

  void convertInVain() { // clean: it begins anew
    long first = lock.readLock();
    long second = lock.readLock();
    seen = x;
    long stamp = lock.tryConvertToWriteLock(first);
    lock.unlockRead(first);
    lock.unlockRead(second);
    Schedule.pause();
    stamp = stamp == 0 ? lock.writeLock() : stamp;
    x++;
    lock.unlockWrite(stamp);
  }

  private void add() {
    long stamp = lock.writeLock();
    x++;
    y++;
    both[0]++;
    both[1]++;
    lock.unlockWrite(stamp);
  }

  // ---- optimistic reads ----

  /** Clean, although another thread writes while it reads: it reads again. */
  void sumOptimistically() {
    long stamp = lock.tryOptimisticRead();
    int first = x + both[0];
    Schedule.pause();
    int second = y + both[1];
    if (!lock.validate(stamp)) {
      stamp = lock.readLock();
      first = x + both[0];
      second = y + both[1];
      lock.unlockRead(stamp);
    }
    seen = first - second;
  }

  /** Not atomic; a trace does not have what it reads, so it is for a test of its own. */
  void sumWithoutValidation() {
    lock.tryOptimisticRead();
    int first = x;
    Schedule.pause();
    long stamp = lock.readLock();
    seen = first - y;
    lock.unlockRead(stamp);
  }

  void validateThenRead() { // VIOLATION StampedLocks.validateThenRead
    long stamp = lock.tryOptimisticRead();
    seen = lock.validate(stamp) ? 1 : -1;
    Schedule.pause();
    seen = mark;
  }

  void readTwiceOptimistically() { // VIOLATION StampedLocks.readTwiceOptimistically
    int first = optimistic();
    Schedule.pause();
    seen = first - optimistic();
  }

  private int optimistic() {
    long stamp = lock.tryOptimisticRead();
    int value = x;
    long read = lock.tryConvertToReadLock(stamp);
    lock.unlockRead(read);
    return value;
  }

  // ---- views ----

  private final Lock readView = lock.asReadLock();
  private final ReadWriteLock views = lock.asReadWriteLock();

  void unlockViewThenRead() { // VIOLATION StampedLocks.unlockViewThenRead
    views.writeLock().lock();
    views.writeLock().unlock();
    Schedule.pause();
    seen = mark;
  }

  private void lockViewThenMark() {
    readView.lock();
    mark = 5;
    readView.unlock();
  }

  void shareViewThenRead() { // clean
    views.readLock().lock();
    views.readLock().unlock();
    Schedule.pause();
    seen = mark;
  }

  // ---- many at once: clean ----

  void addAndTell() {
    long stamp = lock.writeLock();
    try {
      x++;
      y++;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  int difference() {
    for (int attempt = 0; attempt < 3; attempt++) {
      long stamp = lock.tryOptimisticRead();
      int result = x - y;
      if (stamp != 0 && lock.validate(stamp)) {
        return result;
      }
    }
    long stamp = lock.readLock();
    try {
      return x - y;
    } finally {
      lock.unlockRead(stamp);
    }
  }

  private void manyTimes() {
    for (int i = 0; i < 3000; i++) {
      addAndTell();
      if (difference() != 0) {
        System.out.println("torn");
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    StampedLocks s = new StampedLocks();
    if (args.length > 0) {
      Schedule.between(s::sumWithoutValidation, s::add);
      return;
    }
    Schedule.between(s::unlockThenRead, s::lockThenMark);
    Schedule.between(s::unlockReadThenRead, s::writeThenMark);
    Schedule.between(s::shareThenRead, s::shareThenMark);
    Schedule.between(s::tryThenRead, s::tryInVainThenMark);
    System.out.println(s.mark);
    Schedule.between(s::convertThenRead, s::lockThenMark);
    Schedule.between(s::convertUpThenRead, s::lockThenMark);
    Schedule.between(s::convertInVain, s::add);
    System.out.println(s.x);
    Schedule.between(s::sumOptimistically, s::add);
    System.out.println(s.seen);
    Schedule.between(s::validateThenRead, s::writeThenMark);
    Schedule.between(s::readTwiceOptimistically, s::add);
    Schedule.between(s::unlockViewThenRead, s::lockViewThenMark);
    Schedule.between(s::shareViewThenRead, s::lockViewThenMark);
    System.out.println(s.mark);
    StampedLocks t = new StampedLocks();
    Thread[] threads = new Thread[3];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(t::manyTimes);
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(t.x);
    try {
      s.lock.unlockWrite(12345);
    } catch (IllegalMonitorStateException e) {
      System.out.println("not locked");
    }
  }
}
