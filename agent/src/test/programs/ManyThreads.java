import java.util.ArrayList;
import java.util.List;

/** A thousand threads at once, and a hundred thousand one after the other. */
final class ManyThreads {
  private int count;
  private int value;

  synchronized void add() {
    count++;
  }

  int touch() {
    value++;
    return value;
  }

  public static void main(String[] args) throws InterruptedException {
    ManyThreads program = new ManyThreads();
    List<Thread> living = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      Thread thread =
          new Thread(
              null,
              () -> {
                program.add();
                Schedule.await(1);
                program.add();
              },
              "living-" + i,
              1 << 17);
      thread.start();
      living.add(thread);
    }
    Schedule.reach(1);
    for (Thread thread : living) {
      thread.join();
    }
    for (int i = 0; i < 100_000; i++) {
      Thread thread = new Thread(null, program::touch, "short", 1 << 16);
      thread.start();
      thread.join();
    }
    System.out.println(program.count + " " + program.value);
  }
}
