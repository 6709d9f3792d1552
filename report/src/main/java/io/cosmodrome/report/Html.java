package io.cosmodrome.report;

import java.util.Locale;

/**
 * Text inside markup. What programs, threads and fields are called is nothing to trust: it must be
 * seen as what it is, and never become markup, script or another order of letters.
 */
final class Html {
  private Html() {}

  /** For text, and for attributes in double quotes. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        default -> appendVisible(escaped, text, i);
      }
    }
    return escaped.toString();
  }

  /** With {@code \}{@code u202e} for every character that cannot be seen or that moves others. */
  static String visible(String text) {
    StringBuilder visible = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      appendVisible(visible, text, i);
    }
    return visible.toString();
  }

  private static void appendVisible(StringBuilder visible, String text, int i) {
    char c = text.charAt(i);
    boolean isPlain = c >= ' ' && c <= '~';
    if (!isPlain && (isInvisible(c) || isLoneSurrogate(text, i))) {
      visible.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
    } else {
      visible.append(c);
    }
  }

  private static boolean isInvisible(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL -> c != '\n' && c != '\t';
      case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      default -> c >= '\ufffe';
    };
  }

  private static boolean isLoneSurrogate(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }
}
