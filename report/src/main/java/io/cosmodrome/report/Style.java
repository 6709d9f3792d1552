package io.cosmodrome.report;

import io.cosmodrome.analysis.Verdict;

/**
 * How text may look. Colour never carries a meaning alone.
 *
 * @param color whether escape sequences may be used
 * @param hasEllipsis whether {@code …} can be written
 */
public record Style(boolean color, boolean hasEllipsis) {
  /** For files and pipes. */
  public static final Style PLAIN = new Style(false, true);

  public String verdict(Verdict verdict) {
    return switch (verdict) {
      case OK -> paint("32", verdict.name());
      case VIOLATION -> paint("1;31", verdict.name());
      case UNKNOWN -> paint("33", verdict.name());
    };
  }

  public String title(String text) {
    return paint("1", text);
  }

  public String alarm(String text) {
    return paint("31", text);
  }

  public String ellipsis() {
    return hasEllipsis ? "…" : "...";
  }

  private String paint(String code, String text) {
    return color ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
