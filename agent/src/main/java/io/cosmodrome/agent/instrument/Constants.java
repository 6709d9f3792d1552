package io.cosmodrome.agent.instrument;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * The constants of a class file, one after the other, read from its bytes and nothing else of it:
 * for questions that are asked of every class when it is loaded. A library would take the JIT more
 * time than all of these questions.
 */
final class Constants {
  private static final int COUNT = 8; // offset in the file
  private static final int FIRST = 10;

  private static final int TEXT = 1; // tags
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int CLASS = 7;
  private static final int STRING = 8;
  private static final int FIELD = 9;
  private static final int HANDLE = 15;
  private static final int METHOD_TYPE = 16;
  private static final int MODULE = 19;
  private static final int PACKAGE = 20;

  private final byte[] bytes;
  private final int count;
  private int number; // of the constant at hand, from 1
  private int offset = FIRST; // of its tag
  private int next = FIRST;
  private int nextNumber = 1;

  Constants(byte[] bytes) {
    this.bytes = bytes;
    this.count = bytes.length < FIRST ? 0 : unsigned(COUNT);
  }

  private int unsigned(int at) {
    return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
  }

  /** Goes to the next constant, if there is one. */
  boolean next() {
    if (nextNumber >= count) {
      return false;
    }
    number = nextNumber;
    offset = next;
    int tag = bytes[offset];
    nextNumber += tag == LONG || tag == DOUBLE ? 2 : 1;
    next +=
        switch (tag) {
          case TEXT -> 3 + unsigned(offset + 1);
          case LONG, DOUBLE -> 9;
          case CLASS, STRING, METHOD_TYPE, MODULE, PACKAGE -> 3;
          case HANDLE -> 4;
          default -> 5;
        };
    return true;
  }

  /** Whether it is a text of so many bytes, at least. */
  boolean isText(int least) {
    return bytes[offset] == TEXT && unsigned(offset + 1) >= least;
  }

  /** The first byte of a text that has one. */
  char first() {
    return (char) (bytes[offset + 3] & 0xff);
  }

  /** A text, for which letters that are not ASCII do not matter. */
  String text() {
    return text(offset);
  }

  private String text(int at) {
    return new String(bytes, at + 3, unsigned(at + 1), StandardCharsets.ISO_8859_1);
  }

  /** Whether a class has this text among its constants. */
  static boolean has(byte[] bytes, String text) {
    Constants constants = new Constants(bytes);
    while (constants.next()) {
      if (constants.isText(text.length())
          && constants.first() == text.charAt(0)
          && constants.text().equals(text)) {
        return true;
      }
    }
    return false;
  }

  private static int[] offsets(byte[] bytes) {
    Constants constants = new Constants(bytes);
    int[] offsets = new int[constants.count];
    while (constants.next()) {
      offsets[constants.number] = constants.offset;
    }
    return offsets;
  }

  /** The classes whose fields a class accesses, by internal name. */
  static Set<String> fieldOwners(byte[] bytes) {
    int[] offsets = offsets(bytes);
    Constants constants = new Constants(bytes);
    boolean[] known = new boolean[offsets.length];
    Set<String> owners = new HashSet<>();
    while (constants.next()) {
      if (bytes[constants.offset] == FIELD) {
        int owner = constants.unsigned(constants.offset + 1);
        if (!known[owner]) {
          known[owner] = true;
          owners.add(constants.text(offsets[constants.unsigned(offsets[owner] + 1)]));
        }
      }
    }
    return owners;
  }

  /** The names of the methods and fields that a class has handles of, as for method references. */
  static Set<String> handled(byte[] bytes) {
    int[] offsets = offsets(bytes);
    Constants constants = new Constants(bytes);
    Set<String> names = new HashSet<>();
    while (constants.next()) {
      if (bytes[constants.offset] == HANDLE) {
        int member = offsets[constants.unsigned(constants.offset + 2)];
        int nameAndType = offsets[constants.unsigned(member + 3)];
        names.add(constants.text(offsets[constants.unsigned(nameAndType + 1)]));
      }
    }
    return names;
  }
}
