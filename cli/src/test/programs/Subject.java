import java.util.concurrent.Semaphore;

/** Does what its argument says, under the agent or not. */
public final class Subject {
  private volatile int value; // so that the agent sees every order of two writes

  void increment() {
    int read = value;
    Pause.here();
    value = read + 1;
  }

  synchronized void incrementAlone() {
    value++;
  }

  synchronized int deep(int n) {
    value++;
    return n == 0 ? 0 : 1 + deep(n - 1);
  }

  private static void twice(Runnable work) throws InterruptedException {
    Thread one = new Thread(work, "one");
    Thread other = new Thread(work, "other");
    one.start();
    other.start();
    one.join();
    other.join();
  }

  public static void main(String[] args) throws Exception {
    Subject subject = new Subject();
    switch (args[0]) {
      case "broken" -> twice(subject::increment);
      case "sound" -> twice(subject::incrementAlone);
      case "exit" -> System.exit(Integer.parseInt(args[1]));
      case "deep" -> twice(() -> System.out.println(subject.deep(9_000)));
      case "echo" -> System.in.transferTo(System.out);
      case "wait" -> {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("goodbye")));
        System.out.println("ready");
        new Semaphore(0).acquire();
      }
      case "serve" -> {
        twice(subject::increment);
        System.out.println("ready");
        System.in.transferTo(System.out);
      }
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /** The first two that come here leave together. Not to be instrumented. */
  static final class Pause {
    private static int here;

    private Pause() {}

    static synchronized void here() {
      here++;
      Pause.class.notifyAll();
      try {
        while (here < 2) {
          Pause.class.wait();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
