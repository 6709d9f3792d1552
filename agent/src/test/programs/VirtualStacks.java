// NEEDS 25
/** Virtual threads have room for as much as without the agent: that of the threads that carry them. */
final class VirtualStacks {
  private int sum;

  /** 1 MB has room for some 8,250 frames of this as the interpreter makes them. */
  int plain(int n) {
    sum += n;
    return n == 0 ? 0 : 1 + plain(n - 1);
  }

  public static void main(String[] args) throws InterruptedException {
    for (int i = 0; i < 2; i++) {
      Thread.startVirtualThread(() -> System.out.println(new VirtualStacks().plain(7500))).join();
    }
  }
}
