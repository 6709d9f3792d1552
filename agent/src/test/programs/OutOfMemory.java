import java.util.ArrayList;
import java.util.List;

// MAYBE UNKNOWN: the agent can run out of memory, too
/** The program runs out of memory, notices, and goes on. */
final class OutOfMemory {
  private final List<int[]> hoard = new ArrayList<>();
  private int rounds;

  void fill() {
    try {
      while (true) {
        hoard.add(new int[1 << 20]);
        hoard.get(hoard.size() - 1)[0] = rounds++; // not new any more, so the agent remembers it
      }
    } catch (OutOfMemoryError e) {
      hoard.clear();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    OutOfMemory program = new OutOfMemory();
    for (int i = 0; i < 3; i++) {
      Thread thread = new Thread(program::fill);
      thread.start();
      thread.join();
      System.out.println("still here " + program.hoard.size());
    }
  }
}
