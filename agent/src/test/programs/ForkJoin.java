import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

/** Dividing work and joining it is clean; that a parent comes before and after its children is seen. */
final class ForkJoin {
  static final class Sum extends RecursiveTask<Long> {
    private static final long serialVersionUID = 1L;
    private final int[] numbers;
    private final int from;
    private final int to;
    private long result;

    Sum(int[] numbers, int from, int to) {
      this.numbers = numbers;
      this.from = from;
      this.to = to;
    }

    @Override
    protected Long compute() {
      if (to - from < 50) {
        for (int i = from; i < to; i++) {
          result += numbers[i];
        }
        return result;
      }
      Sum left = new Sum(numbers, from, (from + to) / 2);
      Sum right = new Sum(numbers, (from + to) / 2, to);
      left.fork();
      right.compute();
      left.join();
      result = left.result + right.result;
      return result;
    }
  }

  static final class Fill extends RecursiveAction {
    private static final long serialVersionUID = 1L;
    private final int[] numbers;
    private final int from;
    private final int to;

    Fill(int[] numbers, int from, int to) {
      this.numbers = numbers;
      this.from = from;
      this.to = to;
    }

    @Override
    protected void compute() {
      if (to - from < 50) {
        for (int i = from; i < to; i++) {
          numbers[i] = i;
        }
      } else {
        invokeAll(
            new Fill(numbers, from, (from + to) / 2), new Fill(numbers, (from + to) / 2, to));
      }
    }
  }

  // ---- order ----

  private volatile int input;
  private volatile int output;
  private int copied;
  private int seen;

  void writeBeforeJoin() { // VIOLATION ForkJoin.writeBeforeJoin
    input = 1;
    Schedule.pause();
    seen = output;
  }

  private void joinThenWrite(ForkJoinPool pool) {
    RecursiveAction copy = new Copy(this, 1);
    pool.execute(copy);
    Schedule.await(1);
    copy.join();
    output = 1;
  }

  void writeBeforeInvokeAll() { // VIOLATION ForkJoin.writeBeforeInvokeAll
    input = 1;
    Schedule.pause();
    seen = output;
  }

  private void invokeThenWrite(ForkJoinPool pool) {
    pool.submit(
            () -> {
              ForkJoinTask.invokeAll(
                  ForkJoinTask.adapt(() -> Schedule.await(2)), new Copy(this, 2));
              output = 1;
            })
        .join();
  }

  /** Done by another thread than the one that wants it, which waits for the step. */
  static final class Copy extends RecursiveAction {
    private static final long serialVersionUID = 1L;
    private final transient ForkJoin data;
    private final int step;

    Copy(ForkJoin data, int step) {
      this.data = data;
      this.step = step;
    }

    @Override
    protected void compute() {
      data.copied = data.input;
      Schedule.reach(step);
    }
  }

  int total(int[] numbers) { // waits for others, so not meant to be atomic
    return Arrays.stream(numbers).parallel().map(n -> n + input).sum();
  }

  public static void main(String[] args) {
    int[] numbers = new int[2000];
    ForkJoinPool pool = new ForkJoinPool(3);
    pool.invoke(new Fill(numbers, 0, numbers.length));
    System.out.println(pool.invoke(new Sum(numbers, 0, numbers.length)));
    System.out.println(new Sum(numbers, 0, numbers.length).invoke());
    ForkJoin data = new ForkJoin();
    Schedule.between(data::writeBeforeJoin, () -> data.joinThenWrite(pool));
    Schedule.between(data::writeBeforeInvokeAll, () -> data.invokeThenWrite(pool));
    System.out.println(data.total(numbers));
    pool.shutdown();
  }
}
