// OPTIONS ,arrays=off
/** Without arrays nothing is known of them. */
final class ArraysOff {
  private final int[] numbers = new int[8];
  private final String[] names = new String[2];

  void own(int from) {
    for (int round = 0; round < 3; round++) {
      for (int i = from; i < numbers.length; i += 2) {
        numbers[i] += i;
      }
      if (from == 0 && round == 0) {
        Schedule.reach(1);
        Schedule.await(2);
      }
    }
  }

  void same(boolean slow) {
    String old = names[1];
    if (slow) {
      Schedule.reach(3);
      Schedule.await(4);
    }
    names[1] = old + "x";
  }

  int copy(boolean slow) {
    int[] copy = numbers.clone();
    if (slow) {
      Schedule.reach(5);
      Schedule.await(6);
    }
    System.arraycopy(copy, 0, numbers, 0, copy.length);
    return copy.length;
  }

  public static void main(String[] args) throws InterruptedException {
    ArraysOff program = new ArraysOff();
    Thread slow =
        new Thread(
            () -> {
              program.own(0);
              program.same(true);
              System.out.println(program.copy(true));
            });
    Thread fast =
        new Thread(
            () -> {
              Schedule.await(1);
              program.own(1);
              Schedule.reach(2);
              Schedule.await(3);
              program.same(false);
              Schedule.reach(4);
              Schedule.await(5);
              program.copy(false);
              Schedule.reach(6);
            });
    slow.start();
    fast.start();
    slow.join();
    fast.join();
    System.out.println(program.numbers[7] + program.names[1]);
  }
}
