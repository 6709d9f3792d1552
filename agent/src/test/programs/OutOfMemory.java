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
        int[] last = hoard.get(hoard.size() - 1); // not new any more, so the agent remembers it
        for (int element : new int[] {1, 3, 2, 9, 7, 8}) { // too many and too few to be put short
          last[element] = rounds++;
        }
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
