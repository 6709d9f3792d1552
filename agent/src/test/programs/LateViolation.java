/** The violation happens in a shutdown hook. */
final class LateViolation {
  private int value;

  void increment() { // VIOLATION LateViolation.increment
    int read = value;
    Schedule.reach(1);
    Schedule.await(2);
    value = read + 1;
  }

  public static void main(String[] args) {
    LateViolation program = new LateViolation();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  Schedule.await(1);
                  program.value = 5;
                  Schedule.reach(2);
                }));
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  program.increment();
                  System.out.println("hook done");
                }));
  }
}
