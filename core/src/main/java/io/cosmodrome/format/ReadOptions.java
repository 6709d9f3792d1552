package io.cosmodrome.format;

/**
 * How a trace is read.
 *
 * @param strict whether a cut or damaged file is malformed, instead of delivering all that is whole
 *     and stating the loss
 * @param cores how many cores may be used in all; with more than one, a format that is able to
 *     decodes ahead on the others while the sink works
 */
public record ReadOptions(boolean strict, int cores) {
  public static final ReadOptions DEFAULT = new ReadOptions(false, 1);

  public ReadOptions withStrict(boolean newStrict) {
    return new ReadOptions(newStrict, cores);
  }

  public ReadOptions withCores(int newCores) {
    return new ReadOptions(strict, newCores);
  }
}
