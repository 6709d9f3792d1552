package io.cosmodrome.cli.programs;

/** Two threads increment one after the other, and a lock makes sure of it. */
final class Sound {
  private int value;

  private Sound() {}

  synchronized void increment() {
    int read = value;
    value = read + 1;
  }

  public static void main(String[] args) throws InterruptedException {
    Sound counter = new Sound();
    Thread one = new Thread(counter::increment, "one");
    Thread other = new Thread(counter::increment, "other");
    one.start();
    other.start();
    one.join();
    other.join();
  }
}
