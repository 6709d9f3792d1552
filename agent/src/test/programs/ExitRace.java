/** Many threads call System.exit at the same time, while a shutdown hook runs to its end. */
final class ExitRace {
  private int count;

  synchronized int add() {
    count++;
    return count;
  }

  public static void main(String[] args) throws InterruptedException {
    ExitRace program = new ExitRace();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  for (int i = 0; i < 100_000; i++) {
                    program.add();
                  }
                  System.out.println("hook done");
                }));
    for (int i = 0; i < 8; i++) {
      new Thread(
              () -> {
                program.add();
                Schedule.await(1);
                System.exit(5);
              })
          .start();
    }
    Schedule.reach(1);
    Thread.currentThread().join();
  }
}
