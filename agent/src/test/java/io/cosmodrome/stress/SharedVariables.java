package io.cosmodrome.stress;

/** Fields and a static field have even numbers, elements of an array odd ones. */
public final class SharedVariables implements Variables {
  private static int global;
  private int first;
  private int second;
  private int third;
  private int fourth;
  private final int[] elements = new int[COUNT / 2];

  @Override
  public int get(int variable) {
    return switch (variable) {
      case 0 -> first;
      case 2 -> second;
      case 4 -> third;
      case 6 -> fourth;
      case 8 -> global;
      default -> elements[variable / 2];
    };
  }

  @Override
  public void set(int variable, int value) {
    switch (variable) {
      case 0 -> first = value;
      case 2 -> second = value;
      case 4 -> third = value;
      case 6 -> fourth = value;
      case 8 -> setGlobal(value);
      default -> elements[variable / 2] = value;
    }
  }

  private static void setGlobal(int value) {
    global = value;
  }
}
