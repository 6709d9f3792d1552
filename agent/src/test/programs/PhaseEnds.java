import java.util.concurrent.Phaser;

/** What runs at the end of a phase comes after all arrivals, and before whoever sees the end. */
final class PhaseEnds {
  private volatile int mark;
  private volatile int other;
  private int seen;
  private int atEnd;

  private final Phaser marking =
      new Phaser(2) {
        @Override
        protected boolean onAdvance(int phase, int parties) {
          mark = phase + 1;
          return false;
        }
      };

  void arriveThenRead() { // VIOLATION PhaseEnds.arriveThenRead
    marking.arrive();
    Schedule.pause();
    seen = mark;
  }

  private void arriveLast() {
    marking.arrive();
  }

  private final Phaser reading =
      new Phaser(1) {
        @Override
        protected boolean onAdvance(int phase, int parties) {
          atEnd = mark;
          return false;
        }
      };

  /** The end of the phase reads the mark, and who sees that end sets the other one. */
  void markThenReadOther() { // VIOLATION PhaseEnds.markThenReadOther
    mark = 7;
    Schedule.pause();
    seen = other;
  }

  private void endPhase() {
    reading.arrive();
    Schedule.join(Schedule.start(this::awaitThenSet, "awaits"));
  }

  private void awaitThenSet() {
    other = reading.awaitAdvance(0);
  }

  private final int[] values = new int[2];
  private int sum;

  private final Phaser summing =
      new Phaser(2) {
        @Override
        protected boolean onAdvance(int phase, int parties) {
          addUp();
          return phase == 499;
        }
      };

  void addUp() {
    sum = values[0] + values[1];
    sum += values[0] - values[1];
  }

  void put(int number, int phase) {
    values[number] = phase;
    values[number] += 1;
  }

  void check(int phase) {
    if (sum != 2 * phase + 2 || sum != 2 * phase + 2) {
      System.out.println("too early");
    }
  }

  /** Clean: each puts its own, the last one adds up, then all look. */
  private void phases(int number) {
    for (int phase = 0; phase < 500; phase++) {
      put(number, phase);
      summing.arriveAndAwaitAdvance();
      check(phase);
    }
  }

  public static void main(String[] args) {
    PhaseEnds p = new PhaseEnds();
    Schedule.between(p::arriveThenRead, p::arriveLast);
    System.out.println(p.mark);
    Schedule.between(p::markThenReadOther, p::endPhase);
    System.out.println(p.other + " " + p.atEnd);
    Thread zero = Schedule.start(() -> p.phases(0), "zero");
    Thread one = Schedule.start(() -> p.phases(1), "one");
    Schedule.join(zero);
    Schedule.join(one);
    System.out.println(p.summing.isTerminated() + " " + p.seen);
  }
}
