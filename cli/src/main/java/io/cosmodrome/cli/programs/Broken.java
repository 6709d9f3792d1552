package io.cosmodrome.cli.programs;

/** Another thread increments between the read and the write of {@code increment}. */
final class Broken {
  private int value;

  private Broken() {}

  void increment() {
    int read = value;
    Moment.between();
    value = read + 1;
  }

  public static void main(String[] args) throws InterruptedException {
    Broken counter = new Broken();
    Thread one = new Thread(counter::increment, "one");
    Thread other = new Thread(() -> Moment.inBetween(counter::increment), "other");
    one.start();
    other.start();
    one.join();
    other.join();
  }
}
