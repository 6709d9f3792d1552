package io.cosmodrome.report;

import java.util.Locale;

/** Whether a finding is for somebody to act on, the gravest first. */
public enum Status {
  /** Neither in the baseline nor suppressed: it makes a build fail. */
  NEW,
  /** In the baseline: it was there before. */
  KNOWN,
  /** Somebody said why it does not matter. */
  SUPPRESSED;

  /** As files have it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
