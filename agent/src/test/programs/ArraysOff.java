// OPTIONS ,arrays=off
/** Without arrays nothing is known of them. */
final class ArraysOff {
  public static void main(String[] args) throws InterruptedException {
    ArrayElements.main(args);
  }
}
