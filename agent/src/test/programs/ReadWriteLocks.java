import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Readers are ordered with writers, not with each other. */
final class ReadWriteLocks {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private int value;
  private volatile int mark;

  void readThenReadMark() { // clean: nothing orders two readers
    lock.readLock().lock();
    lock.readLock().unlock();
    Schedule.pause();
    value = mark;
  }

  private void readThenMark() {
    lock.readLock().lock();
    lock.readLock().unlock();
    mark = 1;
  }

  void writeThenReadMark() { // VIOLATION ReadWriteLocks.writeThenReadMark
    lock.writeLock().lock();
    lock.writeLock().unlock();
    Schedule.pause();
    value = mark;
  }

  void readBeforeWriter() { // VIOLATION ReadWriteLocks.readBeforeWriter
    lock.readLock().lock();
    lock.readLock().lock();
    lock.readLock().unlock();
    lock.readLock().unlock();
    Schedule.pause();
    value = mark;
  }

  private void writeThenMark() {
    if (lock.writeLock().tryLock()) {
      lock.writeLock().unlock();
      mark = 2;
    }
  }

  void downgrade() { // clean: the other one does not get the lock
    lock.writeLock().lock();
    lock.readLock().lock();
    lock.writeLock().unlock();
    Schedule.pause();
    value = mark;
    lock.readLock().unlock();
  }

  private void tryThenMark() {
    mark = lock.writeLock().tryLock() ? -1 : 3;
  }

  void add() {
    lock.writeLock().lock();
    try {
      value++;
    } finally {
      lock.writeLock().unlock();
    }
  }

  int get() {
    lock.readLock().lock();
    try {
      return value;
    } finally {
      lock.readLock().unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ReadWriteLocks locks = new ReadWriteLocks();
    Schedule.between(locks::readThenReadMark, locks::readThenMark);
    Schedule.between(locks::writeThenReadMark, locks::readThenMark);
    Schedule.between(locks::readBeforeWriter, locks::writeThenMark);
    Schedule.between(locks::downgrade, locks::tryThenMark);
    System.out.println(locks.value + " " + locks.mark);

    ReadWriteLocks counter = new ReadWriteLocks();
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread(
              () -> {
                for (int n = 0; n < 1000; n++) {
                  counter.add();
                  if (counter.get() <= 0 || counter.get() <= 0) {
                    System.out.println("nothing");
                  }
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(counter.get());
  }
}
