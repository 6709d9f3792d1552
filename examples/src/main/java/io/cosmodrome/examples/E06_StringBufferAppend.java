/*
 * E06: appending a text that shrinks.
 *
 * The bug of StringBuffer.append(StringBuffer) in JDK 1.4, in a class of the same shape. All methods
 * are synchronized, but on the receiver only: append asks the other text for its length and then for
 * its characters, and between the two calls another thread may shorten it.
 *
 * Output:
 *   append failed: 3 characters wanted, 0 left
 *
 * Cosmodrome:
 *   ATOM001 Text.append is not atomic  (E06_StringBufferAppend.java:59)                   [17e2] NEW, 1x
 *     | A  Text.append    | B  Text.setLength |
 *     | rel Text#1    :44 |                   |
 *     |   ~ interrupted ~ | acq Text#1    :48 |
 *     |                   | rel Text#1    :48 |
 *     | acq Text#1    :52 |                   |
 *     append before setLength: setLength locked Text#1 at :48 after append unlocked it at :44;
 *     but setLength before append: append locked Text#1 at :52 after setLength unlocked it at :48.
 *     hint: lock released between: the lock Text#1 is held at E06_StringBufferAppend.java:44 and again
 *     at E06_StringBufferAppend.java:52, but given back between; if both belong together, hold it across
 *     both
 *   cosmodrome: VIOLATION: 1 finding
 */
// HINT lock released between
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;
import java.util.Arrays;

public final class E06_StringBufferAppend {
  private E06_StringBufferAppend() {}

  static final class Text {
    private char[] characters = new char[16];
    private int length;

    Text(String content) {
      length = content.length();
      content.getChars(0, length, characters, 0);
    }

    synchronized int length() {
      return length;
    }

    synchronized void setLength(int newLength) {
      length = newLength;
    }

    synchronized void copy(int count, char[] target, int at) {
      if (count > length) {
        throw new IllegalArgumentException(count + " characters wanted, " + length + " left");
      }
      System.arraycopy(characters, 0, target, at, count);
    }

    synchronized void append(Text other) { // VIOLATION Text.append(Text)
      Turn.at("asks for the length");
      int more = other.length();
      if (length + more > characters.length) {
        characters = Arrays.copyOf(characters, 2 * (length + more));
      }
      Turn.at("copies");
      other.copy(more, characters, length);
      length += more;
    }
  }

  private static void append(Text text, Text other) {
    try {
      text.append(other);
    } catch (IllegalArgumentException e) {
      System.out.println("append failed: " + e.getMessage());
    }
  }

  private static void shorten(Text text) {
    Turn.at("shortens");
    text.setLength(0);
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("A asks for the length", "B shortens", "A copies");
    Text text = new Text("abc");
    Text other = new Text("def");
    Thread a = new Thread(() -> append(text, other), "A");
    Thread b = new Thread(() -> shorten(other), "B");
    a.start();
    b.start();
    a.join();
    b.join();
  }
}
