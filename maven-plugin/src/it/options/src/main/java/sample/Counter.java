package sample;

public class Counter {
  private int value;

  public void increment(Runnable between) {
    int read = value;
    between.run();
    value = read + 1;
  }

  public synchronized void incrementSafely() {
    value++;
  }
}
