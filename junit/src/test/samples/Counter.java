package sample;

/** Counts, and lets somebody do something between the read and the write. */
class Counter {
  private int value;

  void increment(Runnable between) {
    int read = value;
    between.run();
    value = read + 1;
  }

  synchronized void incrementSafely() {
    value++;
  }
}
