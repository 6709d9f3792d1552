import io.cosmodrome.annotations.Atomic;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Blocks that are torn under all kinds of locks; what is held at their accesses is known. */
final class Guards {
  private static final class One {}

  private static final class Two {}

  private final One one = new One();
  private final Two two = new Two();
  private final ReentrantLock first = new ReentrantLock();
  private final ReentrantLock second = new ReentrantLock();
  private final ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
  private final StampedLock stamped = new StampedLock();
  private final Semaphore semaphore = new Semaphore(2);
  private final int[] array = {1, 2, 3};
  private int value;
  private int ignored;

  void monitors() {
    synchronized (one) { // VIOLATION Guards.monitors:sync
      int seen = value;
      Schedule.pause();
      value = seen + 1;
    }
  }

  void underTwo() {
    synchronized (two) {
      value = 5;
    }
  }

  void afterRelease() { // VIOLATION Guards.afterRelease
    synchronized (one) {
      ignored++;
    }
    int seen = value;
    Schedule.pause();
    value = seen + 1;
  }

  void inAnyOrder() { // VIOLATION Guards.inAnyOrder
    first.lock();
    second.lock();
    first.unlock();
    int seen = value;
    Schedule.pause();
    value = seen + 1;
    second.unlock();
  }

  void underReadLock() { // VIOLATION Guards.underReadLock
    readWrite.readLock().lock();
    int seen = value;
    Schedule.pause();
    value = seen + 1;
    readWrite.readLock().unlock();
  }

  void underStamp() {
    long stamp = stamped.writeLock();
    value = 7;
    stamped.unlockWrite(stamp);
  }

  void underPermit() throws InterruptedException { // VIOLATION Guards.underPermit
    semaphore.acquire();
    int seen = value;
    Schedule.pause();
    value = seen + 1;
    semaphore.release();
  }

  void withoutLock() {
    value = 9;
  }

  void longHeld() { // VIOLATION Guards.longHeld
    first.lock();
    for (int i = 0; i < 2000; i++) {
      synchronized (two) {
        ignored++;
      }
    }
    int seen = value;
    Schedule.pause();
    value = seen + 1;
    first.unlock();
  }

  void longAgo() { // VIOLATION Guards.longAgo
    int seen = value;
    for (int i = 0; i < 2000; i++) {
      synchronized (two) {
        ignored++;
      }
    }
    Schedule.pause();
    value = seen + 1;
  }

  @Atomic
  void waits() throws InterruptedException { // VIOLATION Guards.waits
    synchronized (one) {
      ignored++;
      one.wait();
    }
  }

  void wakes() {
    synchronized (one) {
      one.notifyAll();
    }
  }

  int[] copies() { // VIOLATION Guards.copies
    int[] copy = new int[3];
    System.arraycopy(array, 0, copy, 0, 3);
    Schedule.pause();
    array[0] = copy[0] + 1;
    return copy;
  }

  void pastes(int[] from) {
    System.arraycopy(from, 0, array, 0, 3);
  }

  public static void main(String[] args) {
    Guards guards = new Guards();
    Schedule.between(guards::monitors, guards::underTwo);
    Schedule.between(guards::afterRelease, guards::underTwo);
    Schedule.between(guards::inAnyOrder, guards::underTwo);
    Schedule.between(guards::underReadLock, guards::underStamp);
    Schedule.between(guards::underPermit, guards::withoutLock);
    Schedule.between(guards::longHeld, guards::withoutLock);
    Schedule.between(guards::longAgo, guards::withoutLock);
    Schedule.between(guards::copies, () -> guards.pastes(new int[] {4, 5, 6}));
    Thread waiting = Schedule.start(guards::waits, "outer");
    Schedule.awaitWaiting(waiting);
    Schedule.join(Schedule.start(guards::wakes, "inner"));
    Schedule.join(waiting);
    System.out.println(guards.value + " " + guards.array[0] + " " + guards.ignored);
  }
}
