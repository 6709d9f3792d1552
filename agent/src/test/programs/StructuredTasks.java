import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;

/**
 * A structured task scope starts its tasks after its owner, and joins them before it. By
 * reflection, because it is a preview. // NEEDS 25
 */
final class StructuredTasks {
  private volatile int mark;
  private int seen;

  /** A scope, as far as it is used here. */
  private static final class Scope implements AutoCloseable {
    private static final String NAME = "java.util.concurrent.StructuredTaskScope";
    private final Object scope;

    Scope() {
      this.scope = call(null, NAME, "open");
    }

    Object fork(Callable<?> task) {
      return call(scope, NAME, "fork", Callable.class, task);
    }

    void join() {
      call(scope, NAME, "join");
    }

    static Object result(Object subtask) {
      return call(subtask, NAME + "$Subtask", "get");
    }

    @Override
    public void close() {
      call(scope, NAME, "close");
    }

    private static Object call(Object receiver, String type, String name) {
      try {
        return Class.forName(type).getMethod(name).invoke(receiver);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    private static Object call(
        Object receiver, String type, String name, Class<?> parameter, Object argument) {
      try {
        Method method = Class.forName(type).getMethod(name, parameter);
        return method.invoke(receiver, argument);
      } catch (InvocationTargetException e) {
        throw new IllegalStateException(e.getCause());
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  void forkThenRead(Scope scope) { // VIOLATION StructuredTasks.forkThenRead
    scope.fork(
        () -> {
          mark = 1;
          Schedule.reach(1);
          return 1;
        });
    Schedule.await(1);
    seen = mark;
  }

  /** Used by one thread at a time: clean. */
  static final class Box {
    private int first;
    private int second;

    int add() {
      first++;
      second++;
      return first - second;
    }
  }

  private static int inTurn() {
    Box box = new Box();
    int sum = 0;
    for (int i = 0; i < 50; i++) {
      box.add();
      try (Scope scope = new Scope()) {
        Object subtask = scope.fork(box::add);
        scope.join();
        sum += (Integer) Scope.result(subtask);
      }
      sum += box.add();
    }
    return sum + box.first;
  }

  private void inScope() {
    try (Scope scope = new Scope()) {
      forkThenRead(scope);
      scope.join();
    }
  }

  public static void main(String[] args) {
    StructuredTasks s = new StructuredTasks();
    Schedule.join(Schedule.start(s::inScope, "forks"));
    System.out.println(s.seen);
    System.out.println(inTurn());
  }
}
