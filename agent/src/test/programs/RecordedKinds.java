/** One of each kind of event, for the names that they get. */
class RecordedKinds implements Cloneable {
  private static int shared;
  int plain;
  private volatile boolean flag;
  private final int[] array = new int[70];

  static final class Derived extends RecordedKinds {
    int plain;

    void both() {
      plain = 1;
      super.plain = 2;
    }
  }

  void all() {
    synchronized (this) {
      plain = 1;
      flag = true;
      plain = flag ? 2 : 3;
      shared = 4;
      array[3] = 5;
      array[69] = 6;
    }
    new Derived().both();
    synchronized (new Object()) {
      plain = 7;
    }
    synchronized (RecordedKinds.class) {
      plain = 8;
    }
  }

  RecordedKinds copy() throws CloneNotSupportedException {
    return (RecordedKinds) super.clone();
  }

  public static void main(String[] args) throws Exception {
    RecordedKinds program = new RecordedKinds();
    Thread child = new Thread(program::all, "child");
    child.start();
    child.join();
    int[] part = new int[2];
    System.arraycopy(program.array, 1, part, 0, 2);
    System.out.println(part.clone().length + program.copy().plain);
  }
}
