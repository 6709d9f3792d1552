package io.cosmodrome.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cosmodrome.trace.Op;
import java.util.Arrays;
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
  private final byte[] utf8;

  RrKind(String word, int op) {
    this.word = word;
    this.op = op;
    this.utf8 = word.getBytes(UTF_8);
  }

  static Optional<RrKind> of(byte[] bytes, int from, int to) {
    for (RrKind kind : ALL) {
      if (Arrays.equals(kind.utf8, 0, kind.utf8.length, bytes, from, to)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
