package io.cosmodrome.agent;

import io.cosmodrome.agent.instrument.ClassFilter;
import io.cosmodrome.agent.instrument.Coverage;
import io.cosmodrome.agent.instrument.Sample;
import io.cosmodrome.agent.runtime.RunResult;
import io.cosmodrome.analysis.Verdict;
import io.cosmodrome.check.Checkers;
import io.cosmodrome.report.BlockCount;
import io.cosmodrome.report.Checked;
import io.cosmodrome.report.Limit;
import io.cosmodrome.report.Report;
import io.cosmodrome.report.Text;
import io.cosmodrome.spec.AtomicitySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The report of a run: what was found, what was instrumented, and why that may not be enough. */
final class RunReport {
  private RunReport() {}

  static Report of(
      RunResult result, Coverage coverage, AtomicitySpec spec, Sample sample, List<Limit> limits) {
    return of(result, coverage, spec, sample, limits, Checkers.DEFAULT.name(), List.of());
  }

  /**
   * @param doubts why the verdict says less than it could, apart from what the others tell
   */
  static Report of(
      RunResult result,
      Coverage coverage,
      AtomicitySpec spec,
      Sample sample,
      List<Limit> limits,
      String engine,
      List<String> doubts) {
    List<String> reasons = new ArrayList<>(doubts);
    reasons.addAll(reasons(result, coverage, sample, limits));
    Checked checked =
        new Checked(
            OptionalLong.of(coverage.classes()),
            coverage.skipped(),
            result.blocks(),
            result.threads(),
            OptionalLong.empty(),
            OptionalLong.of(result.conflicts()),
            result.failures(),
            limits,
            coverage.unmodelled());
    return Report.of(
            subject(), engine, verdict(result, reasons), reasons, checked, result.findings())
        .withBlocks(counts(result))
        .withSpecification(spec.text().lines().toList());
  }

  /** Without the blocks of the positive control. */
  private static List<BlockCount> counts(RunResult result) {
    String control = ClassFilter.CONTROL.replace('/', '.') + ".";
    return result.counts().stream().filter(block -> !block.label().startsWith(control)).toList();
  }

  private static Verdict verdict(RunResult result, List<String> reasons) {
    if (!result.findings().isEmpty()) {
      return Verdict.VIOLATION;
    }
    return reasons.isEmpty() ? Verdict.OK : Verdict.UNKNOWN;
  }

  /** Why the verdict says less than it could, the gravest first, each with what to do about it. */
  private static List<String> reasons(
      RunResult result, Coverage coverage, Sample sample, List<Limit> limits) {
    List<String> list = new ArrayList<>();
    boolean hasBudget =
        sample.isAll() && limits.stream().anyMatch(limit -> limit.name().equals("sampled"));
    if (coverage.classes() == 0 && hasBudget) {
      list.add("no class had a turn within the budget; try a longer run, or a larger budget");
    } else if (coverage.classes() == 0) {
      list.add("no class was instrumented; see the options include and exclude");
    } else if (result.threads() == 0) {
      list.add("no block that is meant to be atomic has run; see the option spec");
    } else if (result.threads() == 1) {
      list.add("blocks that are meant to be atomic ran on one thread only; try a run with more");
    }
    if (sample.isNothing()) {
      list.add("the sample has none of the variables; see the options sample and seed");
    }
    if (result.failures() > 0) {
      list.add(result.describeFailures());
    }
    List<String> failed = coverage.failed();
    if (!failed.isEmpty()) {
      list.add(
          Text.number(failed.size())
              + (failed.size() == 1 ? " class or method" : " classes or methods")
              + " could not be instrumented; exclude what does not matter. The first: "
              + failed.get(0));
    }
    if (coverage.unresolvedAccesses() > 0) {
      list.add(
          Text.number(coverage.unresolvedAccesses())
              + " places access fields of classes that cannot be found; put these on the class"
              + " path");
    }
    return list;
  }

  /** The program's main class or jar with its arguments, where the JVM tells it. */
  private static String subject() {
    String command = System.getProperty("sun.java.command", "");
    return command.isEmpty() ? "a program" : command;
  }
}
