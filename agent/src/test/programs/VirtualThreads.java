import java.util.ArrayList;
import java.util.List;

/** Virtual threads where the JDK has them, else others: many, that lock, wait and are joined. */
final class VirtualThreads {
  private int count;
  private int turn;

  synchronized void add() {
    count++;
  }

  synchronized void takeTurn(int mine) throws InterruptedException {
    while (turn != mine) {
      wait();
    }
    turn++;
    notifyAll();
  }

  private static Thread start(Runnable work) throws ReflectiveOperationException {
    try {
      Class<?> type = Thread.class;
      return (Thread) type.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
    } catch (NoSuchMethodException e) {
      Thread thread = new Thread(work);
      thread.start();
      return thread;
    }
  }

  public static void main(String[] args) throws Exception {
    VirtualThreads program = new VirtualThreads();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      int mine = i;
      threads.add(
          start(
              () -> {
                for (int j = 0; j < 100; j++) {
                  program.add();
                  Thread.yield();
                }
                try {
                  program.takeTurn(mine);
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(program.count + " " + program.turn);
  }
}
