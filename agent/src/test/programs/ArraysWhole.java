// OPTIONS ,arrays=object
/** Whole arrays as variables: neighbours do disturb each other. */
final class ArraysWhole {
  // VIOLATION ArrayElements.own
  // VIOLATION ArrayElements.same
  // VIOLATION ArrayElements.copy
  public static void main(String[] args) throws InterruptedException {
    ArrayElements.main(args);
  }
}
