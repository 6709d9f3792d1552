/** System.exit from a thread that has hardly any stack left: the report needs none of it. */
final class ExitDeepDown {
  private static int depth;

  private static void down() {
    depth++;
    if (depth == 2_000) {
      System.out.println("deep");
      System.exit(9);
    }
    down();
  }

  static synchronized void touch() {
    depth = 0;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(ExitDeepDown::touch);
    other.start();
    other.join();
    touch();
    Thread deep = new Thread(null, ExitDeepDown::down, "deep", 1 << 19);
    deep.start();
    deep.join();
  }
}
