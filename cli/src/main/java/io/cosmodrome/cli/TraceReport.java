package io.cosmodrome.cli;

import static io.cosmodrome.check.Guarantee.NESTED_BLOCKS;
import static io.cosmodrome.check.Guarantee.WITNESS;

import io.cosmodrome.analysis.AnalysisOptions;
import io.cosmodrome.analysis.Coverage;
import io.cosmodrome.analysis.EngineVerdict;
import io.cosmodrome.analysis.TraceVerdict;
import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.check.CheckResult;
import io.cosmodrome.check.CheckerSpec;
import io.cosmodrome.check.Violation;
import io.cosmodrome.report.BlockCount;
import io.cosmodrome.report.Checked;
import io.cosmodrome.report.Finding;
import io.cosmodrome.report.Report;
import io.cosmodrome.report.Text;
import io.cosmodrome.report.TraceFindings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The report of one trace. Whatever it needs of the trace is looked up in one pass, and only if
 * there is something to report.
 */
final class TraceReport {
  private TraceReport() {}

  static Report of(
      String name, TraceVerdict verdict, AnalysisOptions options, TraceFindings.Lookup lookup)
      throws IOException {
    Coverage coverage = verdict.coverage();
    List<Finding> findings =
        verdict.verdict() == Verdict.VIOLATION
            ? TraceFindings.of(mostTelling(verdict).result(), verdict.symbols(), lookup)
            : List.of();
    return Report.of(
            name,
            engines(options),
            verdict.verdict(),
            reasons(verdict, options),
            checked(coverage.blocks(), coverage.threads(), OptionalLong.of(coverage.events())),
            findings)
        .withBlocks(blocks(verdict))
        .withSpecification(options.specification().text().lines().toList());
  }

  /** By label; violated ones as far as the engine keeps them. */
  private static List<BlockCount> blocks(TraceVerdict verdict) {
    Map<Integer, Long> violated =
        verdict.verdict() == Verdict.VIOLATION
            ? mostTelling(verdict).result().violations().stream()
                .collect(Collectors.groupingBy(Violation::label, Collectors.counting()))
            : Map.of();
    return verdict.runs().entrySet().stream()
        .map(
            runs ->
                new BlockCount(
                    TraceFindings.label(verdict.symbols(), runs.getKey()).orElse("(no label)"),
                    runs.getValue(),
                    violated.getOrDefault(runs.getKey(), 0L)))
        .sorted(Comparator.comparing(BlockCount::label))
        .toList();
  }

  /** Of a trace that could not be checked. */
  static Report unreadable(String name, AnalysisOptions options, String problem) {
    return Report.of(
            name,
            engines(options),
            Verdict.UNKNOWN,
            List.of("could not be checked: " + problem),
            checked(0, 0, OptionalLong.empty()),
            List.of())
        .withSpecification(options.specification().text().lines().toList());
  }

  private static String engines(AnalysisOptions options) {
    return options.engines().stream().map(CheckerSpec::name).collect(Collectors.joining(", "));
  }

  private static Checked checked(long blocks, long threads, OptionalLong events) {
    return new Checked(
        OptionalLong.empty(), List.of(), blocks, threads, events, OptionalLong.empty(), 0);
  }

  /** With those that matter only once it is asked whether all findings are known. */
  private static List<String> reasons(TraceVerdict verdict, AnalysisOptions options) {
    List<String> reasons = new ArrayList<>(verdict.reasons());
    if (verdict.verdict() == Verdict.VIOLATION) {
      CheckResult result = mostTelling(verdict).result();
      long missing = result.violationCount() - result.violations().size();
      if (missing > 0) {
        reasons.add(Text.count(missing, "violated block") + " not looked at; see --limit");
      }
      if (options.check().firstOnly()) {
        reasons.add("not looked at after the first event that gave anything; see --first");
      }
    }
    return reasons;
  }

  /** The engine to quote: exact about blocks, naming some, with witnesses of its own. */
  static EngineVerdict mostTelling(TraceVerdict verdict) {
    Comparator<EngineVerdict> byWorth =
        Comparator.<EngineVerdict, Boolean>comparing(e -> e.engine().guarantees(NESTED_BLOCKS))
            .thenComparing(e -> e.result().violationCount() > 0)
            .thenComparing(e -> e.engine().guarantees(WITNESS));
    return verdict.engines().stream()
        .filter(engine -> engine.verdict() == Verdict.VIOLATION)
        .min(byWorth.reversed()) // the first of equals
        .orElseThrow();
  }
}
