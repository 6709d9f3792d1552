package io.cosmodrome.format;

import io.cosmodrome.trace.Op;

/**
 * What the encoder and the decoder of a {@code cdt} block's events agree on.
 *
 * <p>The events are grouped by thread, each group in its order, so that what one thread does stands
 * together. Three columns describe them:
 *
 * <ul>
 *   <li>the threads in the order of the trace, which puts the groups together again;
 *   <li>the sites: a site is an operation at a location. A block has few, and in a program's loops
 *       they repeat;
 *   <li>the targets, as they are or as the difference to an earlier one: of the same kind of
 *       target, or of the same site. A site walks through an array or an object's fields in steps
 *       that repeat.
 * </ul>
 *
 * <p>The encoder takes for each column what makes it smallest. docs/format.md has the bytes.
 */
final class CdtBlock {
  /** Of threads: pairs of a thread and how many events it does in a row. */
  static final int RUNS = 1;

  /** Of sites: one byte each, two if there are more than 256 sites. */
  static final int WHOLE_BYTES = 1;

  /** Of any column: as many bits for each as the largest needs. */
  static final int PACKED = 0;

  /** Of targets: differences to the previous target of the same kind. */
  static final int BY_KIND = 1;

  /** Of targets: differences to the previous target of the same site. */
  static final int BY_SITE = 2;

  private CdtBlock() {}

  /** The kind of the targets of {@code op}, as an index in {@link Cdt#KINDS}. */
  static int kind(int op) {
    if (Op.isAccess(op)) {
      return Cdt.VARIABLE;
    }
    if (Op.isLock(op)) {
      return Cdt.LOCK;
    }
    return op == Op.FORK || op == Op.JOIN ? Cdt.THREAD : Cdt.LABEL;
  }

  /** How many bits the numbers from 0 to {@code largest} need. */
  static int width(int largest) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(largest);
  }

  static int packedSize(int count, int width) {
    return (int) (((long) count * width + 7) >>> 3);
  }

  static int zigzag(int value) {
    return (value << 1) ^ (value >> 31);
  }

  static int unzigzag(int value) {
    return (value >>> 1) ^ -(value & 1);
  }
}
