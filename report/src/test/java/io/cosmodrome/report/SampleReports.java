package io.cosmodrome.report;

import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.trace.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reports to try outputs with: ordinary ones, corner cases, large ones and malicious ones. */
final class SampleReports {
  private static final String TRANSFER = "com.acme.Bank.transfer(Account,Account,int)";
  private static final String AUDIT = "com.acme.Bank.audit()";

  private SampleReports() {}

  /** The demo's bank and some more of it, as the agent would find it, with its source. */
  static Report bank() {
    List<Finding> findings =
        List.of(
            transfer(),
            checkThenAct(),
            lostUpdate().withStatus(Status.KNOWN, Optional.empty()),
            cycle(3).withStatus(Status.SUPPRESSED, Optional.of("statistics may be off by one")));
    return new Report(
        "com.acme.Main --accounts 2",
        "frontier",
        "",
        Verdict.VIOLATION,
        List.of(
            "1 class or method could not be instrumented; exclude what does not matter. The first:"
                + " com.acme.Legacy: class file version 45 has no frames"),
        new Checked(
            OptionalLong.of(412),
            List.of("com.acme.Legacy: class file version 45 has no frames"),
            1204,
            8,
            OptionalLong.empty(),
            OptionalLong.of(9310),
            0),
        findings,
        List.of(
            new BlockCount(AUDIT, 12, 0),
            new BlockCount("com.acme.Bank.open(String)", 40, 1),
            new BlockCount(TRANSFER, 900, 17),
            new BlockCount("com.acme.Counter.increment()", 252, 3)),
        List.of("atomic com.acme.Bank.*", "not-atomic com.acme.Server.serve(**)  # loop"),
        List.of(new Suppression("com.acme.Old.*", "gone next month", 4)),
        List.of(new KnownFinding("00c0ffee00c0ffee", Finding.VIOLATED, "com.acme.Cache.get(int)")),
        List.of(
            new Excerpt(
                "Bank.java",
                "src/main/java/com/acme/Bank.java",
                28,
                List.of(
                    "  /** Moves money. */",
                    "  void transfer(Account from, Account to, int amount) {",
                    "    synchronized (from) {",
                    "      check(from, amount);",
                    "      from.log(amount);",
                    "      from.balance -= amount;",
                    "    }",
                    "    synchronized (to) {",
                    "      to.balance += amount;",
                    "      to.log(amount);",
                    "    }",
                    "  }")),
            new Excerpt(
                "Bank.java",
                "src/main/java/com/acme/Bank.java",
                18,
                List.of(
                    "  int audit() {",
                    "    int sum = 0;",
                    "    for (Account account : accounts) {",
                    "      synchronized (account) {",
                    "        sum += account.balance;",
                    "      }",
                    "    }",
                    "    return sum;",
                    "  }"))));
  }

  private static Finding transfer() {
    String worker = "worker-3";
    String auditor = "audit-1";
    String first = "Account#1.balance";
    String second = "Account#2.balance";
    String main = " < Main.java:51 < Main.java:12";
    TracedEvent left =
        event(3, Op.WRITE, worker, first, "Bank.java:33" + main, TRANSFER, List.of("Account#1"));
    TracedEvent saw =
        event(5, Op.READ, auditor, first, "Bank.java:22", AUDIT, List.of("Account#1"));
    TracedEvent missed =
        event(6, Op.READ, auditor, second, "Bank.java:22", AUDIT, List.of("Account#2"));
    TracedEvent back =
        event(9, Op.WRITE, worker, second, "Bank.java:36" + main, TRANSFER, List.of("Account#2"));
    Finding finding =
        violated(TRANSFER, "Bank.java:31", new Conflict(left, saw), new Conflict(missed, back));
    TracedEvent lost = event(7, Op.WRITE, "worker-4", second, "Bank.java:36", TRANSFER, null);
    TracedEvent read = event(4, Op.READ, "worker-4", first, "Bank.java:31", TRANSFER, null);
    Proof other = new Proof(worker, List.of(new Conflict(left, read), new Conflict(lost, back)));
    List<Proof> proofs = new ArrayList<>(finding.proofs());
    proofs.add(other);
    return finding
        .withProofs(proofs)
        .withCount(17)
        .withAround(List.of("com.acme.Service.pay(Order)"))
        .withTests(List.of("BankTest.transfersAddUp", "ServiceTest.pays"));
  }

  private static Finding checkThenAct() {
    String block = "com.acme.Bank.open(String)";
    TracedEvent check = event(0, Op.READ, "http-1", "Bank#1.names", "Bank.java:61", block, null);
    TracedEvent other = event(1, Op.WRITE, "http-2", "Bank#1.names", "Bank.java:66", "", null);
    TracedEvent act = event(2, Op.WRITE, "http-1", "Bank#1.names", "Bank.java:63", block, null);
    return violated(block, "Bank.java:60", new Conflict(check, other), new Conflict(other, act))
        .withTests(List.of("BankTest.opensOnce"));
  }

  private static Finding lostUpdate() {
    String block = "com.acme.Counter.increment()";
    String field = "Counter#1.value";
    TracedEvent read = event(0, Op.VOLATILE_READ, "T1", field, "Counter.java:9", block, null);
    TracedEvent other = event(1, Op.VOLATILE_WRITE, "T2", field, "Counter.java:9", block, null);
    TracedEvent write = event(2, Op.VOLATILE_WRITE, "T1", field, "Counter.java:9", block, null);
    return violated(block, "Counter.java:9", new Conflict(read, other), new Conflict(other, write))
        .withCount(3);
  }

  /** So many transactions, each before the next, nobody to blame. */
  static Finding cycle(int threads) {
    return Finding.of(
        Finding.CYCLE,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.of(new Proof("T0", ring(threads))));
  }

  /** A block that the others break together, one handing over to the next. */
  static Finding brokenBy(int threads) {
    List<Conflict> ring = ring(threads);
    return violated("com.acme.Job0.run()", "Job0.java:1", ring.toArray(new Conflict[0]));
  }

  private static List<Conflict> ring(int threads) {
    List<Conflict> ring = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int next = (i + 1) % threads;
      String field = "Job#1.field" + i;
      String from = "com.acme.Job" + i + ".run()";
      String to = "com.acme.Job" + next + ".run()";
      ring.add(
          new Conflict(
              event(2L * i, Op.WRITE, "thread-" + i, field, "Job.java:" + i, from, null),
              event(2L * i + 1, Op.READ, "thread-" + next, field, "Job.java:9" + i, to, null)));
    }
    return ring;
  }

  /** Nobody to blame; the proof leaves a block without a label before it comes to it. */
  static Finding crossing() {
    TracedEvent one = event(0, Op.WRITE, "T0", "x", "", "A.a()", null);
    TracedEvent two = event(10, Op.WRITE, "T1", "y", "", "", null);
    TracedEvent three = event(20, Op.READ, "T1", "x", "", "", null);
    TracedEvent four = event(30, Op.READ, "T0", "y", "", "A.a()", null);
    List<Conflict> conflicts = List.of(new Conflict(one, three), new Conflict(two, four));
    return Finding.of(
        Finding.CYCLE,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.of(new Proof("T0", conflicts)));
  }

  /** Every kind of conflict that there is. */
  static Finding kinds() {
    String block = "A.a()";
    TracedEvent start = event(0, Op.FORK, "T0", "T1", "A.java:1", block, null);
    TracedEvent begun = event(1, Op.RELEASE, "T1", "A#1", "A.java:2", "", null);
    TracedEvent locked = event(2, Op.ACQUIRE, "T2", "A#1", "A.java:3", "", null);
    TracedEvent passed = event(3, Op.BARRIER, "T2", "CyclicBarrier#1", "A.java:4", "", null);
    TracedEvent also = event(4, Op.BARRIER, "T3", "CyclicBarrier#1", "A.java:5", "", null);
    TracedEvent join = event(5, Op.JOIN, "T0", "T3", "A.java:6", block, null);
    return violated(
        block,
        "A.java:1",
        new Conflict(start, begun),
        new Conflict(begun, locked),
        new Conflict(passed, also),
        new Conflict(also, join));
  }

  static Finding withoutProof() {
    return Finding.of(
        Finding.VIOLATED, Optional.of(AUDIT), Optional.empty(), List.of(), Optional.empty());
  }

  static Finding withoutLabel() {
    TracedEvent read = event(0, Op.READ, "T0", "x", "", "", null);
    TracedEvent other = event(1, Op.WRITE, "T1", "x", "", "", null);
    TracedEvent write = event(2, Op.WRITE, "T0", "x", "", "", null);
    Proof proof = new Proof("T0", List.of(new Conflict(read, other), new Conflict(other, write)));
    return Finding.of(
        Finding.VIOLATED, Optional.empty(), Optional.empty(), List.of(), Optional.of(proof));
  }

  /** Everything that has a name is called this. */
  static Report named(String name) {
    TracedEvent read = event(0, Op.READ, name, name, name + ":1 < " + name, name, List.of(name));
    TracedEvent other =
        event(1, Op.WRITE, name + 2, name, name + ":2", name + 2, List.of(name, name + 2));
    TracedEvent write = event(2, Op.WRITE, name, name, name + ":3", name, List.of());
    Finding finding =
        violated(name, name + ":1", new Conflict(read, other), new Conflict(other, write))
            .withAround(List.of(name))
            .withTests(List.of(name))
            .withStatus(Status.NEW, Optional.of(name));
    return new Report(
        name,
        name,
        "",
        Verdict.VIOLATION,
        List.of(name),
        new Checked(
            OptionalLong.of(1), List.of(name), 1, 2, OptionalLong.empty(), OptionalLong.of(1), 0),
        List.of(finding),
        List.of(new BlockCount(name, 1, 1)),
        List.of(name),
        List.of(new Suppression(name, name, 1)),
        List.of(new KnownFinding(name, name, name)),
        List.of(new Excerpt(name, name, 1, List.of(name, name, name))));
  }

  /** A report of these findings on a trace. */
  static Report of(Finding... findings) {
    return report(findings.length == 0 ? Verdict.OK : Verdict.VIOLATION, List.of(), findings);
  }

  static Report unknown() {
    return report(
        Verdict.UNKNOWN, List.of("blocks ran on one thread only; try a run with more threads"));
  }

  private static Report report(Verdict verdict, List<String> reasons, Finding... findings) {
    return Report.of(
        "run.std",
        "frontier",
        verdict,
        reasons,
        new Checked(
            OptionalLong.empty(), List.of(), 60, 8, OptionalLong.of(999), OptionalLong.empty(), 0),
        List.of(findings));
  }

  /** So many findings with three proofs each, and so many blocks, with names of usual lengths. */
  static Report large(int findings, int blocks) {
    List<Finding> list = new ArrayList<>();
    for (int i = 0; i < findings; i++) {
      list.add(large(i));
    }
    List<BlockCount> counts = new ArrayList<>();
    for (int i = 0; i < blocks; i++) {
      String name = String.format("com.acme.orders.p%02d.Service%04d", i / 2500, i / 25);
      String label = String.format("%s.handle%02dRequest(Request,Context,int)", name, i % 25);
      counts.add(new BlockCount(label, 17L * i % 9001, i % 100 == 0 ? 1 : 0));
    }
    return Report.of(
            "com.acme.orders.Main",
            "frontier",
            Verdict.VIOLATION,
            List.of(),
            new Checked(
                OptionalLong.of(4000),
                List.of(),
                9_000_000,
                64,
                OptionalLong.empty(),
                OptionalLong.of(1_000_000),
                0),
            list)
        .withBlocks(counts);
  }

  private static Finding large(int i) {
    String type = String.format("Service%04d", i);
    String file = type + ".java:";
    String block = "com.acme.orders.p07." + type + ".handleRequest(Request,Context,int)";
    String other = "com.acme.orders.p07." + type + ".refreshCache()";
    List<Proof> proofs = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      String worker = "http-worker-" + k;
      String refresher = "refresher-" + k;
      String first = type + "#" + (k + 1) + ".cachedTotal";
      String second = type + "#" + (k + 1) + ".cachedCount";
      String callers = " < Dispatcher.java:88 < Server.java:214 < Worker.java:" + (40 + i % 50);
      proofs.add(
          new Proof(
              worker,
              List.of(
                  new Conflict(
                      event(0, Op.WRITE, worker, first, file + 120 + callers, block, null),
                      event(1, Op.READ, refresher, first, file + 230, other, null)),
                  new Conflict(
                      event(2, Op.READ, refresher, second, file + 231, other, null),
                      event(3, Op.WRITE, worker, second, file + 125 + callers, block, null)))));
    }
    return Finding.of(
            Finding.VIOLATED,
            Optional.of(block),
            Optional.of(file + 118),
            List.of(),
            Optional.empty())
        .withProofs(proofs)
        .withCount(i + 1L);
  }

  private static Finding violated(String block, String location, Conflict... conflicts) {
    Proof proof = new Proof(conflicts[0].source().thread(), List.of(conflicts));
    return Finding.of(
        Finding.VIOLATED, Optional.of(block), Optional.of(location), List.of(), Optional.of(proof));
  }

  /**
   * @param location and {@code block} are unknown if empty
   * @param locks are unknown if null
   */
  private static TracedEvent event(
      long position,
      int op,
      String thread,
      String target,
      String location,
      String block,
      @Nullable List<String> locks) {
    Optional<String> label = Optional.of(block).filter(text -> !text.isEmpty());
    return new TracedEvent(
        position,
        op,
        thread,
        target,
        Optional.of(location).filter(text -> !text.isEmpty()),
        label,
        label,
        Optional.ofNullable(locks));
  }
}
