package io.cosmodrome.trace;

import java.util.List;

/**
 * What an event does. Events are ints, so kinds are ints too; this class names them once.
 *
 * <p>The numbers are part of the {@code cdt} format: never renumber, only append.
 */
public final class Op {
  public static final int READ = 0;
  public static final int WRITE = 1;
  public static final int VOLATILE_READ = 2;
  public static final int VOLATILE_WRITE = 3;
  public static final int ACQUIRE = 4;
  public static final int RELEASE = 5;
  public static final int FORK = 6;
  public static final int JOIN = 7;

  /** Opens a block; the target is its label, or {@link Symbols#NONE}. */
  public static final int BEGIN = 8;

  /** Closes the innermost open block; the target repeats its label, or is {@link Symbols#NONE}. */
  public static final int END = 9;

  /** An {@link #END} of a memory transaction that took effect. */
  public static final int COMMIT = 10;

  /** An {@link #END} of a memory transaction that was rolled back. */
  public static final int ABORT = 11;

  /** Synchronizes with every earlier barrier event of the same target, a lock id. */
  public static final int BARRIER = 12;

  /**
   * An event that a filter hid. It means nothing, but it keeps its place, so that the position of
   * every other event is the one it has in the source.
   */
  public static final int HIDDEN = 13;

  /** How many kinds a source may produce: everything below {@link #HIDDEN}. */
  public static final int COUNT = 13;

  /** How the kinds are written in text, by number. */
  public static final List<String> NAMES =
      List.of(
          "r", "w", "vr", "vw", "acq", "rel", "fork", "join", "begin", "end", "commit", "abort",
          "barrier");

  /** Accesses, and nothing else, have numbers of so many bits. */
  public static final int ACCESS_BITS = 2;

  private Op() {}

  public static boolean isAccess(int op) {
    return op <= VOLATILE_WRITE;
  }

  public static boolean isWrite(int op) {
    return op == WRITE || op == VOLATILE_WRITE;
  }

  /** Acquire, release or barrier: the target is a lock id. */
  public static boolean isLock(int op) {
    return op == ACQUIRE || op == RELEASE || op == BARRIER;
  }

  /** However a block closes: {@link #END}, {@link #COMMIT} or {@link #ABORT}. */
  public static boolean isEnd(int op) {
    return op >= END && op <= ABORT;
  }
}
