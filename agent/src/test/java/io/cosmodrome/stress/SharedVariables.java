package io.cosmodrome.stress;

/** Fields, a static field and elements of an array. */
public final class SharedVariables implements Variables {
  private static int global;
  private int first;
  private int second;
  private final int[] elements = new int[COUNT - 3];

  @Override
  public int get(int variable) {
    return switch (variable) {
      case 0 -> first;
      case 1 -> second;
      case 2 -> global;
      default -> elements[variable - 3];
    };
  }

  @Override
  public void set(int variable, int value) {
    switch (variable) {
      case 0 -> first = value;
      case 1 -> second = value;
      case 2 -> setGlobal(value);
      default -> elements[variable - 3] = value;
    }
  }

  private static void setGlobal(int value) {
    global = value;
  }
}
