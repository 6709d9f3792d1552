package io.cosmodrome.agent.runtime;

import java.util.List;

/**
 * One way in which the program was not atomic, and how often it was seen.
 *
 * @param rule ATOM001 for a block that was violated, ATOM003 for a cycle without one
 * @param block label of the innermost violated block, or of a transaction on the cycle
 * @param location where the block begins
 * @param around labels of blocks around it that the same event violated, innermost first
 * @param thread that ran the block
 * @param steps the witness: pairs of conflicting events, each pair's earlier event first
 */
public record Finding(
    String rule,
    String block,
    String location,
    List<String> around,
    String thread,
    List<Step> steps,
    long count) {

  /**
   * An event of the witness.
   *
   * @param op as in {@link Site}
   * @param what the variable or lock, or an empty text
   * @param method that did it
   */
  public record Step(String thread, String op, String what, String method, String location) {}

  public Finding {
    around = List.copyOf(around);
    steps = List.copyOf(steps);
  }

  /** Eight hex digits that stay the same from run to run: no lines, threads or object numbers. */
  public String fingerprint() {
    StringBuilder text = new StringBuilder(rule).append(' ').append(stable(block));
    steps.stream()
        .map(step -> step.op() + ' ' + stable(step.method()) + ' ' + stable(step.what()))
        .distinct()
        .sorted()
        .forEach(line -> text.append('\n').append(line));
    return String.format("%08x", text.toString().hashCode());
  }

  private static String stable(String name) {
    return name.replaceAll("[#@][0-9]+|\\[[0-9?]*\\]", "");
  }
}
