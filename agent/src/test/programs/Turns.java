import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The same violation again and again until the input ends, if it is told to wait; or in what keeps
 * two processors busy, if it is told to be.
 */
final class Turns {
  private static final int AT_A_TIME = 1_000_000;

  private int count;

  void add(boolean isSlow) { // VIOLATION Turns.add
    int old = count;
    if (isSlow) {
      Schedule.pause();
    }
    count = old + 1;
  }

  private void addOften() {
    for (int i = 0; i < AT_A_TIME; i++) {
      add(false);
    }
  }

  private void addTwice() throws InterruptedException {
    Thread other = new Thread(this::addOften, "other");
    other.start();
    addOften();
    other.join();
  }

  public static void main(String[] args) throws InterruptedException {
    AtomicBoolean isOver = new AtomicBoolean(args.length == 0);
    if (args.length > 0) {
      Thread input = new Thread(() -> awaitEndOfInput(isOver), "input");
      input.setDaemon(true);
      input.start();
    }
    Turns turns = new Turns();
    boolean isBusy = args.length > 0 && args[0].equals("busy");
    do {
      if (isBusy) {
        turns.addTwice();
      } else {
        Schedule.between(() -> turns.add(true), () -> turns.add(false));
      }
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
