package io.cosmodrome.format;

import io.cosmodrome.trace.Op;
import java.util.Optional;

/** The lines of a RoadRunner log that are events, by the word they start with. */
enum RrKind {
  ENTER("Enter", Op.BEGIN),
  EXIT("Exit", Op.END),
  READ("Rd", Op.READ),
  WRITE("Wr", Op.WRITE),
  ARRAY_READ("ARd", Op.READ),
  ARRAY_WRITE("AWr", Op.WRITE),
  VOLATILE_READ("VRd", Op.VOLATILE_READ),
  VOLATILE_WRITE("VWr", Op.VOLATILE_WRITE),
  ACQUIRE("Acquire", Op.ACQUIRE),
  RELEASE("Release", Op.RELEASE),
  START("Start", Op.FORK),
  JOIN("Join", Op.JOIN),
  WAIT("Wait", Op.RELEASE), // and an acquire
  BARRIER("Barrier", Op.BARRIER);

  private static final RrKind[] ALL = values();

  final String word;
  final int op;

  RrKind(String word, int op) {
    this.word = word;
    this.op = op;
  }

  static Optional<RrKind> of(byte[] bytes, int from, int to) {
    for (RrKind kind : ALL) {
      if (kind.isWord(bytes, from, to)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  private boolean isWord(byte[] bytes, int from, int to) {
    boolean same = word.length() == to - from;
    for (int i = 0; same && i < word.length(); i++) {
      same = bytes[from + i] == word.charAt(i);
    }
    return same;
  }
}
