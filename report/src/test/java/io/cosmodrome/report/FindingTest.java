package io.cosmodrome.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.trace.Op;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FindingTest {
  private static TracedEvent event(long position, int op, String thread, String target, int line) {
    return new TracedEvent(
        position,
        op,
        thread,
        target,
        Optional.of("Bank.java:" + line),
        Optional.of("Bank.transfer(int)"),
        Optional.empty(),
        Optional.empty());
  }

  /** A write of {@code thread} that comes back to {@code target} after another thread's access. */
  private static Finding finding(String block, String thread, String target, int line, int other) {
    TracedEvent first = event(0, Op.READ, thread, target, line);
    TracedEvent between = event(1, other, "other of " + thread, target, line + 1);
    TracedEvent last = event(2, Op.WRITE, thread, target, line + 2);
    return Finding.of(
        Finding.VIOLATED,
        Optional.of(block),
        Optional.of("Bank.java:" + line),
        List.of(),
        Optional.of(
            new Proof(thread, List.of(new Conflict(first, between), new Conflict(between, last)))));
  }

  @Test
  void fingerprint_doesNotChangeWithLinesThreadsAndObjects() {
    Finding one = finding("Bank.transfer:sync@31(int)", "T0", "Account#1.balance", 31, Op.WRITE);
    Finding other = finding("Bank.transfer:sync@9(int)", "T7", "Account#22.balance", 9, Op.WRITE);

    assertThat(one.fingerprint()).isEqualTo(other.fingerprint()).matches("[0-9a-f]{16}");
    assertThat(one.fingerprint()).startsWith(one.id());
    assertThat(finding("A.a()", "T0", "int[]#7[3]", 1, Op.WRITE).fingerprint())
        .isEqualTo(finding("A.a()", "T0", "int[]#1[15]", 1, Op.WRITE).fingerprint());
  }

  @Test
  void fingerprint_isTheSameForVolatileAccesses() {
    assertThat(finding("A.a()", "T0", "A#1.x", 1, Op.VOLATILE_WRITE).fingerprint())
        .isEqualTo(finding("A.a()", "T0", "A#1.x", 1, Op.WRITE).fingerprint());
  }

  @Test
  void fingerprint_changesWithBlockFieldAndKindOfAccess() {
    Finding finding = finding("Bank.transfer(int)", "T0", "Account#1.balance", 31, Op.WRITE);

    assertThat(
            List.of(
                finding("Bank.transfer(long)", "T0", "Account#1.balance", 31, Op.WRITE),
                finding("Bank.transfer(int)", "T0", "Account#1.limit", 31, Op.WRITE),
                finding("Bank.transfer(int)", "T0", "Account#1.balance", 31, Op.RELEASE)))
        .extracting(Finding::fingerprint)
        .doesNotContain(finding.fingerprint())
        .doesNotHaveDuplicates();
  }

  @Test
  void groups_mergeTheSameAndKeepTheShortestProofs() {
    Finding shorter = finding("A.a()", "T0", "x", 1, Op.WRITE);
    List<Conflict> conflicts = shorter.proofs().get(0).conflicts();
    Conflict more = conflicts.get(1);
    Proof longProof = new Proof("T1", List.of(conflicts.get(0), more, more));
    Finding longer =
        Finding.of(
            Finding.VIOLATED,
            shorter.block(),
            shorter.location(),
            List.of("A.outer()"),
            Optional.of(longProof));
    FindingGroups groups = new FindingGroups();

    groups.add(longer);
    String signature = groups.add(shorter);
    groups.count(signature, 3);

    assertThat(groups.list()).hasSize(1);
    Finding merged = groups.list().get(0);
    assertThat(merged.count()).isEqualTo(5);
    assertThat(merged.proofs()).containsExactly(shorter.proofs().get(0), longProof);
    assertThat(merged.around()).containsExactly("A.outer()");
  }

  @Test
  void group_thatWasTakenBack_isGone() {
    FindingGroups groups = new FindingGroups();
    String signature = groups.add(finding("A.a()", "T0", "x", 1, Op.WRITE));

    groups.count(signature, -1);

    assertThat(groups.has(signature)).isFalse();
    assertThat(groups.list()).isEmpty();
  }

  @Test
  void text_hasRuleNamePlaceIdAndCountInTheFirstLine() {
    Finding finding = finding("com.acme.Main$Bank.transfer(int)", "T0", "x", 31, Op.WRITE);

    String first = FindingText.of(finding, Style.PLAIN).lines().findFirst().orElseThrow();

    assertThat(first)
        .startsWith("ATOM001 Bank.transfer is not atomic  (Bank.java:31)   ")
        .endsWith(" [" + finding.id() + "] NEW, 1x")
        .hasSize(100);
  }

  @Test
  void names_areSimple() {
    assertThat(Names.simpleClass("com.acme.Bank$Account")).isEqualTo("Account");
    assertThat(Names.simpleClass("com.acme.Bank$1")).isEqualTo("Bank$1");
    assertThat(Names.simpleClass("int[]")).isEqualTo("int[]");
    assertThat(Names.classAndMethod("com.acme.Bank$Account.<init>(int)"))
        .isEqualTo("Account.<init>");
    assertThat(Names.classAndMethod("transfer")).isEqualTo("transfer");
  }
}
