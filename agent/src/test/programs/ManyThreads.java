import java.util.ArrayList;
import java.util.List;

// PRINTS 2000 100000
/** A thousand threads at once, and a hundred thousand, each over before the next one has its slot. */
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
    System.out.println(program.count + " " + shortLived());
  }

  /** A few at a time, each with an object of its own, because the machine is idle otherwise. */
  private static int shortLived() throws InterruptedException {
    ManyThreads[] programs = new ManyThreads[20];
    Thread[] threads = new Thread[programs.length];
    for (int i = 0; i < 100_000; i += threads.length) {
      for (int j = 0; j < threads.length; j++) {
        if (i == 0) {
          programs[j] = new ManyThreads();
        }
        threads[j] = new Thread(null, programs[j]::touch, "short", 1 << 16);
        threads[j].start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    int sum = 0;
    for (ManyThreads program : programs) {
      sum += program.value;
    }
    return sum;
  }
}
