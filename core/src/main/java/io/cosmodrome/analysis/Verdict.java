package io.cosmodrome.analysis;

/**
 * What a run says about its blocks.
 *
 * <p>A verdict is about what was observed: no run can show that a program is atomic.
 */
public enum Verdict {
  /** Blocks of several threads were checked, and none was violated. */
  OK,
  /** The run was not serializable. */
  VIOLATION,
  /** No violation was seen, and there is a reason not to trust that. */
  UNKNOWN
}
