package io.cosmodrome.cli;

import java.util.Locale;

/** Words and figures, the same everywhere and in every locale. */
final class Text {
  /** No line of a report is longer. */
  static final int WIDTH = 100;

  private Text() {}

  /** {@code 1,204}. */
  static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** {@code 1 block}, {@code 1,204 blocks}. */
  static String count(long value, String noun) {
    return number(value) + " " + noun + (value == 1 ? "" : "s");
  }

  /** {@code once}, {@code 17 times}. */
  static String times(long value) {
    return value == 1 ? "once" : number(value) + " times";
  }

  /** {@code 12.5 %}. */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  /** Breaks a text at blanks; every line starts with {@code indent} and ends. */
  static String wrap(String text, String indent) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder(indent);
    for (String word : text.split(" ", -1)) {
      boolean isFirst = line.length() == indent.length();
      if (!isFirst && line.length() + 1 + word.length() > WIDTH) {
        lines.append(line).append('\n');
        line = new StringBuilder(indent);
        isFirst = true;
      }
      line.append(isFirst ? "" : " ").append(word);
    }
    return lines.append(line).append('\n').toString();
  }
}
