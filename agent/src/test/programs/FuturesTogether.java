import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Several CompletableFutures together, and those that are completed by time or by force. */
final class FuturesTogether {
  private volatile int mark;
  private int seen;

  void completeOneOfTwo(
      CompletableFuture<Integer> f) { // VIOLATION FuturesTogether.completeOneOfTwo
    f.complete(1);
    Schedule.pause();
    seen = mark;
  }

  private void completeOtherAndJoinAll(
      CompletableFuture<Integer> g, CompletableFuture<Void> all) {
    g.complete(2);
    all.join();
    mark = 1;
  }

  void completeBeforeAll(CompletableFuture<Integer> f) { // VIOLATION FuturesTogether.completeBeforeAll
    f.complete(3);
    Schedule.pause();
    seen = mark;
  }

  private void makeAll(CompletableFuture<Integer> f, CompletableFuture<Integer> g) {
    CompletableFuture.allOf(f, g).join();
    mark = 2;
  }

  void completeOneToCombine(
      CompletableFuture<Integer> f) { // VIOLATION FuturesTogether.completeOneToCombine
    f.complete(4);
    Schedule.pause();
    seen = mark;
  }

  private void completeOther(CompletableFuture<Integer> g) {
    g.complete(5);
  }

  void getInTimeThenRead(
      CompletableFuture<Integer> f) { // VIOLATION FuturesTogether.getInTimeThenRead
    f.complete(6);
    Schedule.pause();
    seen = mark;
  }

  private void getInTimeThenMark(CompletableFuture<Integer> f)
      throws ExecutionException, InterruptedException, TimeoutException {
    mark = f.get(1, TimeUnit.SECONDS);
  }

  void obtrudeThenRead(CompletableFuture<Integer> f) { // VIOLATION FuturesTogether.obtrudeThenRead
    f.obtrudeValue(7);
    Schedule.pause();
    seen = mark;
  }

  private void joinThenMark(CompletableFuture<Integer> f) {
    mark = f.join();
  }

  void completeOneOfAny(CompletableFuture<Integer> f) { // clean: the other one was first
    f.complete(8);
    Schedule.pause();
    seen = mark;
  }

  private void joinAnyThenMark(CompletableFuture<Object> any) {
    mark = (Integer) any.join();
  }

  // ---- clean ----

  static final class Box {
    private int value;

    Box add(int number) {
      value += number;
      value += 1;
      return this;
    }
  }

  private static int late(CompletableFuture<Integer> f) {
    try {
      return f.orTimeout(1, TimeUnit.MILLISECONDS).join();
    } catch (CompletionException e) {
      return e.getCause() instanceof TimeoutException ? -1 : -2;
    }
  }

  public static void main(String[] args) {
    FuturesTogether t = new FuturesTogether();
    CompletableFuture<Integer> a = new CompletableFuture<>();
    CompletableFuture<Integer> b = new CompletableFuture<>();
    CompletableFuture<Void> all = CompletableFuture.allOf(a, b);
    Schedule.between(() -> t.completeOneOfTwo(a), () -> t.completeOtherAndJoinAll(b, all));
    CompletableFuture<Integer> c = new CompletableFuture<>();
    Schedule.between(() -> t.completeBeforeAll(c), () -> t.makeAll(c, a));
    CompletableFuture<Integer> d = new CompletableFuture<>();
    CompletableFuture<Integer> e = new CompletableFuture<>();
    d.thenCombine(e, (m, n) -> t.mark = m + n);
    Schedule.between(() -> t.completeOneToCombine(d), () -> t.completeOther(e));
    System.out.println(t.mark);
    CompletableFuture<Integer> f = new CompletableFuture<>();
    Schedule.between(() -> t.getInTimeThenRead(f), () -> t.getInTimeThenMark(f));
    Schedule.between(() -> t.obtrudeThenRead(f), () -> t.joinThenMark(f));
    System.out.println(t.mark);
    CompletableFuture<Integer> g = new CompletableFuture<>();
    CompletableFuture<Object> any = CompletableFuture.anyOf(f, g);
    Schedule.between(() -> t.completeOneOfAny(g), () -> t.joinAnyThenMark(any));
    System.out.println(late(new CompletableFuture<>()));
    System.out.println(
        new CompletableFuture<Integer>().completeOnTimeout(9, 1, TimeUnit.MILLISECONDS).join());

    int total = 0;
    for (int i = 0; i < 200; i++) {
      Box left = new Box();
      Box right = new Box();
      CompletableFuture<Box> first = CompletableFuture.supplyAsync(() -> left.add(1));
      CompletableFuture<Box> second = CompletableFuture.supplyAsync(() -> right.add(2));
      total += first.thenCombine(second, (x, y) -> x.add(y.add(1).value).value).join();
      CompletableFuture<Void> both =
          CompletableFuture.allOf(
              CompletableFuture.runAsync(() -> left.add(1)),
              CompletableFuture.runAsync(() -> right.add(1)));
      both.join();
      total += left.add(1).value + right.add(1).value;
    }
    System.out.println(total);
  }
}
