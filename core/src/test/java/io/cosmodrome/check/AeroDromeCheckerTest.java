package io.cosmodrome.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.TraceText;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import io.cosmodrome.trace.Trace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both AeroDrome engines on traces that break the optimized form, and what the latter saves. */
class AeroDromeCheckerTest {
  private static final String BASIC = "aerodrome-basic";
  private static final String OPTIMIZED = "aerodrome";

  @ParameterizedTest
  @ValueSource(strings = {BASIC, OPTIMIZED})
  void transactionReachedThroughItsThreadsPast_isNotForgotten(String engine) {
    CheckResult result =
        check(
            engine,
            "T1|begin T1|w(x) T2|begin T2|r(x) T2|end T2|begin T2|w(y) T2|end T1|r(y) T1|end");

    assertThat(result.cycleEvent()).isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(strings = {BASIC, OPTIMIZED})
  void transactionReachedThroughItsFork_isNotForgotten(String engine) {
    CheckResult result =
        check(engine, "T1|begin T1|fork(T2) T2|begin T2|w(y) T2|end T1|r(y) T1|end");

    assertThat(result.cycleEvent()).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {BASIC, OPTIMIZED})
  void predecessorThatArrivesLater_inheritsWhatWasReached(String engine) {
    CheckResult result =
        check(
            engine,
            "T|begin T|w(x) U|begin U|w(z) T|r(z) T|end"
                + " S|begin S|w(q) U|r(q) U|end S|r(x) S|end");

    assertThat(result.cycleEvent()).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(strings = {BASIC, OPTIMIZED})
  void predecessorThatArrivesLater_inheritsWhatWasReachedThroughALock(String engine) {
    CheckResult result =
        check(
            engine,
            "T|begin T|acq(l) T|rel(l) U|begin U|w(z) T|r(z) T|end V|acq(l) V|w(q) U|r(q) U|end");

    assertThat(result.cycleEvent()).isEqualTo(9);
  }

  @ParameterizedTest
  @ValueSource(strings = {BASIC, OPTIMIZED})
  void endOfTransaction_concernsVariablesWrittenByOthersSince(String engine) {
    CheckResult result =
        check(engine, "T1|begin T1|w(y) T2|w(y) T3|begin T3|w(z) T1|r(z) T1|end T3|r(y) T3|end");

    assertThat(result.cycleEvent()).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(strings = {BASIC, OPTIMIZED})
  void unaryEventsAfterARunningTransaction_areNotPartOfIt(String engine) {
    CheckResult result = check(engine, "T1|begin T1|w(x) T2|r(x) T2|w(y) T1|r(y) T1|end");

    assertThat(result.cycleEvent()).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {BASIC, OPTIMIZED})
  void unaryRead_isOrderedByWhatCameBeforeItOnly(String engine) {
    CheckResult result = check(engine, "T1|r(x) T2|begin T2|w(y) T1|r(y) T2|w(x) T2|end T1|w(y)");

    assertThat(result.nonSerializable()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {BASIC, OPTIMIZED})
  void readOfAnotherThread_isSeenBehindOnesOwn(String engine) {
    CheckResult result = check(engine, "T1|begin T1|w(a) T2|r(a) T2|r(x) T1|r(x) T1|w(x) T1|end");

    assertThat(result.cycleEvent()).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {BASIC, OPTIMIZED})
  void ownReads_areNoConflict(String engine) {
    CheckResult result =
        check(engine, "T1|begin T1|r(x) T1|w(x) T1|r(x) T1|w(x) T1|end T2|w(x) T1|r(x)");

    assertThat(result.nonSerializable()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {BASIC, OPTIMIZED})
  void joinOfChildWithoutEvents_isNoViolation(String engine) {
    CheckResult result = check(engine, "T1|begin T1|fork(T2) T1|join(T2) T1|end");

    assertThat(result.nonSerializable()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {BASIC, OPTIMIZED})
  void joinOfChildWithAnEvent_isViolation(String engine) {
    CheckResult result = check(engine, "T1|begin T1|fork(T2) T2|r(x) T1|join(T2) T1|end");

    assertThat(result.cycleEvent()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {BASIC, OPTIMIZED})
  void childWhoseOnlyEventIsAFork_passesItOn(String engine) {
    CheckResult result = check(engine, "T1|begin T1|fork(T2) T2|fork(T3) T3|w(x) T1|r(x) T1|end");

    assertThat(result.cycleEvent()).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {BASIC, OPTIMIZED})
  void innerBlocks_endNothing(String engine) {
    CheckResult result =
        check(engine, "T1|begin T1|begin T1|w(x) T1|end T2|w(x) T1|begin T1|r(x) T1|end T1|end");

    assertThat(result.cycleEvent()).isEqualTo(6);
  }

  @Test
  void cycleOfTwoOpenTransactions_isFoundByBasicAtTheEndOfTheTrace() {
    String events = "A|begin B|begin A|w(x) B|w(y) A|r(y) B|r(x) C|w(z)";

    assertThat(check(BASIC, events).cycleEvent()).isEqualTo(6);
    assertThat(check(OPTIMIZED, events).cycleEvent()).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {BASIC, OPTIMIZED})
  void cycleOfThreeOpenTransactions_isFoundWhenTheyEnd(String engine) {
    String open = "T|begin D|begin U|begin T|w(x) D|r(x) U|w(z) T|r(z) D|w(q) U|r(q) V|w(v) V|w(v)";

    assertThat(check(engine, open).cycleEvent()).isEqualTo(10);
    assertThat(check(engine, open + " D|end T|end U|end").cycleEvent()).isEqualTo(12);
  }

  @ParameterizedTest
  @ValueSource(strings = {BASIC, OPTIMIZED})
  void eventsAfterTheReport_areCounted(String engine) {
    String events = "A|begin A|w(x) B|w(x) A|r(x) A|end B|begin B|r(x) A|w(x) B|r(x) B|end";

    CheckResult result = check(engine, events);
    assertThat(result.cycleEvent()).isEqualTo(3);
    assertThat(result.events()).isEqualTo(10);
    assertThat(check(engine, events, CheckOptions.DEFAULT.withFirstOnly(true)).events())
        .isEqualTo(4);
  }

  /** Five threads read x after one of five running transactions each and end. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void readersFoldedIntoOneClock_areAllRemembered(int writer) {
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      events.append("P%d|begin P%d|w(a%d) ".formatted(i, i, i));
    }
    for (int i = 0; i < 5; i++) {
      events.append("R%d|begin R%d|r(a%d) R%d|r(x) R%d|end ".formatted(i, i, i, i, i));
    }
    String writes = events + "P%d|w(x)".formatted(writer);

    assertThat(check(OPTIMIZED, events + "S|w(x) S|r(x)").nonSerializable()).isFalse();
    assertThat(check(OPTIMIZED, writes).cycleEvent()).isEqualTo(30);
  }

  @Test
  void hundredsOfRunningTransactions_areToldApart() {
    int threads = 300;
    for (int closing = 0; closing < threads; closing += 37) {
      Trace trace = new Trace();
      for (int t = 0; t < threads; t++) {
        event(trace, Op.BEGIN, t, Symbols.NONE);
        event(trace, Op.WRITE, t, t);
      }
      int reader = threads;
      for (int t = 0; t < threads; t++) {
        event(trace, Op.READ, reader, t);
      }
      event(trace, Op.WRITE, reader, threads);
      assertThat(check(OPTIMIZED, trace).nonSerializable()).isFalse();

      event(trace, Op.READ, closing, threads);
      CheckResult result = check(OPTIMIZED, trace);
      assertThat(result.cycleEvent()).isEqualTo(trace.size() - 1);
      assertThat(result.statistics()).containsEntry("maxColumns", 300L);
    }
  }

  /** Thread 0 reaches hundreds of ended transactions before thread 1 reaches it, then ends. */
  @Test
  void hundredsOfEndedTransactions_areAllReachedByALaterPredecessor() {
    int ended = 300;
    for (int closing = 0; closing < ended; closing += 23) {
      Trace trace = new Trace();
      for (int running = 0; running <= 1; running++) {
        event(trace, Op.BEGIN, running, Symbols.NONE);
        event(trace, Op.WRITE, running, running);
      }
      for (int t = 2; t < 2 + ended; t++) {
        event(trace, Op.BEGIN, t, Symbols.NONE);
        event(trace, Op.READ, t, 0);
        event(trace, Op.WRITE, t, t);
        event(trace, Op.END, t, Symbols.NONE);
      }
      event(trace, Op.READ, 0, 1);
      event(trace, Op.END, 0, Symbols.NONE);
      assertThat(check(OPTIMIZED, trace).nonSerializable()).isFalse();

      event(trace, Op.READ, 1, 2 + closing);
      assertThat(check(OPTIMIZED, trace).cycleEvent()).isEqualTo(trace.size() - 1);
    }
  }

  @Test
  void endOfTransaction_updatesTheClocksThatItReached_notTheVariables() {
    Trace trace = new Trace();
    event(trace, Op.BEGIN, 0, Symbols.NONE);
    event(trace, Op.BEGIN, 1, Symbols.NONE);
    for (int variable = 0; variable < 1000; variable++) {
      event(trace, Op.WRITE, 0, variable);
      event(trace, Op.READ, 1, variable);
    }
    event(trace, Op.END, 0, Symbols.NONE);
    event(trace, Op.END, 1, Symbols.NONE);

    assertThat(check(OPTIMIZED, trace).statistics())
        .containsEntry("updates", 1L)
        .containsEntry("transactions", 2L)
        .containsEntry("collected", 2L);
  }

  @Test
  void transactionsThatALongOneReaches_areForgottenWhenNothingRefersToThem() {
    Trace trace = new Trace();
    event(trace, Op.BEGIN, 0, Symbols.NONE);
    event(trace, Op.WRITE, 0, 0);
    for (int round = 0; round < 10_000; round++) {
      int thread = 1 + round % 7;
      event(trace, Op.BEGIN, thread, Symbols.NONE);
      event(trace, Op.READ, thread, 0);
      event(trace, Op.ACQUIRE, thread, 0);
      event(trace, Op.WRITE, thread, 1 + round % 3);
      event(trace, Op.RELEASE, thread, 0);
      event(trace, Op.END, thread, Symbols.NONE);
    }

    CheckResult result = check(OPTIMIZED, trace);
    assertThat(result.nonSerializable()).isFalse();
    assertThat(result.statistics()).containsEntry("collected", 1L);
    assertThat(result.statistics().get("maxClocks")).isLessThan(20);
  }

  @Test
  void readersBesideRunningOnes_areForgottenWhenFolded() {
    Trace trace = new Trace();
    event(trace, Op.BEGIN, 0, Symbols.NONE);
    event(trace, Op.WRITE, 0, 0);
    for (int running = 1; running <= 2; running++) {
      event(trace, Op.BEGIN, running, Symbols.NONE);
      event(trace, Op.READ, running, 1);
    }
    for (int round = 0; round < 1000; round++) {
      event(trace, Op.BEGIN, 3, Symbols.NONE);
      event(trace, Op.READ, 3, 0);
      event(trace, Op.READ, 3, 1);
      event(trace, Op.END, 3, Symbols.NONE);
    }

    assertThat(check(OPTIMIZED, trace).statistics().get("maxClocks")).isLessThan(20);
  }

  @Test
  void readersBeforeAWrite_areForgottenWithIt() {
    Trace trace = new Trace();
    for (int running = 0; running <= 1; running++) {
      event(trace, Op.BEGIN, running, Symbols.NONE);
      event(trace, Op.WRITE, running, running);
    }
    for (int round = 0; round < 1000; round++) {
      for (int reader = 2; reader <= 3; reader++) {
        event(trace, Op.BEGIN, reader, Symbols.NONE);
        event(trace, Op.READ, reader, reader - 2);
        event(trace, Op.READ, reader, 2 + round);
        event(trace, Op.END, reader, Symbols.NONE);
      }
      event(trace, Op.WRITE, 4, 2 + round);
    }

    assertThat(check(OPTIMIZED, trace).statistics().get("maxClocks")).isLessThan(20);
  }

  @Test
  void columnsOfEndedTransactions_areUsedAgain() {
    Trace trace = new Trace();
    for (int round = 0; round < 1000; round++) {
      event(trace, Op.BEGIN, round, Symbols.NONE);
      event(trace, Op.WRITE, round, 0);
      event(trace, Op.READ, round + 1, 0);
      event(trace, Op.END, round, Symbols.NONE);
    }

    CheckResult result = check(OPTIMIZED, trace);
    assertThat(result.nonSerializable()).isFalse();
    assertThat(result.statistics()).containsEntry("maxColumns", 1L);
  }

  @Test
  void threadsThatComeAndGo_leaveNothingBehind() {
    Trace trace = new Trace();
    for (int child = 1; child <= 20_000; child++) {
      event(trace, Op.FORK, 0, child);
      event(trace, Op.BEGIN, child, Symbols.NONE);
      event(trace, Op.WRITE, child, child % 10);
      event(trace, Op.END, child, Symbols.NONE);
      event(trace, Op.JOIN, 0, child);
    }

    CheckResult result = check(OPTIMIZED, trace);
    assertThat(result.nonSerializable()).isFalse();
    assertThat(result.statistics())
        .containsEntry("collected", 20_000L)
        .containsEntry("maxClocks", 1L)
        .containsEntry("maxColumns", 0L);
  }

  private static void event(Trace trace, int op, int thread, int target) {
    trace.event(op, thread, target, Symbols.NONE);
  }

  private static CheckResult check(String engine, String events) {
    return check(engine, TraceText.trace(events));
  }

  private static CheckResult check(String engine, Trace trace) {
    return check(engine, trace, CheckOptions.DEFAULT);
  }

  private static CheckResult check(String engine, String events, CheckOptions options) {
    return check(engine, TraceText.trace(events), options);
  }

  private static CheckResult check(String engine, Trace trace, CheckOptions options) {
    Checker checker = Checkers.named(engine).create(options);
    trace.replay(checker);
    return checker.result();
  }
}
