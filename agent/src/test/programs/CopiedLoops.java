/** Loops that work on arrays may run in a copy, which does what they do and loses nothing. */
final class CopiedLoops {
  private final int[] shared = new int[50];
  private final int[] halves = new int[50];
  private final int[] parts = new int[50];
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

  /** What is read before a loop is left counts. */
  void untilFound(boolean isSlow) { // VIOLATION CopiedLoops.untilFound
    int[] all = parts;
    for (int i = 0; i < all.length; i++) {
      if (all[i] < 0) {
        break;
      }
    }
    if (isSlow) {
      Schedule.pause();
    }
    all[3] = 3;
  }

  private int find(int value) {
    int[] all = parts;
    for (int i = 0; i < all.length; i++) {
      if (all[i] == value) {
        return i;
      }
    }
    return -1;
  }

  void afterReturn(boolean isSlow) { // VIOLATION CopiedLoops.afterReturn
    int found = find(3);
    if (isSlow) {
      Schedule.pause();
    }
    parts[found] = 3;
  }

  void afterException(boolean isSlow) { // VIOLATION CopiedLoops.afterException
    int[] all = parts;
    int sum = 0;
    try {
      for (int i = 0; i <= all.length; i++) {
        sum += all[i];
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      sum++;
    }
    if (isSlow) {
      Schedule.pause();
    }
    all[3] = 3;
  }

  /** With copies of all loops the method would be too long for the JIT; then it has none. */
  void manyLoops(boolean isSlow) { // VIOLATION CopiedLoops.manyLoops
    int[] a = parts;
    int[] b = halves;
    int[] c = shared;
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i] + c[0];
    }
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i] + c[1];
    }
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i] + c[2];
    }
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i] + c[3];
    }
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i] + c[4];
    }
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i] + c[5];
    }
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i] + c[6];
    }
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i] + c[7];
    }
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i] + c[8];
    }
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i] + c[9];
    }
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i] + c[10];
    }
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i] + c[11];
    }
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i] + c[12];
    }
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i] + c[13];
    }
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i] + c[14];
    }
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i] + c[15];
    }
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i] + c[16];
    }
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i] + c[17];
    }
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i] + c[18];
    }
    if (isSlow) {
      Schedule.pause();
    }
    a[3] = 3;
  }

  /** What a loop that is left early does not come to is not its own. */
  void early(boolean isSlow) {
    int[] all = parts;
    synchronized (this) {
      for (int i = isSlow ? 10 : 30; i < all.length; i++) {
        all[i]++;
        if (i % 10 == 5) {
          break;
        }
        all[i]--;
      }
    }
    if (isSlow) {
      Schedule.pause();
    }
    all[isSlow ? 12 : 32]++;
  }

  /** Each thread has every other element, and comes to them in several ways. */
  void everyOther(boolean isSlow) {
    int[] all = parts;
    int mine = isSlow ? 0 : 1;
    int k = mine;
    for (int i = 0; i < 20; i++) {
      all[k]++;
      k += 2;
    }
    if (isSlow) {
      Schedule.pause();
    }
    for (int i = 40; i > 1; i -= 2) {
      all[i - 2 + mine]++;
    }
    for (int i = 0; i < 10; i++) {
      all[4 + mine]++;
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
    for (int round = 0; round < 4; round++) {
      Schedule.between(() -> program.early(true), () -> program.early(false));
      Schedule.between(() -> program.everyOther(true), () -> program.everyOther(false));
    }
    for (int round = 0; round < 4; round++) {
      Schedule.between(() -> program.untilFound(true), () -> program.untilFound(false));
      program.parts[3] = 3;
      Schedule.between(() -> program.afterReturn(true), () -> program.afterReturn(false));
      Schedule.between(() -> program.afterException(true), () -> program.afterException(false));
      Schedule.between(() -> program.manyLoops(true), () -> program.manyLoops(false));
    }
    System.out.println(program.halves[0] + " " + program.halves[49]);
    System.out.println(java.util.Arrays.toString(program.parts));
  }
}
