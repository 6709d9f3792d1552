import io.cosmodrome.annotations.Atomic;
import io.cosmodrome.annotations.NotAtomic;

/** Annotations say what is meant to be atomic, whatever holds by default. */
final class Annotated {
  private int value;

  @Atomic
  private void meant(int mine) { // VIOLATION Annotated.meant
    value += step(mine);
  }

  @NotAtomic("may lose an update")
  void notMeant(int mine) {
    value += step(mine);
  }

  @NotAtomic("one by one")
  static final class Each {
    private int value;

    void add(int mine) {
      value += step(mine);
    }

    @Atomic
    void addAtOnce(int mine) { // VIOLATION Annotated$Each.addAtOnce
      value += step(mine);
    }
  }

  /** The caller with the even number is interrupted by the one with the odd number. */
  private static int step(int mine) {
    if (mine % 2 == 0) {
      Schedule.reach(mine + 1);
      Schedule.await(mine + 2);
    }
    return 1;
  }

  private void even(Each each) {
    meant(0);
    notMeant(10);
    each.add(20);
    each.addAtOnce(30);
  }

  private void odd(Each each) {
    Schedule.await(1);
    meant(1);
    Schedule.reach(2);
    Schedule.await(11);
    notMeant(11);
    Schedule.reach(12);
    Schedule.await(21);
    each.add(21);
    Schedule.reach(22);
    Schedule.await(31);
    each.addAtOnce(31);
    Schedule.reach(32);
  }

  public static void main(String[] args) throws InterruptedException {
    Annotated program = new Annotated();
    Each each = new Each();
    Thread one = new Thread(() -> program.even(each), "even");
    Thread other = new Thread(() -> program.odd(each), "odd");
    one.start();
    other.start();
    one.join();
    other.join();
    System.out.println(program.value + " " + each.value);
  }
}
