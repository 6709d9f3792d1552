import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** Who sees that a CompletableFuture is complete comes after who completed it. */
final class Futures {
  private volatile int mark;
  private int seen;

  void completeThenRead(CompletableFuture<Integer> f) { // VIOLATION Futures.completeThenRead
    f.complete(1);
    Schedule.pause();
    seen = mark;
  }

  private void getThenMark(CompletableFuture<Integer> f)
      throws ExecutionException, InterruptedException {
    mark = f.get();
  }

  void completeBeforeJoin(CompletableFuture<Integer> f) { // VIOLATION Futures.completeBeforeJoin
    f.completeExceptionally(new IllegalStateException("no number"));
    Schedule.pause();
    seen = mark;
  }

  private void joinThenMark(CompletableFuture<Integer> f) {
    try {
      mark = f.join();
    } catch (RuntimeException e) {
      mark = 2;
    }
  }

  void completeBeforeStage(CompletableFuture<Integer> f) { // VIOLATION Futures.completeBeforeStage
    f.complete(3);
    Schedule.pause();
    seen = mark;
  }

  private void applyThenMark(CompletableFuture<Integer> f) {
    f.thenApply(n -> n + 1).thenAccept(n -> mark = n);
  }

  void completeInVain(CompletableFuture<Integer> f) { // clean: it was complete before
    f.complete(5);
    Schedule.pause();
    seen = mark;
  }

  void completeOther(CompletableFuture<Integer> f, CompletableFuture<Integer> g) { // clean
    f.complete(6);
    Schedule.pause();
    seen = mark;
  }

  void asyncThenRead() { // VIOLATION Futures.asyncThenRead
    CompletableFuture.runAsync(
        () -> {
          mark = 7;
          Schedule.reach(7);
        });
    Schedule.await(7);
    seen = mark;
  }

  void completeWithAsyncStage(
      CompletableFuture<Integer> f) { // VIOLATION Futures.completeWithAsyncStage
    f.complete(8);
    Schedule.await(8);
    seen = mark;
  }

  /** A pipeline in which each stage hands its result to the next: clean. */
  static final class Box {
    private int value;

    Box add(int number) {
      value += number;
      value += 1;
      return this;
    }
  }

  public static void main(String[] args) {
    Futures t = new Futures();
    CompletableFuture<Integer> a = new CompletableFuture<>();
    Schedule.between(() -> t.completeThenRead(a), () -> t.getThenMark(a));
    CompletableFuture<Integer> b = new CompletableFuture<>();
    Schedule.between(() -> t.completeBeforeJoin(b), () -> t.joinThenMark(b));
    CompletableFuture<Integer> c = new CompletableFuture<>();
    Schedule.between(() -> t.completeBeforeStage(c), () -> t.applyThenMark(c));
    System.out.println(t.mark);
    Schedule.between(() -> t.completeInVain(a), () -> t.getThenMark(a));
    CompletableFuture<Integer> d = new CompletableFuture<>();
    Schedule.between(() -> t.completeOther(d, a), () -> t.joinThenMark(a));
    Schedule.join(Schedule.start(t::asyncThenRead, "async"));
    CompletableFuture<Integer> e = new CompletableFuture<>();
    e.thenAcceptAsync(
        n -> {
          t.mark = n;
          Schedule.reach(8);
        });
    Schedule.join(Schedule.start(() -> t.completeWithAsyncStage(e), "completes"));
    System.out.println(t.mark);

    AtomicInteger total = new AtomicInteger();
    CompletableFuture<?>[] all = new CompletableFuture<?>[200];
    for (int i = 0; i < all.length; i++) {
      int number = i;
      all[i] =
          CompletableFuture.supplyAsync(Box::new)
              .thenApplyAsync(box -> box.add(number))
              .thenApplyAsync(box -> box.add(1))
              .thenAccept(box -> total.addAndGet(box.value));
    }
    CompletableFuture.allOf(all).join();
    System.out.println(total);
  }
}
