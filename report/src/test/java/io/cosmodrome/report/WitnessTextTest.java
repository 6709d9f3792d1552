package io.cosmodrome.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.check.Edge;
import io.cosmodrome.trace.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WitnessTextTest {
  private static final Optional<String> OUTERMOST = Optional.of("Main.run");

  private final Map<Long, TracedEvent> events = new HashMap<>();

  @Test
  void lanes_showWhoCameBetween() {
    event(3, Op.WRITE, "worker-3", "Account#1.balance", "Bank.java:33", "bank.Bank.transfer(int)");
    event(5, Op.READ, "audit-1", "Account#1.balance", "Bank.java:22", "bank.Bank.audit()");
    event(6, Op.READ, "audit-1", "Account#2.balance", "Bank.java:23", "bank.Bank.audit()");
    event(9, Op.WRITE, "worker-3", "Account#2.balance", "Bank.java:36", "bank.Bank.transfer(int)");

    assertThat(ofBlock("bank.Bank.transfer(int)", new Edge(3, 5), new Edge(6, 9)))
        .isEqualTo(
            """
              | worker-3  Bank.transfer  | audit-1  Bank.audit      |
              | w Account#1.balance  :33 |                          |
              |   ~ interrupted ~        | r Account#1.balance  :22 |
              |                          | r Account#2.balance  :23 |
              | w Account#2.balance  :36 |                          |
              transfer before audit: audit read Account#1.balance at :22 after transfer wrote it at :33;
              but audit before transfer: transfer wrote Account#2.balance at :36 after audit read it at :23.
            """);
  }

  @Test
  void racingAccesses_areSaidInANote() {
    Finding race = Samples.race();

    assertThat(WitnessText.of(race, race.proof().orElseThrow(), Style.PLAIN).render())
        .endsWith(
            """
              note: these accesses race as far as seen, so the other order is possible; see strict=true
            """);

    Proof proof = race.proof().orElseThrow();
    Conflict certain =
        new Conflict(proof.conflicts().get(0).source(), proof.conflicts().get(0).destination());
    Proof half = new Proof(proof.thread(), List.of(certain, proof.conflicts().get(1)));
    assertThat(WitnessText.of(race, half, Style.PLAIN).render())
        .contains("\n  note: the accesses to A#1.x race as far as seen, so");
  }

  @Test
  void placesInSeveralFiles_areToldInFull() {
    event(0, Op.READ, "T0", "x", "A.java:1 < Main.java:9", "A.a");
    event(1, Op.WRITE, "T1", "x", "B.java:2", "");
    event(2, Op.WRITE, "T0", "x", "A.java:3", "A.a");

    assertThat(ofBlock("A.a", new Edge(0, 1), new Edge(1, 2)))
        .contains("| r x      A.java:1 |", "| w x      B.java:2 |", "at B.java:2 after");
  }

  @Test
  void locks_areLockedAndUnlocked() {
    event(0, Op.RELEASE, "T0", "m", "", "a");
    event(1, Op.ACQUIRE, "T1", "m", "", "b");
    event(2, Op.BARRIER, "T1", "end", "", "b");
    event(3, Op.BARRIER, "T0", "end", "", "a");

    assertThat(ofBlock("a", new Edge(0, 1), new Edge(2, 3)))
        .contains(
            "a before b: b locked m after a unlocked it;",
            "but b before a: a passed end after b passed it.");
  }

  @Test
  void forkAndJoin_areStartAndEnd() {
    event(0, Op.FORK, "T0", "T1", "A.java:1", "a");
    event(1, Op.WRITE, "T1", "x", "A.java:2", "");
    event(2, Op.JOIN, "T0", "T1", "A.java:3", "a");

    assertThat(ofBlock("a", new Edge(0, 1), new Edge(1, 2)))
        .contains(
            "a before T1: a started T1 at :1;",
            "but T1 before a: a waited for the end of T1 at :3.");
  }

  @Test
  void volatileAccesses_readAndWrite() {
    event(0, Op.VOLATILE_WRITE, "T0", "flag", "", "a");
    event(1, Op.VOLATILE_READ, "T1", "flag", "", "b");
    event(2, Op.VOLATILE_WRITE, "T0", "flag", "", "a");

    assertThat(ofBlock("a", new Edge(0, 1), new Edge(1, 2)))
        .contains("b read flag after a wrote it", "a wrote flag after b read it");
  }

  @Test
  void sameMethodInDifferentClasses_isToldWithItsClass() {
    event(0, Op.READ, "T0", "x", "", "Job1.run()");
    event(1, Op.WRITE, "T1", "x", "", "Job2.run()");
    event(2, Op.WRITE, "T0", "x", "", "Job1.run()");

    assertThat(ofBlock("Job1.run()", new Edge(0, 1), new Edge(1, 2)))
        .contains("Job1.run before Job2.run:");
  }

  @Test
  void sameMethodInTwoThreads_isToldByTheThreads() {
    event(0, Op.READ, "T0", "x", "", "Job.run()");
    event(1, Op.WRITE, "T1", "x", "", "Job.run()");
    event(2, Op.WRITE, "T0", "x", "", "Job.run()");

    assertThat(ofBlock("Job.run()", new Edge(0, 1), new Edge(1, 2))).contains("T0 before T1:");
  }

  @Test
  void longNames_areCutInFront() {
    String name = "com.acme.Account#1.".repeat(10) + "balance";
    event(0, Op.READ, "T0", name, "Bank.java:33", "a");
    event(1, Op.WRITE, "T1", name, "Bank.java:34", "b");
    event(2, Op.WRITE, "T0", name, "Bank.java:35", "a");

    String text = ofBlock("a", new Edge(0, 1), new Edge(1, 2));

    List<String> lanes = text.lines().filter(line -> line.startsWith("  |")).toList();
    assertThat(lanes).hasSize(4);
    assertThat(text.lines()).allMatch(line -> line.length() <= 100);
    assertThat(lanes.get(1)).contains("| r …", "#1.balance :33 |");
  }

  @Test
  void manyThreads_areListedOneEventALine() {
    List<Edge> edges = new ArrayList<>();
    for (long i = 0; i < 7; i++) {
      event(2 * i, Op.WRITE, "thread-" + i, "x" + i, "A.java:" + i, "");
      event(2 * i + 1, Op.READ, "thread-" + (i + 1) % 7, "x" + i, "A.java:" + i, "");
      edges.add(new Edge(2 * i, 2 * i + 1));
    }

    String text = ofBlock("a", edges.toArray(new Edge[0]));

    assertThat(text)
        .startsWith("  thread-0  w x0  :0\n  thread-1  r x0  :0\n")
        .contains("  but thread-6 before a: a read x6 at :6 after thread-6 wrote it at :6.")
        .doesNotContain("|");
  }

  @Test
  void cycle_leadsThroughTransactionsAndInterruptsNobody() {
    event(0, Op.WRITE, "T0", "x", "", "A");
    event(1, Op.WRITE, "T1", "y", "", "B");
    event(2, Op.READ, "T1", "x", "", "B");
    event(3, Op.READ, "T0", "y", "", "A");

    assertThat(render(Finding.CYCLE, Optional.empty(), new Edge(0, 2), new Edge(1, 3)))
        .isEqualTo(
            """
              | T0  Main.run      | T1  Main.run      |
              | w x               |                   |
              |                   | w y               |
              |                   | r x               |
              | r y               |                   |
              T0 before T1: T1 read x after T0 wrote it;
              but T1 before T0: T0 read y after T1 wrote it.
            """);
  }

  private String ofBlock(String label, Edge... edges) {
    return render(Finding.VIOLATED, Optional.of(label), edges);
  }

  private String render(String rule, Optional<String> block, Edge... edges) {
    List<Conflict> conflicts =
        Stream.of(edges)
            .map(edge -> new Conflict(event(edge.source()), event(edge.destination())))
            .toList();
    Proof proof = new Proof("T0", conflicts);
    Finding finding = Finding.of(rule, block, Optional.empty(), List.of(), Optional.of(proof));
    return WitnessText.of(finding, proof, Style.PLAIN).render();
  }

  private TracedEvent event(long position) {
    return Objects.requireNonNull(events.get(position));
  }

  private void event(
      long position, int op, String thread, String target, String location, String block) {
    events.put(
        position,
        new TracedEvent(
            position,
            op,
            thread,
            target,
            present(location),
            present(block),
            OUTERMOST,
            Optional.empty()));
  }

  private static Optional<String> present(String text) {
    return Optional.of(text).filter(t -> !t.isEmpty());
  }
}
