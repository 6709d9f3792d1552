/** System.exit while others still run; the exit code is the program's. */
final class ExitInShutdown {
  private int count;

  synchronized int add(int more) {
    count += more;
    return count;
  }

  public static void main(String[] args) throws InterruptedException {
    ExitInShutdown program = new ExitInShutdown();
    for (int i = 0; i < 2; i++) {
      Thread busy =
          new Thread(
              () -> {
                while (true) {
                  program.add(1);
                }
              });
      busy.setDaemon(true);
      busy.start();
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> program.add(-1)));
    while (program.add(0) < 100_000) {
      Thread.onSpinWait();
    }
    System.out.println("exit");
    System.exit(7);
  }
}
