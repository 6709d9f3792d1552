import java.lang.StackWalker.StackFrame;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Stack traces have the same methods and lines, whatever was put in between. */
final class StackTraces {
  private int[] array = new int[1];
  private int field;

  synchronized int inSynchronized(int index) {
    field++;
    return array[index];
  }

  int inBlock(StackTraces other) {
    synchronized (this) {
      field++;
      return other.field;
    }
  }

  int inLambda() {
    Runnable runnable =
        () -> {
          field++;
          throw new IllegalStateException("here");
        };
    runnable.run();
    return field;
  }

  private static void print(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      System.out.println(e);
      System.out.println(
          Arrays.stream(e.getStackTrace())
              .map(frame -> frame.getMethodName() + ":" + frame.getLineNumber())
              .collect(Collectors.joining(" ")));
    }
  }

  private static void all() {
    StackTraces program = new StackTraces();
    print(() -> program.inSynchronized(3));
    print(() -> program.inBlock(null));
    print(program::inLambda);
    program.array = null;
    print(() -> program.inSynchronized(0));
    System.out.println(Thread.holdsLock(program));
    StackWalker walker = StackWalker.getInstance();
    List<String> methods = walker.walk(all -> all.map(StackFrame::getMethodName).toList());
    System.out.println(methods);
  }

  public static void main(String[] args) throws InterruptedException {
    all();
    Thread thread = new Thread(StackTraces::all, "second");
    thread.start();
    thread.join();
  }
}
