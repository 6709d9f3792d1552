import java.util.ArrayList;
import java.util.List;

/** A set whose methods are synchronized, each for itself; who uses two of them is not atomic. */
final class CheckThenAct {
  private final Names names = new Names();

  static final class Names {
    private final List<String> list = new ArrayList<>();
    private int changes;

    synchronized boolean contains(String name) {
      return changes > 0 && list.contains(name);
    }

    synchronized void add(String name) {
      list.add(name);
      changes++;
    }

    synchronized int size() {
      return changes;
    }
  }

  void addIfAbsent(String name, boolean slow) { // VIOLATION CheckThenAct.addIfAbsent
    if (!names.contains(name)) {
      if (slow) {
        Schedule.reach(1);
        Schedule.await(2);
      }
      names.add(name);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    CheckThenAct program = new CheckThenAct();
    Thread slow = new Thread(() -> program.addIfAbsent("x", true), "slow");
    Thread fast =
        new Thread(
            () -> {
              Schedule.await(1);
              program.addIfAbsent("x", false);
              Schedule.reach(2);
            },
            "fast");
    slow.start();
    fast.start();
    slow.join();
    fast.join();
    System.out.println(program.names.size());
  }
}
