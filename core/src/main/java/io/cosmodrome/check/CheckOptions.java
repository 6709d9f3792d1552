package io.cosmodrome.check;

/**
 * How a checker reports.
 *
 * @param limit how many violated blocks are kept; all of them are counted
 * @param firstOnly whether analysis ends with the first event that gives anything to report
 */
public record CheckOptions(int limit, boolean firstOnly) {
  public static final CheckOptions DEFAULT = new CheckOptions(10_000, false);

  public CheckOptions withLimit(int newLimit) {
    return new CheckOptions(newLimit, firstOnly);
  }

  public CheckOptions withFirstOnly(boolean newFirstOnly) {
    return new CheckOptions(limit, newFirstOnly);
  }
}
