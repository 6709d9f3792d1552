package io.cosmodrome.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cosmodrome.check.CheckOptions;
import io.cosmodrome.check.Checker;
import io.cosmodrome.check.CheckerSpec;
import io.cosmodrome.check.Checkers;
import io.cosmodrome.check.Edge;
import io.cosmodrome.check.Guarantee;
import io.cosmodrome.check.Witness;
import io.cosmodrome.format.ReadOptions;
import io.cosmodrome.format.TraceFile;
import io.cosmodrome.format.TraceFormat;
import io.cosmodrome.format.TraceFormats;
import io.cosmodrome.spec.AtomicitySpec;
import io.cosmodrome.spec.NamePattern;
import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.MalformedTraceException;
import io.cosmodrome.trace.Symbols;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnalysisTest {
  /** T1 writes between two accesses of the inner block of T0. */
  private static final String VIOLATION =
      """
      T0|begin(outer)
      T0|begin(inner)
      T0|r(x)
      T1|begin(other)
      T1|w(x)
      T1|end(other)
      T0|w(x)
      T0|end(inner)
      T0|end(outer)
      """;

  private static final String CLEAN =
      """
      T0|begin(outer)
      T0|r(x)
      T0|end(outer)
      T1|w(x)
      """;

  private static final AnalysisOptions DEFAULT = AnalysisOptions.DEFAULT;

  @Test
  void blocksInterruptedByAConflict_areViolations() throws IOException {
    TraceVerdict verdict = check(VIOLATION, DEFAULT);

    assertThat(verdict.verdict()).isEqualTo(Verdict.VIOLATION);
    assertThat(verdict.reasons()).isEmpty();
    assertThat(verdict.coverage()).isEqualTo(new Coverage(9, 2, 3));
    assertThat(verdict.engines()).hasSize(1);
    assertThat(verdict.engines().get(0).result().violations())
        .extracting(violation -> verdict.symbols().labels().name(violation.label()))
        .containsExactly("outer", "inner");
  }

  @Test
  void blocksNotInterrupted_areOk() throws IOException {
    TraceVerdict verdict = check(CLEAN, DEFAULT);

    assertThat(verdict.verdict()).isEqualTo(Verdict.OK);
    assertThat(verdict.reasons()).isEmpty();
  }

  @Test
  void severalEngines_seeTheTraceInOnePass() throws IOException {
    TraceVerdict verdict = check(VIOLATION, DEFAULT.withEngines(Checkers.ALL));

    assertThat(verdict.engines())
        .extracting(engine -> engine.result().engine())
        .isEqualTo(Checkers.names());
    assertThat(verdict.engines())
        .extracting(EngineVerdict::verdict)
        .containsOnly(Verdict.VIOLATION);
    assertThat(verdict.disagreement()).isEmpty();
  }

  @Test
  void traceWithoutBlocks_isUnknown() throws IOException {
    TraceVerdict verdict = check("T0|w(x)\nT1|w(x)\n", DEFAULT);

    assertThat(verdict.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict.reasons())
        .containsExactly("nothing was checked: the trace has no blocks (begin and end events)");
  }

  @Test
  void emptyTrace_isUnknown() throws IOException {
    assertThat(check("", DEFAULT).verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void traceOfOneThread_isUnknown() throws IOException {
    TraceVerdict verdict = check("T0|begin\nT0|w(x)\nT0|end\n", DEFAULT);

    assertThat(verdict.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict.reasons())
        .containsExactly("nothing was checked: only one thread has events");
  }

  @Test
  void cutTrace_isUnknown() throws IOException {
    TraceVerdict verdict = Analysis.check(new CutFile(open(CLEAN)), DEFAULT);

    assertThat(verdict.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict.reasons()).containsExactly("the trace is not complete: 7 bytes are gone");
  }

  @Test
  void violationInACutTrace_staysOne() throws IOException {
    TraceVerdict verdict = Analysis.check(new CutFile(open(VIOLATION)), DEFAULT);

    assertThat(verdict.verdict()).isEqualTo(Verdict.VIOLATION);
    assertThat(verdict.reasons()).containsExactly("the trace is not complete: 7 bytes are gone");
  }

  @Test
  void specification_decidesWhatIsABlock() throws IOException {
    AtomicitySpec spec = AtomicitySpec.parse("not-atomic outer", true);

    TraceVerdict verdict = check(VIOLATION, DEFAULT.withSpecification(spec));

    assertThat(verdict.coverage().blocks()).isEqualTo(2);
    assertThat(verdict.engines().get(0).result().violations())
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.begin()).isEqualTo(1);
              assertThat(violation.depth()).isZero();
            });
  }

  @Test
  void specificationThatLeavesNoBlock_isUnknown() throws IOException {
    AtomicitySpec spec = AtomicitySpec.parse("not-atomic **", true);

    TraceVerdict verdict = check(VIOLATION, DEFAULT.withSpecification(spec));

    assertThat(verdict.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict.reasons())
        .containsExactly("nothing was checked: the specification and the selection leave no block");
  }

  @Test
  void otherThreads_areNotLookedAt() throws IOException {
    TraceVerdict verdict = check(VIOLATION, DEFAULT.withThreads(List.of(NamePattern.of("T0"))));

    assertThat(verdict.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict.coverage()).isEqualTo(new Coverage(9, 1, 2));
    assertThat(verdict.reasons())
        .containsExactly("nothing was checked: the selection leaves one thread");
  }

  @Test
  void otherVariables_areNotLookedAt() throws IOException {
    AnalysisOptions onlyY = DEFAULT.withVariables(List.of(NamePattern.of("y")));

    assertThat(check(VIOLATION, onlyY).verdict()).isEqualTo(Verdict.OK);
  }

  @Test
  void positions_areThoseOfTheSourceWhateverIsHidden() throws IOException {
    String trace =
        """
        T0|begin(b)
        T0|acq(m)
        T0|acq(m)
        T0|rel(m)
        T0|rel(m)
        T1|acq(m)
        T1|rel(m)
        T0|acq(m)
        """;

    TraceVerdict verdict = check(trace, DEFAULT);

    assertThat(verdict.engines().get(0).result().cycleEvent()).isEqualTo(7);
    assertThat(verdict.coverage().events()).isEqualTo(8);
  }

  @Test
  void traceThatNoRunHas_isMalformed() {
    assertThatThrownBy(() -> check("T0|acq(m)\nT1|acq(m)\n", DEFAULT))
        .isInstanceOf(MalformedTraceException.class)
        .hasMessage("event 1: T1 acquires lock m, which T0 holds");
  }

  @Test
  void firstOnly_endsWithTheFirstReport() throws IOException {
    TraceVerdict verdict =
        check(VIOLATION, DEFAULT.withCheck(CheckOptions.DEFAULT.withFirstOnly(true)));

    assertThat(verdict.verdict()).isEqualTo(Verdict.VIOLATION);
    assertThat(verdict.engines().get(0).result().events()).isEqualTo(7);
  }

  @Test
  void explain_findsWitnessesThatAnEngineHasNot() throws IOException {
    CheckerSpec bare =
        new CheckerSpec("bare", "for this test", EnumSet.of(Guarantee.TRACE), BareChecker::new);
    AnalysisOptions options = DEFAULT.withEngines(List.of(bare));
    TraceVerdict verdict = check(VIOLATION, options);
    assertThat(verdict.engines().get(0).result().cycle().isPresent()).isFalse();

    TraceVerdict explained = Analysis.explain(verdict, () -> open(VIOLATION), options);

    EngineVerdict engine = explained.engines().get(0);
    assertThat(engine.result().cycle().edges()).containsExactly(new Edge(2, 4), new Edge(4, 6));
    assertThat(engine.isExplained()).isTrue();
    assertThat(explained.verdict()).isEqualTo(verdict.verdict());
  }

  @Test
  void explain_doesNotReadTheTraceAgainForNothing() throws IOException {
    TraceVerdict verdict = check(VIOLATION, DEFAULT);

    TraceVerdict explained =
        Analysis.explain(
            verdict,
            () -> {
              throw new AssertionError("opened");
            },
            DEFAULT);

    assertThat(explained).isEqualTo(verdict);
    assertThat(explained.engines().get(0).isExplained()).isFalse();
  }

  @Test
  void noEngine_isAnError() {
    assertThatThrownBy(() -> DEFAULT.withEngines(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no engine; known: " + Checkers.names());
  }

  private static TraceVerdict check(String std, AnalysisOptions options) throws IOException {
    return Analysis.check(open(std), options);
  }

  static TraceFile open(String std) throws IOException {
    return TraceFormats.open(
        new ByteArrayInputStream(std.getBytes(UTF_8)),
        "test",
        Optional.of(TraceFormats.named("std")),
        ReadOptions.DEFAULT);
  }

  /** Knows that event 6 makes the trace non-serializable, and not why. */
  private static final class BareChecker extends Checker {
    BareChecker(CheckOptions options) {
      super(options);
    }

    @Override
    public void event(int op, int thread, int target, int location) {
      if (position() == 6) {
        reportCycle(Witness.NONE);
      }
      endEvent();
    }
  }

  /** A file whose end is gone. */
  private record CutFile(TraceFile file) implements TraceFile {
    @Override
    public Optional<String> loss() {
      return Optional.of("7 bytes are gone");
    }

    @Override
    public Symbols symbols() {
      return file.symbols();
    }

    @Override
    public void replay(EventSink sink) throws IOException {
      file.replay(sink);
    }

    @Override
    public long skippedLines() {
      return 0;
    }

    @Override
    public long bytesRead() {
      return file.bytesRead();
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public TraceFormat format() {
      return file.format();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
