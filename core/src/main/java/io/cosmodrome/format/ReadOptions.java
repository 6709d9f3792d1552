package io.cosmodrome.format;

/**
 * How a trace is read.
 *
 * @param strict whether a cut or damaged file is malformed, instead of delivering all that is whole
 *     and stating the loss
 */
public record ReadOptions(boolean strict) {
  public static final ReadOptions DEFAULT = new ReadOptions(false);

  public ReadOptions withStrict(boolean newStrict) {
    return new ReadOptions(newStrict);
  }
}
