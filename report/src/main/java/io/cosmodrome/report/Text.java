package io.cosmodrome.report;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Words and figures, the same everywhere and in every locale. */
public final class Text {
  /** No line of a report is longer. */
  public static final int WIDTH = 100;

  private Text() {}

  // not String.format: its first use loads the JDK's knowledge about all languages

  /** {@code 1,204}. */
  public static String number(long value) {
    StringBuilder text = new StringBuilder(Long.toString(value));
    for (int at = text.length() - 3; at > (value < 0 ? 1 : 0); at -= 3) {
      text.insert(at, ',');
    }
    return text.toString();
  }

  /** {@code 1 block}, {@code 1,204 blocks}, {@code 2 classes}. */
  public static String count(long value, String noun) {
    String ending = noun.endsWith("s") ? "es" : "s";
    return number(value) + " " + noun + (value == 1 ? "" : ending);
  }

  /** {@code once}, {@code 17 times}. */
  public static String times(long value) {
    return value == 1 ? "once" : number(value) + " times";
  }

  /** {@code 12.5 %}, of a share that is not negative. */
  public static String percent(double share) {
    long tenths = Math.round(1000 * share);
    return tenths / 10 + "." + tenths % 10 + " %";
  }

  /** The known word that was probably meant: at most a third of its letters are wrong. */
  public static Optional<String> nearest(String word, List<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
        .filter(candidate -> distance(word, candidate) <= Math.max(1, candidate.length() / 3));
  }

  /** How many letters must be added, left out or replaced to get from one word to the other. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }

  /** Breaks a text at blanks; every line starts with {@code indent} and ends. */
  public static String wrap(String text, String indent) {
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
