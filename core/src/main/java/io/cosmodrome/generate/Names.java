package io.cosmodrome.generate;

import io.cosmodrome.trace.Symbols;

/** The names in a generated trace. Ids count up, so that a number is its own id. */
final class Names {
  static final int BARRIERS = 2;
  static final int PLANTED_VARIABLES = 4;
  static final int PUBLISHED_VARIABLES = 64;

  private final Symbols symbols = new Symbols();
  private final GeneratorOptions options;

  Names(GeneratorOptions options) {
    this.options = options;
    for (int i = 0; i < options.variables(); i++) {
      symbols.variables().intern("V" + i);
    }
    for (int i = 0; i < options.locks(); i++) {
      symbols.locks().intern("L" + i);
    }
    if (options.barrierShare() > 0) {
      for (int i = 0; i < BARRIERS; i++) {
        symbols.locks().intern("Barrier" + i);
      }
    }
    for (int i = 0; i < options.labels(); i++) {
      symbols.labels().intern("Job" + i + ".run()");
    }
    for (int i = 0; i < options.locations(); i++) {
      symbols.locations().intern("Job" + i % 10 + ".java:" + (10 + i));
    }
  }

  Symbols symbols() {
    return symbols;
  }

  /** The id of the n-th thread of the trace. */
  int thread(int n) {
    return n < symbols.threads().count() ? n : symbols.threads().intern("T" + n);
  }

  /** The n-th variable of those that only the planted blocks access. */
  int plantedVariable(int n) {
    return symbols.variables().intern("planted" + n);
  }

  /** The n-th variable that the long transaction writes before it is read by others. */
  int publishedVariable(int n) {
    return symbols.variables().intern("published" + n);
  }

  int plantedLabel() {
    return symbols.labels().intern("Planted.run()");
  }

  /** Where a thread in a block of this label does this: always the same place for the same deed. */
  int location(int op, int target, int label) {
    int locations = options.locations();
    if (locations == 0) {
      return Symbols.NONE;
    }
    int mixed = (16 * label + op) * 0x9E3779B9 + (target & 7) * 0x85EBCA6B;
    return (int) (((mixed & 0xFFFFFFFFL) * locations) >>> 32);
  }
}
