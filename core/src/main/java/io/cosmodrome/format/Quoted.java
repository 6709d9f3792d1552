package io.cosmodrome.format;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Input quoted in an error message: on one line, not too long. */
final class Quoted {
  private static final int LONGEST = 60;

  private Quoted() {}

  static String text(byte[] bytes, int from, int to) {
    int end = Math.min(to, from + LONGEST);
    StringBuilder text = new StringBuilder("\"");
    new String(bytes, from, end - from, UTF_8)
        .codePoints()
        .forEach(
            c -> {
              if (Character.isISOControl(c)) {
                text.append(String.format("\\u%04X", c));
              } else {
                text.appendCodePoint(c);
              }
            });
    return text.append(end < to ? "…\"" : "\"").toString();
  }
}
