package io.cosmodrome.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.analysis.AnalysisOptions;
import io.cosmodrome.check.CheckOptions;
import io.cosmodrome.check.Checker;
import io.cosmodrome.check.CheckerSpec;
import io.cosmodrome.check.Checkers;
import io.cosmodrome.check.Guarantee;
import io.cosmodrome.check.Witness;
import io.cosmodrome.format.ReadOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What no trace can show as long as the engines are right: their mistakes. */
class TraceCheckerTest {
  @TempDir Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Console console =
      new Console(new ByteArrayInputStream(new byte[0]), out, err, "", UTF_8, Map.of());

  /** Claims that an event makes the trace non-serializable, and cannot say why. */
  private static final class ClaimingChecker extends Checker {
    private final long event;

    ClaimingChecker(CheckOptions options, long event) {
      super(options);
      this.event = event;
    }

    @Override
    public void event(int op, int thread, int target, int location) {
      if (position() == event) {
        reportCycle(Witness.NONE);
      }
      endEvent();
    }
  }

  private static final class FailingChecker extends Checker {
    FailingChecker(CheckOptions options) {
      super(options);
    }

    @Override
    public void event(int op, int thread, int target, int location) {
      throw new IllegalStateException("lost the thread");
    }
  }

  @Test
  void disagreement_isExitCode4AndLeavesTheTraceUpToIt() throws IOException {
    Outcome outcome = check(Traces.CLEAN, engine("wrong", o -> new ClaimingChecker(o, 2)), false);
    outcome.printing().print();

    assertThat(outcome.exitCode()).isEqualTo(4);
    Path slice = directory.resolve("disagreement-1.std");
    assertThat(slice).hasContent("T0|begin(A)\nT0|w(x)\nT0|end(A)\n");
    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "a.std: internal error: frontier and wrong disagree about whether the trace is"
                + " serializable; please report it with "
                + slice
                + "\n");
    assertThat(out.toString(UTF_8)).contains("frontier  OK", "wrong     VIOLATION");
  }

  @Test
  void secondDisagreement_doesNotOverwriteTheFirst() throws IOException {
    check(Traces.CLEAN, engine("wrong", o -> new ClaimingChecker(o, 2)), true);
    check(Traces.CLEAN, engine("wrong", o -> new ClaimingChecker(o, 2)), true).printing().print();

    assertThat(directory.resolve("disagreement-2.std")).exists();
    assertThat(out.toString(UTF_8)).hasLineCount(2).startsWith("{\"format\":1,");
  }

  @Test
  void failureOfAnEngine_isOneLineAndExitCode4() throws IOException {
    Outcome outcome = check(Traces.CLEAN, engine("wrong", FailingChecker::new), true);
    outcome.printing().print();

    assertThat(outcome.exitCode()).isEqualTo(4);
    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "a.std: internal error: java.lang.IllegalStateException: lost the thread;"
                + " -vv shows where, please report it with the trace\n");
    assertThat(out.toString(UTF_8)).contains("\"error\":\"internal error: ");
  }

  @Test
  void witnessThatAnEngineHasNot_isFoundInASecondLook() throws IOException {
    CheckerSpec bare = engine("bare", o -> new ClaimingChecker(o, 5), Guarantee.TRACE);

    Outcome outcome = check(Traces.CYCLE, List.of(bare), false);
    outcome.printing().print();

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(out.toString(UTF_8))
        .startsWith(
            "a.std: VIOLATION: the run was not serializable, proved by 2 conflicts; bare does not")
        .contains("A before B: B read x after A wrote it;")
        .contains("the proof was found in a second look at the trace\n");
  }

  @Test
  void ofSeveralEngines_theOneThatIsExactAboutBlocksIsQuoted() throws IOException {
    CheckerSpec bare = engine("bare", o -> new ClaimingChecker(o, 4), Guarantee.TRACE);

    check(Traces.VIOLATION, List.of(bare, Checkers.DEFAULT), false).printing().print();

    assertThat(out.toString(UTF_8)).startsWith("a.std: VIOLATION: 2 of 2 blocks were not atomic");
  }

  private Outcome check(String trace, CheckerSpec engine, boolean json) {
    return check(trace, List.of(Checkers.DEFAULT, engine), json);
  }

  private Outcome check(String trace, List<CheckerSpec> engines, boolean json) {
    Path file = Traces.write(directory, "a.std", trace);
    TraceChecker.Settings settings =
        new TraceChecker.Settings(
            AnalysisOptions.DEFAULT.withEngines(engines),
            ReadOptions.DEFAULT,
            json,
            false,
            directory,
            Optional.empty(),
            false);
    return new TraceChecker(console, settings, new Progress(Progress.Mode.NONE, console))
        .check(new InputFile("a.std", file, Optional.empty()));
  }

  private static CheckerSpec engine(
      String name, Function<CheckOptions, Checker> factory, Guarantee... guarantees) {
    Set<Guarantee> all = EnumSet.allOf(Guarantee.class);
    return new CheckerSpec(
        name, "for this test", guarantees.length == 0 ? all : Set.of(guarantees), factory);
  }
}
