package io.cosmodrome.report;

import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.trace.Op;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reports as runs leave them. */
final class Samples {
  private Samples() {}

  /** Two threads that each move money and audit; every key of a report is used. */
  static Report bank() {
    return new Report(
        "com.acme.Main --quick",
        "frontier",
        "cosmodrome run --strict -- java -cp app.jar com.acme.Main --quick",
        Verdict.VIOLATION,
        List.of("1 class or method could not be instrumented; exclude what does not matter"),
        new Checked(
            OptionalLong.of(412),
            List.of("com.acme.Huge: its method would be too large"),
            1204,
            8,
            OptionalLong.empty(),
            OptionalLong.of(311),
            0,
            List.of(),
            List.of("java.lang.Thread.isInterrupted: 2 places")),
        List.of(transfer(), cycle()),
        List.of(
            new BlockCount("com.acme.Bank.audit()", 600, 0),
            new BlockCount("com.acme.Bank.transfer(Account,Account,int)", 604, 17)),
        List.of("not-atomic com.acme.Server.serve(**)  # loop"),
        List.of(new Suppression("com.acme.Gone.**", "was removed", 3)),
        List.of(new KnownFinding("0123456789abcdef", Finding.VIOLATED, "com.acme.Old.one()")),
        List.of(
            new Excerpt(
                "Bank.java",
                "src/main/java/com/acme/Bank.java",
                33,
                List.of("from.balance -= amount;", ""))));
  }

  /** A trace with these findings, in which something was checked. */
  static Report report(List<Finding> findings) {
    return report(findings.isEmpty() ? Verdict.OK : Verdict.VIOLATION, List.of(), findings);
  }

  static Report report(Verdict verdict, List<String> reasons, List<Finding> findings) {
    return Report.of(
        "a.std",
        "frontier",
        verdict,
        reasons,
        new Checked(
            OptionalLong.empty(), List.of(), 20, 2, OptionalLong.of(99), OptionalLong.empty(), 0),
        findings);
  }

  /** A read and a write with another thread's write in between. */
  static Finding lostUpdate(String block, String variable) {
    return lostUpdate(Optional.of(block), variable);
  }

  /** The same in a block of a trace that has no label. */
  static Finding unlabeled() {
    return lostUpdate(Optional.empty(), "x");
  }

  private static Finding lostUpdate(Optional<String> block, String variable) {
    TracedEvent read = event(0, Op.READ, "T0", variable, 2, "one");
    TracedEvent between = event(1, Op.WRITE, "T1", variable, 3, "other");
    TracedEvent write = event(2, Op.WRITE, "T0", variable, 4, "one");
    return Finding.of(
        Finding.VIOLATED,
        block,
        Optional.of("A.java:1"),
        List.of(),
        Optional.of(
            new Proof("T0", List.of(new Conflict(read, between), new Conflict(between, write)))));
  }

  /** A transfer that an audit saw half. */
  static Finding transfer() {
    TracedEvent out = event(0, Op.WRITE, "worker-3", "Account#1.balance", 33, "transfer");
    TracedEvent one = event(1, Op.READ, "audit-1", "Account#1.balance", 22, "audit");
    TracedEvent two = event(2, Op.READ, "audit-1", "Account#2.balance", 23, "audit");
    TracedEvent in = event(3, Op.WRITE, "worker-3", "Account#2.balance", 36, "transfer");
    return Finding.of(
            Finding.VIOLATED,
            Optional.of("com.acme.Bank.transfer(Account,Account,int)"),
            Optional.of("Bank.java:31"),
            List.of("com.acme.Bank.transferAll(List)"),
            Optional.of(
                new Proof("worker-3", List.of(new Conflict(out, one), new Conflict(two, in)))))
        .withCount(17)
        .withTests(List.of("BankTest.total"));
  }

  /** A lost update of a live run, of which the order is not certain. */
  static Finding race() {
    Finding certain = lostUpdate("a.A.one()", "A#1.x");
    Proof proof = certain.proof().orElseThrow();
    List<Conflict> racing =
        proof.conflicts().stream()
            .map(conflict -> new Conflict(conflict.source(), conflict.destination(), true))
            .toList();
    List<ThreadStart> starts =
        List.of(
            new ThreadStart(
                "T0",
                Optional.of("main"),
                Optional.of("a.Main.main(String[])"),
                Optional.of("Main.java:9")),
            new ThreadStart("T1", Optional.empty(), Optional.empty(), Optional.empty()));
    return certain.withProofs(List.of(new Proof(proof.thread(), racing, starts)));
  }

  /** Two threads that read what the other writes; no block is to blame. */
  static Finding cycle() {
    TracedEvent a = event(0, Op.READ, "left", "Switch.a", 10, "left");
    TracedEvent b = event(1, Op.READ, "right", "Switch.b", 20, "right");
    TracedEvent c = event(2, Op.WRITE, "left", "Switch.b", 11, "left");
    TracedEvent d = event(3, Op.WRITE, "right", "Switch.a", 21, "right");
    return Finding.of(
            Finding.CYCLE,
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Optional.of(new Proof("right", List.of(new Conflict(a, d), new Conflict(b, c)))))
        .withStatus(Status.SUPPRESSED, Optional.of("a benchmark"));
  }

  private static TracedEvent event(
      long position, int op, String thread, String target, int line, String method) {
    String label = "com.acme.Bank." + method + "()";
    return new TracedEvent(
        position,
        op,
        thread,
        target,
        Optional.of("Bank.java:" + line + " < Main.java:7"),
        Optional.of(label),
        line == 22 ? Optional.empty() : Optional.of(label),
        line == 33 ? Optional.of(List.of("Account#1")) : Optional.empty());
  }
}
