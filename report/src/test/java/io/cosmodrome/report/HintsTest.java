package io.cosmodrome.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.analysis.TracedEvent;
import io.cosmodrome.trace.Op;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What earns a hint, and what looks alike and must not; programs that do are in examples. */
class HintsTest {
  private static final Optional<List<String>> UNKNOWN = Optional.empty();

  private int line;

  private TracedEvent event(int op, String thread, String target, Optional<List<String>> locks) {
    Optional<String> block = Optional.of(thread + ".run()");
    Optional<String> location = Optional.of("A.java:" + ++line);
    return new TracedEvent(line, op, thread, target, location, block, block, locks);
  }

  private TracedEvent a(int op, String target, String... locks) {
    return event(op, "A", target, Optional.of(List.of(locks)));
  }

  private TracedEvent b(int op, String target, String... locks) {
    return event(op, "B", target, Optional.of(List.of(locks)));
  }

  private static Hints hints(TracedEvent... events) {
    return hints(Finding.VIOLATED, events);
  }

  private static Hints hints(String rule, TracedEvent... events) {
    Proof proof =
        new Proof(
            "A", List.of(new Conflict(events[0], events[1]), new Conflict(events[2], events[3])));
    return Hints.of(
        Finding.of(rule, Optional.of("A.run()"), Optional.empty(), List.of(), Optional.of(proof)));
  }

  /** The second event is both where the proof enters the other thread and where it leaves it. */
  private static Hints hints(TracedEvent first, TracedEvent between, TracedEvent last) {
    return hints(first, between, between, last);
  }

  private static List<String> names(Hints hints) {
    return hints.sentences().stream().map(text -> text.substring(0, text.indexOf(':'))).toList();
  }

  // ---- one variable ----

  @Test
  void readWriteWrite_isALostUpdate() {
    Hints hints =
        hints(
            event(Op.READ, "A", "x", UNKNOWN),
            event(Op.WRITE, "B", "x", UNKNOWN),
            event(Op.WRITE, "A", "x", UNKNOWN));

    assertThat(hints.pattern()).contains("lost update");
    assertThat(hints.sentences())
        .containsExactly(
            "lost update: x was read at A.java:1, then changed by B.run at A.java:2, then"
                + " overwritten at A.java:3; make reading and writing one step: under one lock, or"
                + " as one atomic update");
  }

  @Test
  void volatileVariable_losesUpdatesToo_butNeedsNoLock() {
    assertThat(
            names(
                hints(
                    a(Op.VOLATILE_READ, "x"),
                    b(Op.VOLATILE_WRITE, "x"),
                    a(Op.VOLATILE_WRITE, "x"))))
        .containsExactly("lost update");
  }

  @Test
  void readWriteRead_isAStaleRead() {
    assertThat(
            names(
                hints(
                    event(Op.READ, "A", "x", UNKNOWN),
                    event(Op.WRITE, "B", "x", UNKNOWN),
                    event(Op.READ, "A", "x", UNKNOWN))))
        .containsExactly("stale read");
  }

  @Test
  void writesOnly_andWritesThatAreRead_haveNoPattern() {
    assertThat(
            hints(
                    event(Op.WRITE, "A", "x", UNKNOWN),
                    event(Op.WRITE, "B", "x", UNKNOWN),
                    event(Op.WRITE, "A", "x", UNKNOWN))
                .sentences())
        .isEmpty();
    assertThat(
            hints(
                    event(Op.WRITE, "A", "x", UNKNOWN),
                    event(Op.READ, "B", "x", UNKNOWN),
                    event(Op.WRITE, "A", "x", UNKNOWN))
                .pattern())
        .isEmpty();
  }

  // ---- two variables ----

  @Test
  void readOfOneThenWriteOfAnother_isCheckThenAct() {
    assertThat(
            names(
                hints(
                    event(Op.READ, "A", "x", UNKNOWN),
                    event(Op.WRITE, "B", "x", UNKNOWN),
                    event(Op.READ, "B", "y", UNKNOWN),
                    event(Op.WRITE, "A", "y", UNKNOWN))))
        .containsExactly("check-then-act");
  }

  @Test
  void pairThatAnotherThreadUsesInBetween_isTorn() {
    assertThat(
            hints(
                    event(Op.READ, "A", "x", UNKNOWN),
                    event(Op.WRITE, "B", "x", UNKNOWN),
                    event(Op.WRITE, "B", "y", UNKNOWN),
                    event(Op.READ, "A", "y", UNKNOWN))
                .sentences())
        .containsExactly(
            "torn pair: x at A.java:1 and y at A.java:4 are read one after the other, and B.run"
                + " wrote both in between; if they belong together, guard both with one lock");
  }

  @Test
  void pairThatDifferentThreadsUseInBetween_isNotTorn() {
    TracedEvent first = event(Op.WRITE, "A", "x", UNKNOWN);
    TracedEvent one = event(Op.READ, "B", "x", UNKNOWN);
    TracedEvent message = event(Op.WRITE, "B", "z", UNKNOWN);
    TracedEvent received = event(Op.READ, "C", "z", UNKNOWN);
    TracedEvent other = event(Op.READ, "C", "y", UNKNOWN);
    TracedEvent last = event(Op.WRITE, "A", "y", UNKNOWN);
    Proof proof =
        new Proof(
            "A",
            List.of(
                new Conflict(first, one),
                new Conflict(message, received),
                new Conflict(other, last)));

    assertThat(
            Hints.of(
                    Finding.of(
                        Finding.VIOLATED,
                        Optional.of("A.run()"),
                        Optional.empty(),
                        List.of(),
                        Optional.of(proof)))
                .sentences())
        .isEmpty();
  }

  // ---- the library ----

  @Test
  void twoCallsOnOneKeyOrAtomic_areACompoundOperation() {
    for (String target : List.of("Cache.map[k]", "Cache.map#2[k]", "ConcurrentHashMap#1[a.b]")) {
      assertThat(hints(a(Op.READ, target), b(Op.WRITE, target), a(Op.WRITE, target)).sentences())
          .hasSize(1)
          .allMatch(text -> text.startsWith("compound operation: each call on " + target))
          .allMatch(text -> text.endsWith("; consider compute, merge or putIfAbsent"));
    }
    for (String target : List.of("AtomicInteger#1", "AtomicLongArray#7[3]")) {
      assertThat(hints(a(Op.READ, target), b(Op.WRITE, target), a(Op.WRITE, target)).sentences())
          .hasSize(1)
          .allMatch(text -> text.startsWith("compound operation: "))
          .allMatch(text -> text.endsWith("; consider updateAndGet or compareAndSet"));
    }
  }

  @Test
  void elementsOfArrays_andOtherObjectsOfTheLibrary_areNoCompoundOperation() {
    assertThat(
            names(
                hints(
                    a(Op.READ, "int[]#1[0]"),
                    b(Op.WRITE, "int[]#1[0]"),
                    a(Op.WRITE, "int[]#1[0]"))))
        .containsExactly("lost update", "unlocked access");
    String message = "Semaphore#1[7]";
    assertThat(names(hints(a(Op.READ, message), b(Op.WRITE, message), a(Op.WRITE, message))))
        .isEmpty();
    assertThat(
            names(
                hints(
                    a(Op.WRITE, "Cache.map[a]"),
                    b(Op.READ, "Cache.map[a]"),
                    b(Op.READ, "Cache.map[b]"),
                    a(Op.WRITE, "Cache.map[b]"))))
        .isEmpty();
  }

  // ---- locks ----

  @Test
  void lockOfTheProof_isNamedWithItsTwoPlaces() {
    assertThat(
            hints(
                    event(Op.RELEASE, "A", "Set#1", UNKNOWN),
                    event(Op.ACQUIRE, "B", "Set#1", UNKNOWN),
                    event(Op.RELEASE, "B", "Set#1", UNKNOWN),
                    event(Op.ACQUIRE, "A", "Set#1", UNKNOWN))
                .sentences())
        .containsExactly(
            "lock released between: the lock Set#1 is held at A.java:1 and again at A.java:4, but"
                + " given back between; if both belong together, hold it across both");
  }

  @Test
  void twoLocksOfTheProof_areBothNamed() {
    assertThat(
            hints(
                    event(Op.RELEASE, "A", "Account#1", UNKNOWN),
                    event(Op.ACQUIRE, "B", "Account#1", UNKNOWN),
                    event(Op.RELEASE, "B", "Account#2", UNKNOWN),
                    event(Op.ACQUIRE, "A", "Account#2", UNKNOWN))
                .sentences())
        .singleElement()
        .asString()
        .startsWith("lock released between: the lock Account#1, held at A.java:1, is given back")
        .contains("before the lock Account#2, held at A.java:4, is taken");
  }

  @Test
  void lockHeldAtAllAccesses_wasReleasedBetween() {
    assertThat(
            names(hints(a(Op.READ, "x", "m"), b(Op.WRITE, "x", "n", "m"), a(Op.WRITE, "x", "m"))))
        .containsExactly("lost update", "lock released between");
  }

  @Test
  void lockHeldByOneThreadOnly_wasNotReleased() {
    assertThat(names(hints(a(Op.READ, "x", "m"), b(Op.WRITE, "x", "n"), a(Op.WRITE, "x", "m"))))
        .containsExactly("lost update", "different locks");
  }

  @Test
  void differentLocks_areNamed() {
    assertThat(
            hints(a(Op.READ, "x", "m"), b(Op.WRITE, "x", "n", "o"), a(Op.WRITE, "x", "m"))
                .sentences()
                .get(1))
        .isEqualTo(
            "different locks: x is read under m at A.java:1, but written under n, o at A.java:2;"
                + " guard it with one lock everywhere");
  }

  @Test
  void accessWithoutALock_isNamed() {
    assertThat(
            hints(a(Op.READ, "x", "m"), b(Op.WRITE, "x"), a(Op.WRITE, "x", "m")).sentences().get(1))
        .isEqualTo(
            "unlocked access: x is written without a lock at A.java:2, but read under m at"
                + " A.java:1; guard it with one lock everywhere");
  }

  @Test
  void unknownLocks_areNoMissingLocks() {
    assertThat(names(hints(a(Op.READ, "x"), event(Op.WRITE, "B", "x", UNKNOWN), a(Op.WRITE, "x"))))
        .containsExactly("lost update");
  }

  // ---- nothing to say ----

  @Test
  void cycleWithoutACulprit_andThreads_haveNoHints() {
    assertThat(
            hints(
                    Finding.CYCLE,
                    a(Op.READ, "x"),
                    b(Op.WRITE, "x"),
                    b(Op.WRITE, "x"),
                    a(Op.WRITE, "x"))
                .sentences())
        .isEmpty();
    assertThat(hints(a(Op.FORK, "B"), b(Op.READ, "x"), b(Op.READ, "x"), a(Op.JOIN, "B")).pattern())
        .isEmpty();
  }

  @Test
  void console_tellsHintsWithin100Columns() {
    String name = "com.acme." + "Account".repeat(30);
    Finding finding =
        Finding.of(
            Finding.VIOLATED,
            Optional.of("A.run()"),
            Optional.empty(),
            List.of(),
            Optional.of(
                new Proof(
                    "A",
                    List.of(
                        new Conflict(a(Op.READ, name), b(Op.WRITE, name)),
                        new Conflict(b(Op.WRITE, name), a(Op.WRITE, name))))));

    assertThat(FindingText.of(finding, Style.PLAIN).lines())
        .anyMatch(line -> line.startsWith("  hint: lost update: "))
        .allMatch(line -> line.length() <= Text.WIDTH);
  }
}
