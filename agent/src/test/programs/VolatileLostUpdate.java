/** Volatile makes no atomic operation out of a read and a write. */
final class VolatileLostUpdate {
  private volatile long count;

  void add() { // VIOLATION VolatileLostUpdate.add
    long old = count;
    if (Thread.currentThread().getName().equals("slow")) {
      Schedule.reach(1);
      Schedule.await(2);
    }
    count = old + 1;
  }

  public static void main(String[] args) throws InterruptedException {
    VolatileLostUpdate counter = new VolatileLostUpdate();
    Thread slow = new Thread(counter::add, "slow");
    Thread fast =
        new Thread(
            () -> {
              Schedule.await(1);
              counter.add();
              Schedule.reach(2);
            });
    slow.start();
    fast.start();
    slow.join();
    fast.join();
    System.out.println(counter.count);
  }
}
