package io.cosmodrome.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cosmodrome.analysis.Analysis;
import io.cosmodrome.analysis.AnalysisOptions;
import io.cosmodrome.analysis.TraceVerdict;
import io.cosmodrome.check.CheckerSpec;
import io.cosmodrome.check.Checkers;
import io.cosmodrome.check.Guarantee;
import io.cosmodrome.format.ReadOptions;
import io.cosmodrome.format.TraceFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonReportTest {
  @TempDir Path directory;

  @Test
  void violation_hasEverything() {
    Path file = Traces.write(directory, "a.std", Traces.VIOLATION);

    Cli.Result result = Cli.run("check", "--engine", "oracle", "--json", file);

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out())
        .isEqualTo(
            """
            {"format":1,"trace":"%s","engine":"oracle","verdict":"VIOLATION","reasons":[],\
            "events":7,"threads":2,"blocks":2,"nonSerializable":true,"firstCycleEvent":4,\
            "explained":false,"cycle":[[2,3],[3,4]],"cycleLength":2,\
            "violationCount":2,"violations":[\
            {"begin":0,"at":4,"thread":"T0","label":"Bank.transfer","depth":0,\
            "witness":[[2,3],[3,4]],"witnessLength":2},\
            {"begin":1,"at":4,"thread":"T0","label":null,"depth":1,\
            "witness":[[2,3],[3,4]],"witnessLength":2}],\
            "statistics":{}}
            """
                .formatted(file));
  }

  @Test
  void noViolation_hasNullAndEmptyLists() {
    Path file = Traces.write(directory, "a.std", Traces.CLEAN);

    assertThat(Cli.run("check", "--engine", "oracle", "--json", file).out())
        .isEqualTo(
            """
            {"format":1,"trace":"%s","engine":"oracle","verdict":"OK","reasons":[],\
            "events":6,"threads":2,"blocks":2,"nonSerializable":false,"firstCycleEvent":null,\
            "explained":false,"cycle":[],"cycleLength":0,\
            "violationCount":0,"violations":[],"statistics":{}}
            """
                .formatted(file));
  }

  @Test
  void unknown_hasReasons() {
    Path file = Traces.write(directory, "a.std", Traces.NO_BLOCKS);

    assertThat(Cli.run("check", "--json", file).out())
        .contains(
            "\"verdict\":\"UNKNOWN\","
                + "\"reasons\":[\"nothing was checked: the trace has no blocks (begin and end events)\"]");
  }

  @Test
  void eachTraceAndEngine_hasALine() {
    Path one = Traces.write(directory, "1.std", Traces.CLEAN);
    Path other = Traces.write(directory, "2.std", Traces.CYCLE);

    Cli.Result result = Cli.run("check", "--engine", "frontier,oracle", "--json", one, other);

    assertThat(result.out().lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("1.std\",\"engine\":\"frontier\",\"verdict\":\"OK\""),
            line -> assertThat(line).contains("1.std\",\"engine\":\"oracle\",\"verdict\":\"OK\""),
            line -> assertThat(line).contains("2.std\",\"engine\":\"frontier\",\"verdict\":\"VIO"),
            line -> assertThat(line).contains("2.std\",\"engine\":\"oracle\",\"verdict\":\"VIO"));
    assertThat(result.err()).isEmpty();
  }

  @Test
  void malformedTrace_isALineWithAnError() {
    Path file = Traces.write(directory, "a.std", "T0|acq(m)\nT1|acq(m)\n");

    Cli.Result result = Cli.run("check", "--json", file);

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.out())
        .isEqualTo(
            "{\"format\":1,\"trace\":\""
                + file
                + "\",\"engine\":\"frontier\",\"verdict\":\"UNKNOWN\","
                + "\"error\":\"event 1: T1 acquires lock m, which T0 holds\"}\n");
    assertThat(result.err()).isEqualTo(file + ": event 1: T1 acquires lock m, which T0 holds\n");
  }

  @Test
  void engineThatMayBeLate_doesNotClaimTheFirstEvent() throws IOException {
    CheckerSpec late =
        new CheckerSpec(
            "late", "for this test", EnumSet.of(Guarantee.TRACE), Checkers.DEFAULT.factory());

    String line = report(Traces.CYCLE, late);

    assertThat(line).contains("\"reportedAt\":5").doesNotContain("firstCycleEvent");
  }

  @Test
  void names_areUtf8AndEscaped() throws IOException {
    String line = report("T\"ö|begin(a\\b)\nT\"ö|r(x)\nT1|w(x)\nT\"ö|w(x)\n", Checkers.DEFAULT);

    assertThat(line).contains("\"thread\":\"T\\\"ö\",\"label\":\"a\\\\b\"");
  }

  private String report(String trace, CheckerSpec engine) throws IOException {
    Path file = Traces.write(directory, "a.std", trace);
    AnalysisOptions options = AnalysisOptions.DEFAULT.withEngines(List.of(engine));
    InputFile input = new InputFile("a.std", file, Optional.empty());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TraceFile opened = input.open(ReadOptions.DEFAULT)) {
      TraceVerdict verdict = Analysis.check(opened, options);
      new JsonReport(out).write("a.std", verdict);
    }
    return out.toString(UTF_8);
  }
}
