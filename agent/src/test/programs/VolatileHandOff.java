/** Data handed over through a volatile flag is clean, whichever way it is read. */
final class VolatileHandOff {
  private int data;
  private volatile boolean ready;
  private static volatile long ticks;

  void produce() {
    data = 42;
    ready = true;
  }

  int consume() {
    return ready ? data : -1;
  }

  static void tick() {
    ticks = 5;
  }

  public static void main(String[] args) throws InterruptedException {
    VolatileHandOff program = new VolatileHandOff();
    Thread consumer =
        new Thread(
            () -> {
              int result;
              do {
                result = program.consume();
              } while (result < 0);
              System.out.println(result);
              tick();
            });
    consumer.start();
    program.produce();
    tick();
    consumer.join();
    System.out.println(ticks);
  }
}
