package io.cosmodrome.stress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Fields and a static field have even numbers, elements of arrays odd ones: one of a large array,
 * one that is accessed straight away, and some in loops in which nothing else happens. The last
 * ones are keys of a map, a field that a variable handle writes, an atomic, and elements of one:
 * one that is set, one that is updated with a function.
 */
public final class SharedVariables implements Variables {
  private static final VarHandle FIFTH;

  static {
    try {
      FIFTH = MethodHandles.lookup().findVarHandle(SharedVariables.class, "fifth", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static int global;
  private int first;
  private int second;
  private int third;
  private int fourth;
  private int fifth;
  private final Map<Integer, Integer> map = new ConcurrentHashMap<>(Map.of(10, 0));
  private final AtomicInteger atomic = new AtomicInteger();
  private final AtomicIntegerArray atomics = new AtomicIntegerArray(2);
  private final int[] elements = new int[2];
  private final int[][] looped = new int[COUNT][1];
  private final byte[] large = new byte[(1 << 21) + 1];

  @Override
  public int get(int variable) {
    return switch (variable) {
      case 0 -> first;
      case 2 -> second;
      case 4 -> third;
      case 6 -> fourth;
      case 8 -> global;
      case 1 -> elements[1];
      case 9 -> large[1 << 20];
      case 10, 11 -> map.getOrDefault(variable, 0);
      case 12 -> fifth;
      case 13 -> atomic.get();
      case 14, 15 -> atomics.get(variable - 14);
      default -> sum(looped[variable]);
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
      case 1 -> elements[1] = value;
      case 9 -> large[1 << 20] = (byte) value;
      case 10, 11 -> map.put(variable, value);
      case 12 -> FIFTH.setVolatile(this, value);
      case 13 -> atomic.set(value);
      case 14 -> atomics.set(0, value);
      case 15 -> atomics.updateAndGet(1, before -> value);
      default -> fill(looped[variable], value);
    }
  }

  private static int sum(int[] array) {
    int sum = 0;
    for (int i = 0; i < array.length; i++) {
      sum += array[i];
    }
    return sum;
  }

  private static void fill(int[] array, int value) {
    for (int i = 0; i < array.length; i++) {
      array[i] = value;
    }
  }

  private static void setGlobal(int value) {
    global = value;
  }
}
