import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** The same violation again and again until the input ends, if it is told to wait. */
final class Turns {
  private int count;

  void add(boolean isSlow) { // VIOLATION Turns.add
    int old = count;
    if (isSlow) {
      Schedule.pause();
    }
    count = old + 1;
  }

  public static void main(String[] args) throws IOException {
    AtomicBoolean isOver = new AtomicBoolean(args.length == 0);
    if (args.length > 0) {
      Thread input = new Thread(() -> awaitEndOfInput(isOver), "input");
      input.setDaemon(true);
      input.start();
    }
    Turns turns = new Turns();
    do {
      Schedule.between(() -> turns.add(true), () -> turns.add(false));
    } while (!isOver.get());
    System.out.println("done");
  }

  private static void awaitEndOfInput(AtomicBoolean isOver) {
    try {
      while (System.in.read() >= 0) {
        // more
      }
    } catch (IOException e) {
      System.out.println(e);
    }
    isOver.set(true);
  }
}
