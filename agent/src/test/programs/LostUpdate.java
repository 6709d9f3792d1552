/** Two threads add to a counter; between read and write of the one comes the other. */
final class LostUpdate {
  private int count;

  void add() { // VIOLATION LostUpdate.add
    int old = count;
    if (Thread.currentThread().getName().equals("slow")) {
      Schedule.reach(1);
      Schedule.await(2);
    }
    count = old + 1;
  }

  public static void main(String[] args) throws InterruptedException {
    LostUpdate counter = new LostUpdate();
    Thread slow = new Thread(counter::add, "slow");
    Thread fast =
        new Thread(
            () -> {
              Schedule.await(1);
              counter.add();
              Schedule.reach(2);
            },
            "fast");
    slow.start();
    fast.start();
    slow.join();
    fast.join();
    System.out.println(counter.count);
  }
}
