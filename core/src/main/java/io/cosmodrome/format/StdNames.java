package io.cosmodrome.format;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * How names are written in {@code std}, where a column cannot hold every text.
 *
 * <p>{@code \}{@code uXXXX} stands for the UTF-16 unit with that number, and {@code \e} as a whole
 * name for the empty name. Every other backslash is itself, so names in other tools' traces are
 * read as they are.
 */
final class StdNames {
  private static final String EMPTY = "\\e";
  private static final int ESCAPE_LENGTH = 6;

  private StdNames() {}

  /**
   * The bytes that stand for {@code name} in a column.
   *
   * @param startsLine whether it may be the first column
   */
  static byte[] escape(String name, boolean startsLine) {
    if (name.isEmpty()) {
      return EMPTY.getBytes(UTF_8);
    }
    int first = 0;
    while (first < name.length() && !mustEscape(name, first, startsLine)) {
      first++;
    }
    if (first == name.length()) {
      return name.getBytes(UTF_8);
    }
    StringBuilder text = new StringBuilder(name.length() + ESCAPE_LENGTH);
    text.append(name, 0, first);
    for (int i = first; i < name.length(); i++) {
      char c = name.charAt(i);
      if (mustEscape(name, i, startsLine)) {
        text.append(String.format("\\u%04X", (int) c));
      } else {
        text.append(c);
      }
    }
    return text.toString().getBytes(UTF_8);
  }

  private static boolean mustEscape(String name, int i, boolean startsLine) {
    char c = name.charAt(i);
    return switch (c) {
      case '|', '\n', '\r' -> true;
      case '#', '\uFEFF' -> startsLine && i == 0; // a comment; a byte order mark
      case '\\' -> name.startsWith("u", i + 1) || name.equals(EMPTY);
      default -> false;
    };
  }

  /** The name that {@code text} stands for. */
  static String unescape(String text) {
    if (text.equals(EMPTY)) {
      return "";
    }
    StringBuilder name = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      int unit = escapedUnit(text, i);
      if (unit >= 0) {
        name.append((char) unit);
        i += ESCAPE_LENGTH - 1;
      } else {
        name.append(text.charAt(i));
      }
    }
    return name.toString();
  }

  /** The UTF-16 unit escaped at {@code i}, or -1 if there is no escape. */
  private static int escapedUnit(String text, int i) {
    if (!text.startsWith("\\u", i) || i + ESCAPE_LENGTH > text.length()) {
      return -1;
    }
    int unit = 0;
    for (int k = i + 2; k < i + ESCAPE_LENGTH; k++) {
      int digit = Character.digit(text.charAt(k), 16);
      if (digit < 0) {
        return -1;
      }
      unit = 16 * unit + digit;
    }
    return unit;
  }
}
