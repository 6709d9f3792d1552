import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Who sees the end of a phase comes after all who arrived in it; exchanges go both ways. */
final class Phasers {
  private volatile int mark;
  private int seen;

  // ---- phasers ----

  void arriveThenRead(Phaser phaser) { // VIOLATION Phasers.arriveThenRead
    phaser.arrive();
    Schedule.pause();
    seen = mark;
  }

  private void awaitThenMark(Phaser phaser) {
    mark = phaser.awaitAdvance(0) != 0 ? 1 : -1;
  }

  void arriveForAnotherPhase(Phaser phaser) { // clean: that phase is not over
    phaser.arrive();
    Schedule.pause();
    seen = mark;
  }

  private void awaitEarlierThenMark(Phaser phaser) {
    mark = phaser.awaitAdvance(0) > 0 ? 2 : -1;
  }

  void deregisterThenRead(Phaser phaser) { // VIOLATION Phasers.deregisterThenRead
    phaser.arriveAndDeregister();
    Schedule.pause();
    seen = mark;
  }

  private void awaitEndThenMark(Phaser phaser) {
    mark = phaser.awaitAdvance(0) < 0 ? 3 : -1;
  }

  void arriveThenTerminate(Phaser phaser) { // clean: nobody was waited for
    phaser.arrive();
    Schedule.pause();
    seen = mark;
  }

  private void terminateThenMark(Phaser phaser) {
    phaser.forceTermination();
    mark = phaser.awaitAdvance(0) < 0 ? 4 : -1;
  }

  void arriveTwice(Phaser phaser) { // clean: two arrivals have no order
    phaser.arrive();
    Schedule.pause();
    seen = mark;
  }

  private void arriveThenMark(Phaser phaser) {
    phaser.arrive();
    mark = 5;
  }

  private final int[] values = new int[2];

  void put(int number, int phase) {
    values[number] = phase;
    values[number] += 1;
  }

  void check(int number, int phase) {
    if (values[number] != phase + 1 || values[number] != phase + 1) {
      System.out.println("too late");
    }
  }

  /** Phases with a phaser between: each thread writes its own, then reads the other's. Clean. */
  private void phases(Phaser phaser, int number) {
    for (int phase = 0; phase < 500; phase++) {
      put(number, phase);
      phaser.arriveAndAwaitAdvance();
      check(1 - number, phase);
      phaser.awaitAdvance(phaser.arrive());
    }
    phaser.arriveAndDeregister();
  }

  // ---- exchangers ----

  private final Exchanger<Object> exchanger = new Exchanger<>();

  private Object exchange(Object given) {
    try {
      return exchanger.exchange(given);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  void exchangeThenRead() { // VIOLATION Phasers.exchangeThenRead
    Object got = exchange("mine");
    Schedule.await(2);
    seen = "theirs".equals(got) ? mark : -1;
  }

  private void exchangeThenMark() {
    mark = "mine".equals(exchange("theirs")) ? 6 : -1;
    Schedule.reach(2);
  }

  void exchangeInVain() { // clean: nobody came
    try {
      exchanger.exchange("mine", 1, TimeUnit.MILLISECONDS);
    } catch (InterruptedException | TimeoutException e) {
      System.out.println("nobody came");
    }
    Schedule.pause();
    seen = mark;
  }

  private void putMark() {
    mark = 7;
  }

  /** Two buffers go to and fro: each is used by one thread at a time. Clean. */
  private void swap(int[] first, int number) {
    int[] mine = first;
    for (int i = 0; i < 500; i++) {
      fill(mine, number);
      mine = (int[]) exchange(mine);
      if (sum(mine) != 2 * (3 - number)) {
        System.out.println("torn");
      }
    }
  }

  void fill(int[] array, int number) {
    array[0] = number;
    array[1] = number;
  }

  int sum(int[] array) {
    return array[0] + array[1];
  }

  public static void main(String[] args) throws InterruptedException {
    Phasers p = new Phasers();
    Phaser one = new Phaser(1);
    Schedule.between(() -> p.arriveThenRead(one), () -> p.awaitThenMark(one));
    Schedule.between(() -> p.arriveForAnotherPhase(one), () -> p.awaitEarlierThenMark(one));
    System.out.println(p.mark);
    Phaser leaving = new Phaser(1);
    Schedule.between(() -> p.deregisterThenRead(leaving), () -> p.awaitEndThenMark(leaving));
    Phaser cut = new Phaser(2);
    Schedule.between(() -> p.arriveThenTerminate(cut), () -> p.terminateThenMark(cut));
    Phaser three = new Phaser(3);
    Schedule.between(() -> p.arriveTwice(three), () -> p.arriveThenMark(three));
    System.out.println(p.mark);
    Phaser parent = new Phaser();
    Phaser left = new Phaser(parent, 1);
    Phaser right = new Phaser(parent, 1);
    Thread zero = Schedule.start(() -> p.phases(left, 0), "zero");
    Thread other = Schedule.start(() -> p.phases(right, 1), "one");
    Schedule.join(zero);
    Schedule.join(other);
    System.out.println(parent.isTerminated());

    Thread partner = Schedule.start(p::exchangeThenMark, "partner");
    Schedule.join(Schedule.start(p::exchangeThenRead, "exchanges"));
    Schedule.join(partner);
    Schedule.between(p::exchangeInVain, p::putMark);
    Thread first = Schedule.start(() -> p.swap(new int[2], 1), "first");
    Thread second = Schedule.start(() -> p.swap(new int[2], 2), "second");
    Schedule.join(first);
    Schedule.join(second);
    System.out.println(p.seen);
  }
}
