// OPTIONS ,strict=true
/**
 * Increments that race: whenever one is lost, the agent must have seen why, because it remembers
 * the accesses in the order in which they happened.
 */
final class StrictRaces {
  private static final int TIMES = 20_000;
  private int field;
  private static int global;
  private final int[] elements = new int[1];
  private final Integer[] objects = {0};

  // VIOLATION StrictRaces.addField
  void addField() {
    field++;
  }

  // VIOLATION StrictRaces.addGlobal
  static void addGlobal() {
    global++;
  }

  // VIOLATION StrictRaces.addElement
  void addElement() {
    elements[0]++;
  }

  // VIOLATION StrictRaces.addObject
  void addObject() {
    objects[0] = objects[0] + 1;
  }

  /** What throws holds nobody up. */
  private String throwing() {
    Object[] strings = new String[1];
    int thrown = 0;
    for (int index = -1; index < 2; index++) {
      try {
        strings[index] = this;
      } catch (ArrayIndexOutOfBoundsException | ArrayStoreException e) {
        thrown++;
      }
    }
    return thrown + " thrown";
  }

  private void work(int round) {
    Schedule.await(round);
    for (int i = 0; i < TIMES; i++) {
      addField();
      addGlobal();
      addElement();
      addObject();
    }
  }

  private boolean allHaveLost(int rounds) {
    int all = 2 * TIMES * rounds;
    return field < all && global < all && elements[0] < all && objects[0] < all;
  }

  public static void main(String[] args) throws InterruptedException {
    StrictRaces program = new StrictRaces();
    int round = 0;
    do {
      int number = ++round;
      Thread[] threads = {
        new Thread(() -> program.work(number)), new Thread(() -> program.work(number))
      };
      for (Thread thread : threads) {
        thread.start();
      }
      Schedule.reach(number);
      for (Thread thread : threads) {
        thread.join();
      }
    } while (!program.allHaveLost(round));
    System.out.println(program.throwing());
  }
}
