import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A task comes after its submission, and what waits for its end comes after it. */
final class Tasks {
  private volatile int mark;
  private volatile int input;
  private volatile int output;
  private int seen;

  // ---- submission comes before the task ----

  /** What the pool's thread does while a block is open. */
  private void markAndContinue(int value) {
    mark = value;
    Schedule.reach(value);
  }

  void executeThenRead(ExecutorService pool) { // VIOLATION Tasks.executeThenRead
    pool.execute(() -> markAndContinue(1));
    Schedule.await(1);
    seen = mark;
  }

  void submitThenRead(ExecutorService pool) { // VIOLATION Tasks.submitThenRead
    pool.submit(() -> markAndContinue(2));
    Schedule.await(2);
    seen = mark;
  }

  void scheduleThenRead(ScheduledExecutorService pool) { // VIOLATION Tasks.scheduleThenRead
    pool.schedule(() -> markAndContinue(3), 1, TimeUnit.MILLISECONDS);
    Schedule.await(3);
    seen = mark;
  }

  void forkThenRead(ForkJoinPool pool) { // VIOLATION Tasks.forkThenRead
    pool.submit(() -> markAndContinue(4));
    Schedule.await(4);
    seen = mark;
  }

  void bothSubmit(ExecutorService pool) { // clean: two submissions have no order
    pool.execute(() -> input = 0);
    Schedule.pause();
    seen = mark;
  }

  private void submitAndMark(ExecutorService pool) {
    pool.execute(() -> output = 0);
    mark = 5;
  }

  // ---- the end of a task comes before what waits for it ----

  // each is open while another thread does a task that reads what the block wrote, and a third one
  // waits for that task and then writes what the block reads

  void writeBeforeGet() { // VIOLATION Tasks.writeBeforeGet
    input = 1;
    Schedule.pause();
    seen = output;
  }

  void writeBeforeForkJoinGet() { // VIOLATION Tasks.writeBeforeForkJoinGet
    input = 1;
    Schedule.pause();
    seen = output;
  }

  void writeBeforeIsDone() { // VIOLATION Tasks.writeBeforeIsDone
    input = 1;
    Schedule.pause();
    seen = output;
  }

  void writeBeforeInvokeAll() { // VIOLATION Tasks.writeBeforeInvokeAll
    input = 1;
    Schedule.pause();
    seen = output;
  }

  void writeBeforeFailure() { // VIOLATION Tasks.writeBeforeFailure
    input = 1;
    Schedule.pause();
    seen = output;
  }

  void writeBeforeTermination() { // VIOLATION Tasks.writeBeforeTermination
    input = 1;
    Schedule.pause();
    seen = output;
  }

  void writeBeforeRun() { // VIOLATION Tasks.writeBeforeRun
    input = 1;
    Schedule.pause();
    seen = output;
  }

  private int copy() {
    return input;
  }

  private void getThenWrite(ExecutorService pool) throws ExecutionException, InterruptedException {
    output = pool.submit(this::copy).get();
  }

  private void pollThenWrite(ExecutorService pool) throws ExecutionException, InterruptedException {
    Future<Integer> copied = pool.submit(this::copy);
    while (!copied.isDone()) {
      Thread.onSpinWait();
    }
    output = 1;
  }

  private void invokeThenWrite(ExecutorService pool) throws InterruptedException {
    List<Callable<Integer>> tasks = List.of(this::copy, this::copy);
    pool.invokeAll(tasks);
    output = 1;
  }

  private void terminateThenWrite(ExecutorService pool) throws InterruptedException {
    pool.execute(this::copy);
    pool.shutdown();
    if (pool.awaitTermination(1, TimeUnit.MINUTES)) {
      output = 1;
    }
  }

  private void failThenWrite(ExecutorService pool) throws InterruptedException {
    try {
      pool.submit(() -> 1 / (copy() - 1)).get();
    } catch (ExecutionException e) {
      output = 1;
    }
  }

  private void runThenWrite() throws ExecutionException, InterruptedException {
    FutureTask<Integer> task = new FutureTask<>(this::copy);
    Schedule.join(Schedule.start(task::run, "runs"));
    output = task.get();
  }

  // ---- many ----

  private int sum;

  synchronized int add(int number) {
    sum += number;
    return sum;
  }

  private static void stop(ExecutorService... pools) throws InterruptedException {
    for (ExecutorService pool : pools) {
      pool.shutdown();
      pool.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  public static void main(String[] args) throws ExecutionException, InterruptedException {
    Tasks t = new Tasks();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    ForkJoinPool forks = new ForkJoinPool(2);
    Schedule.join(Schedule.start(() -> t.executeThenRead(pool), "executes"));
    Schedule.join(Schedule.start(() -> t.submitThenRead(pool), "submits"));
    Schedule.join(Schedule.start(() -> t.scheduleThenRead(timer), "schedules"));
    Schedule.join(Schedule.start(() -> t.forkThenRead(forks), "forks"));
    Schedule.between(() -> t.bothSubmit(pool), () -> t.submitAndMark(pool));
    System.out.println(t.seen);

    Schedule.between(t::writeBeforeGet, () -> t.getThenWrite(pool));
    Schedule.between(t::writeBeforeForkJoinGet, () -> t.getThenWrite(forks));
    Schedule.between(t::writeBeforeIsDone, () -> t.pollThenWrite(pool));
    Schedule.between(t::writeBeforeInvokeAll, () -> t.invokeThenWrite(pool));
    Schedule.between(t::writeBeforeFailure, () -> t.failThenWrite(pool));
    Schedule.between(t::writeBeforeTermination, () -> t.terminateThenWrite(timer));
    Schedule.between(t::writeBeforeRun, t::runThenWrite);
    System.out.println(t.seen);

    List<Future<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      int number = i;
      all.add(pool.submit(() -> t.add(number)));
    }
    int largest = 0;
    for (Future<Integer> each : all) {
      largest = Math.max(largest, each.get());
    }
    System.out.println(largest);
    stop(pool, forks);
  }
}
