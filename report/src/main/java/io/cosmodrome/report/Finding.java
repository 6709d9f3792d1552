package io.cosmodrome.report;

import io.cosmodrome.trace.Op;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * One way in which a run was not atomic, and how often it was seen.
 *
 * @param rule {@link #VIOLATED} or {@link #CYCLE}
 * @param block label of the innermost violated block; empty for a cycle, and if it has none
 * @param location where the block begins, if that is known
 * @param around labels of the blocks around it that the same event violated, innermost first
 * @param proofs the shortest that were seen, at most {@value #PROOFS}, the shortest first; empty if
 *     an engine has none
 * @param count how often it was seen
 * @param status whether it is for somebody to act on
 * @param reason why it is suppressed
 * @param tests that were running when it was seen, by name
 */
public record Finding(
    String rule,
    Optional<String> block,
    Optional<String> location,
    List<String> around,
    List<Proof> proofs,
    long count,
    Status status,
    Optional<String> reason,
    List<String> tests) {
  /** A block that was not atomic. */
  public static final String VIOLATED = "ATOM001";

  /** Transactions that each have to come before the other, without a single one to blame. */
  public static final String CYCLE = "ATOM003";

  /** So many proofs of a finding are kept. */
  static final int PROOFS = 3;

  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;
  static final int ID_LENGTH = 4;
  private static final Pattern NUMBER = Pattern.compile("[#@][0-9]+");
  private static final Pattern INDEX = Pattern.compile("\\[[0-9]+\\]");

  public Finding {
    around = List.copyOf(around);
    proofs = List.copyOf(proofs);
    tests = List.copyOf(tests);
  }

  /** A finding that was seen once, and that nobody has judged. */
  public static Finding of(
      String rule,
      Optional<String> block,
      Optional<String> location,
      List<String> around,
      Optional<Proof> proof) {
    List<Proof> proofs = proof.stream().toList();
    return new Finding(
        rule, block, location, around, proofs, 1, Status.NEW, Optional.empty(), List.of());
  }

  /** The shortest proof. */
  public Optional<Proof> proof() {
    return proofs.stream().findFirst();
  }

  /**
   * What makes two findings the same: rule, block, and which operations on which fields and locks
   * conflict. No lines, threads or numbers of objects, so it stays the same from run to run, and
   * nothing that only a live run or only a trace knows.
   */
  public String signature() {
    TreeSet<String> accesses = new TreeSet<>();
    for (Conflict conflict : proof().map(Proof::conflicts).orElse(List.of())) {
      for (var event : List.of(conflict.source(), conflict.destination())) {
        boolean isAboutThreads = !Op.isAccess(event.op()) && !Op.isLock(event.op());
        accesses.add(kind(event.op()) + (isAboutThreads ? "" : " " + stable(event.target())));
      }
    }
    return rule + ' ' + stable(block.orElse("")) + '\n' + String.join("\n", accesses);
  }

  /** What an operation does; volatile or not is the field's matter, and only traces tell it. */
  private static String kind(int op) {
    if (Op.isAccess(op)) {
      return Op.NAMES.get(Op.isWrite(op) ? Op.WRITE : Op.READ);
    }
    return Op.NAMES.get(op);
  }

  /** Without the numbers of objects and elements, and without lines. */
  static String stable(String name) {
    return INDEX.matcher(NUMBER.matcher(name).replaceAll("")).replaceAll("[]");
  }

  /** Sixteen hex digits that stay the same from run to run; see {@link #signature}. */
  public String fingerprint() {
    long hash = FNV_OFFSET;
    String signature = signature();
    for (int i = 0; i < signature.length(); i++) {
      hash = (hash ^ signature.charAt(i)) * FNV_PRIME;
    }
    // the first digits are shown alone, so every letter must reach them
    hash = (hash ^ (hash >>> 32)) * FNV_PRIME;
    return HexFormat.of().toHexDigits(hash ^ (hash >>> 29));
  }

  /** The first digits of the fingerprint: short enough to be said. */
  public String id() {
    return fingerprint().substring(0, ID_LENGTH);
  }

  Finding withCount(long newCount) {
    return new Finding(rule, block, location, around, proofs, newCount, status, reason, tests);
  }

  Finding withAround(List<String> newAround) {
    return new Finding(rule, block, location, newAround, proofs, count, status, reason, tests);
  }

  Finding withProofs(List<Proof> newProofs) {
    return new Finding(rule, block, location, around, newProofs, count, status, reason, tests);
  }

  /** Judged by somebody: see {@link #status} and {@link #reason}. */
  public Finding withStatus(Status newStatus, Optional<String> newReason) {
    return new Finding(rule, block, location, around, proofs, count, newStatus, newReason, tests);
  }

  /** Seen while these tests ran. */
  public Finding withTests(List<String> newTests) {
    return new Finding(rule, block, location, around, proofs, count, status, reason, newTests);
  }
}
