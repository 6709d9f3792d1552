/*
 * E07: copying a collection that shrinks.
 *
 * The bug of the constructor Vector(Collection) in JDK 1.4, in a class of the same shape: the
 * constructor asks for the size and then for the elements. Each question is synchronized, the pair
 * is not. The copy says that it has two elements, and has none.
 *
 * Output:
 *   copy of 2 elements: [null, null]
 *
 * Cosmodrome:
 *   ATOM001 Sequence.<init> is not atomic  (E07_VectorCopy.java:42)                       [2ac6] NEW, 1x
 *     | A  Sequence.<init>  | B  Sequence.clear   |
 *     | rel Sequence#1  :51 |                     |
 *     |   ~ interrupted ~   | acq Sequence#1  :59 |
 *     |                     | rel Sequence#1  :59 |
 *     | acq Sequence#1  :55 |                     |
 *     <init> before clear: clear locked Sequence#1 at :59 after <init> unlocked it at :51;
 *     but clear before <init>: <init> locked Sequence#1 at :55 after clear unlocked it at :59.
 *     hint: lock released between: the lock Sequence#1 is held at E07_VectorCopy.java:51 and again at
 *     E07_VectorCopy.java:55, but given back between; if both belong together, hold it across both
 *   cosmodrome: VIOLATION: 1 finding
 */
// HINT lock released between
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;
import java.util.Arrays;

public final class E07_VectorCopy {
  private E07_VectorCopy() {}

  static final class Sequence {
    private Object[] elements;
    private int size;

    Sequence(Object... content) {
      elements = content.clone();
      size = content.length;
    }

    Sequence(Sequence other) { // VIOLATION Sequence.<init>(Sequence)
      Turn.at("asks for the size");
      size = other.size();
      elements = new Object[size];
      Turn.at("asks for the elements");
      other.copyInto(elements);
    }

    synchronized int size() {
      return size;
    }

    synchronized void copyInto(Object[] target) {
      System.arraycopy(elements, 0, target, 0, size);
    }

    synchronized void clear() {
      elements = new Object[0];
      size = 0;
    }

    @Override
    public synchronized String toString() {
      return "copy of " + size + " elements: " + Arrays.toString(elements);
    }
  }

  private static void clear(Sequence sequence) {
    Turn.at("clears");
    sequence.clear();
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("A asks for the size", "B clears", "A asks for the elements");
    Sequence sequence = new Sequence("x", "y");
    Sequence[] copy = new Sequence[1];
    Thread a = new Thread(() -> copy[0] = new Sequence(sequence), "A");
    Thread b = new Thread(() -> clear(sequence), "B");
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(copy[0]);
  }
}
