import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

/** What is published comes before what its subscribers do with it. */
final class Publishers {
  private volatile int mark;
  private int seen;

  /** Runs what it is given. */
  private static final class Runner implements Flow.Subscriber<Runnable> {
    private final Runnable atEnd;

    Runner(Runnable atEnd) {
      this.atEnd = atEnd;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Runnable item) {
      item.run();
    }

    @Override
    public void onError(Throwable failure) {
      System.out.println(failure.getMessage());
      atEnd.run();
    }

    @Override
    public void onComplete() {
      atEnd.run();
    }
  }

  private void busy() {
    Schedule.reach(1);
    Schedule.await(2);
  }

  /** Its subscriber is busy with the item before, so no task is started for this one. */
  void submitThenRead(SubmissionPublisher<Runnable> all) { // VIOLATION Publishers.submitThenRead
    all.submit(this::putMark);
    Schedule.reach(2);
    Schedule.await(3);
    seen = mark;
  }

  private void putMark() {
    mark = 1;
    Schedule.reach(3);
    Schedule.await(4);
  }

  void closeThenRead(SubmissionPublisher<Runnable> all) { // VIOLATION Publishers.closeThenRead
    all.close();
    Schedule.reach(4);
    Schedule.await(5);
    seen = mark;
  }

  private void putLastMark() {
    mark = 2;
    Schedule.reach(5);
  }

  private void busyAgain() {
    Schedule.reach(6);
    Schedule.await(7);
  }

  void failThenRead(SubmissionPublisher<Runnable> all) { // VIOLATION Publishers.failThenRead
    all.closeExceptionally(new IllegalStateException("failed"));
    Schedule.reach(7);
    Schedule.await(8);
    seen = mark;
  }

  private void putMarkOfFailure() {
    mark = 3;
    Schedule.reach(8);
  }

  private int sum; // of the one subscriber's

  void add(int number) {
    sum += number;
    sum += number;
  }

  /** Clean: each item is made by one thread and used by another. */
  private void stream() {
    SubmissionPublisher<int[]> all = new SubmissionPublisher<>();
    var done = all.consume(item -> add(take(item)));
    for (int i = 0; i < 1000; i++) {
      all.submit(make(i));
    }
    all.close();
    done.join();
    System.out.println(sum);
  }

  int[] make(int number) {
    int[] item = new int[1];
    item[0] = number;
    item[0] += 1;
    return item;
  }

  int take(int[] item) {
    int number = item[0];
    item[0] = 0;
    return number + item[0];
  }

  public static void main(String[] args) {
    Publishers p = new Publishers();
    SubmissionPublisher<Runnable> all = new SubmissionPublisher<>();
    all.subscribe(new Runner(p::putLastMark));
    Schedule.join(Schedule.start(() -> all.submit(p::busy), "first"));
    Schedule.await(1);
    Schedule.join(Schedule.start(() -> p.submitThenRead(all), "submits"));
    Schedule.join(Schedule.start(() -> p.closeThenRead(all), "closes"));
    System.out.println(p.seen);
    SubmissionPublisher<Runnable> failing = new SubmissionPublisher<>();
    failing.subscribe(new Runner(p::putMarkOfFailure));
    Schedule.join(Schedule.start(() -> failing.submit(p::busyAgain), "second"));
    Schedule.await(6);
    Schedule.join(Schedule.start(() -> p.failThenRead(failing), "fails"));
    System.out.println(p.seen);
    p.stream();
  }
}
