package io.cosmodrome.report;

/**
 * How a block that is meant to be atomic fared.
 *
 * @param label its method
 * @param runs how often it ran
 * @param violated how often it was not atomic
 */
public record BlockCount(String label, long runs, long violated) {

  /** Of the same block, elsewhere. */
  public BlockCount plus(BlockCount other) {
    return new BlockCount(label, runs + other.runs, violated + other.violated);
  }
}
