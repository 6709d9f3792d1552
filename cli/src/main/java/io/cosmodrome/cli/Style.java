package io.cosmodrome.cli;

import io.cosmodrome.analysis.Verdict;

/**
 * How text may look. Colour never carries a meaning alone.
 *
 * @param color whether escape sequences may be used
 * @param hasEllipsis whether {@code …} can be written
 */
record Style(boolean color, boolean hasEllipsis) {
  /** For files and pipes. */
  static final Style PLAIN = new Style(false, true);

  String verdict(Verdict verdict) {
    return switch (verdict) {
      case OK -> paint("32", verdict.name());
      case VIOLATION -> paint("1;31", verdict.name());
      case UNKNOWN -> paint("33", verdict.name());
    };
  }

  String title(String text) {
    return paint("1", text);
  }

  String alarm(String text) {
    return paint("31", text);
  }

  String ellipsis() {
    return hasEllipsis ? "…" : "...";
  }

  private String paint(String code, String text) {
    return color ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
