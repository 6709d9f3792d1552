/** Arrays that come from everywhere: each read is one of the right array. */
final class ArraySources {
  private final int[] first = new int[2];
  private final int[] second = new int[2];
  private static final int[][] TABLE = new int[2][2];

  private static void pause(boolean slow, int step) {
    if (slow) {
      Schedule.reach(step);
      Schedule.await(step + 1);
    }
  }

  void reassigned(boolean slow) { // VIOLATION ArraySources.reassigned
    int[] array = first;
    int old = array[(array = second)[0]];
    pause(slow, 1);
    array = first;
    array[0] = old + 1;
  }

  void chosen(boolean slow, int[] other) { // VIOLATION ArraySources.chosen
    int old = (old(slow) ? first : other)[1];
    pause(slow, 3);
    (old(slow) ? first : other)[1] = old + 1;
  }

  private static boolean old(boolean slow) {
    return slow || !slow;
  }

  void passed(boolean slow, int[] array, int[] unused) { // VIOLATION ArraySources.passed
    int old = 0;
    for (int i = 0; i < array.length; i++) {
      old += array[i];
    }
    pause(slow, 5);
    array[1] = old;
    array = unused;
    array[0] = old;
  }

  void nested(boolean slow, int row) { // VIOLATION ArraySources.nested
    int old = TABLE[row][TABLE[0][0]];
    pause(slow, 7);
    TABLE[row][0] += old + 1;
  }

  void separate(boolean slow) {
    int[] mine = slow ? TABLE[0] : second;
    for (int i = 0; i < 3; i++) {
      mine[1] += i;
      pause(slow && i == 1, 9);
    }
  }

  private void all(boolean slow) {
    turn(slow, 1);
    reassigned(slow);
    turn(slow, 3);
    chosen(slow, second);
    turn(slow, 5);
    passed(slow, second, new int[1]);
    turn(slow, 7);
    nested(slow, 1);
    turn(slow, 9);
    separate(slow);
    turn(slow, 11);
  }

  /** The fast thread runs each method while the slow one pauses in it. */
  private static void turn(boolean slow, int step) {
    if (!slow) {
      if (step > 1) {
        Schedule.reach(step - 1);
      }
      Schedule.await(step);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ArraySources program = new ArraySources();
    Thread slow = new Thread(() -> program.all(true));
    Thread fast = new Thread(() -> program.all(false));
    slow.start();
    fast.start();
    slow.join();
    Schedule.reach(11);
    fast.join();
    System.out.println(program.first[0] + " " + program.first[1] + " " + program.second[1]);
    System.out.println(TABLE[1][0] + " " + TABLE[0][1]);
  }
}
