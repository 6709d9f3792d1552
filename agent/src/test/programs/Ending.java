/** Loses an update, and ends in one way or another. */
final class Ending {
  private int value;

  void lose() { // VIOLATION Ending.lose
    int seen = value;
    Schedule.reach(1);
    Schedule.await(2);
    value = seen + 1;
  }

  void disturb() {
    Schedule.await(1);
    value++;
    Schedule.reach(2);
  }

  public static void main(String[] args) throws InterruptedException {
    Ending program = new Ending();
    Thread other = new Thread(program::disturb);
    other.start();
    program.lose();
    other.join();
    System.out.println("lost");
    switch (args.length == 0 ? "" : args[0]) {
      case "exit" -> System.exit(3);
      case "halt" -> Runtime.getRuntime().halt(4);
      case "throw" -> throw new IllegalStateException("on purpose");
      case "never" -> Thread.currentThread().join();
      default -> System.out.println("end");
    }
  }
}
