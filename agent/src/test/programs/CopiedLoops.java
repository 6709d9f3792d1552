/** Loops that work on arrays may run in a copy, which does what they do and loses nothing. */
final class CopiedLoops {
  private final int[] shared = new int[50];
  private final int[] halves = new int[50];
  private int turns;

  void average(boolean isSlow) { // VIOLATION CopiedLoops.average
    int[] all = shared;
    int sum = 0;
    for (int i = 0; i < all.length; i++) {
      sum += all[i];
    }
    if (isSlow) {
      Schedule.pause();
    }
    for (int i = 0; i < all.length; i++) {
      all[i] = sum / all.length + 1;
    }
  }

  void first(boolean isSlow) { // VIOLATION CopiedLoops.first
    int[] all = shared;
    int old = all[0];
    if (isSlow) {
      Schedule.pause();
    }
    for (int i = 0; i < all.length; i++) {
      all[i] += old;
    }
  }

  void half(boolean isSlow) {
    int[] all = halves;
    for (int round = 0; round < 20; round++) {
      for (int i = isSlow ? 0 : 25; i < (isSlow ? 25 : 50); i++) {
        all[i] += round;
      }
      if (isSlow && round == 10) {
        Schedule.pause();
      }
    }
  }

  /** With fields, which may be somebody else's, in the same loop. */
  int count(int[] array) {
    for (int i = 0; i < array.length; i++) {
      turns++;
      array[i] += turns;
    }
    return turns;
  }

  private static int skip(int[] array) {
    int sum = 0;
    for (int i = 0; i < array.length; i++) {
      if (i % 3 == 0) {
        continue;
      }
      if (i > 40) {
        break;
      }
      array[i] += i;
      sum += array[i];
    }
    return sum;
  }

  private static int fromBehind(int[] array) {
    int i = array.length;
    do {
      i--;
      array[i] += array[(i + 1) % array.length];
    } while (i > 0);
    return array[0];
  }

  private static int guarded(int[] array) {
    int sum = 0;
    for (int i = 0; i < array.length + 2; i++) {
      try {
        sum += array[i];
      } catch (ArrayIndexOutOfBoundsException e) {
        sum += 1000;
      }
    }
    return sum;
  }

  private static void pastTheEnd(int[] array) {
    for (int i = 0; i <= array.length; i++) {
      array[i]++;
    }
  }

  private static void refused(Object[] array) {
    for (int i = 0; i < array.length; i++) {
      array[i] = i < 2 ? (Object) i : "text";
    }
  }

  private static void printThrown(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      System.out.println(e + " at " + e.getStackTrace()[0]);
    }
  }

  public static void main(String[] args) {
    CopiedLoops program = new CopiedLoops();
    int[] own = new int[50];
    Object[] numbers = new Integer[4];
    for (int round = 0; round < 3; round++) { // with and without words of the thread's own
      System.out.println(program.count(own) + " " + skip(own));
      System.out.println(fromBehind(own) + " " + guarded(own));
      printThrown(() -> pastTheEnd(own));
      printThrown(() -> refused(numbers));
      printThrown(() -> pastTheEnd(null));
    }
    System.out.println(own[49] + " " + numbers[1]);
    program.average(false);
    for (int round = 0; round < 3; round++) {
      Schedule.between(() -> program.half(true), () -> program.half(false));
      Schedule.between(() -> program.average(true), () -> program.average(false));
      Schedule.between(() -> program.first(true), () -> program.first(false));
    }
    System.out.println(program.halves[0] + " " + program.halves[49]);
  }
}
