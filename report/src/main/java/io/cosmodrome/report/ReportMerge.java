package io.cosmodrome.report;

import io.cosmodrome.analysis.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * One report of several: of the JVMs of a build, or of several traces. The same findings are one,
 * figures are added up, and a suppression is unused if it is so everywhere.
 */
public final class ReportMerge {
  private static final int NAMED = 3;

  private ReportMerge() {}

  /**
   * The reports as one, in their order.
   *
   * @param reports at least one
   */
  public static Report of(List<Report> reports) {
    if (reports.size() == 1) {
      return reports.get(0);
    }
    FindingGroups groups = new FindingGroups();
    reports.forEach(report -> report.findings().forEach(groups::add));
    return new Report(
        subject(reports),
        String.join(", ", distinct(reports, report -> List.of(report.engine()))),
        command(reports),
        verdict(reports),
        reasons(reports),
        checked(reports.stream().map(Report::checked).toList()),
        groups.list(),
        blocks(reports),
        distinct(reports, Report::specification),
        inAll(reports, Report::unused),
        inAll(reports, Report::gone),
        distinct(reports, Report::sources));
  }

  /** Only if one command runs them all. */
  private static String command(List<Report> reports) {
    List<String> commands = distinct(reports, report -> List.of(report.command()));
    return commands.size() == 1 ? commands.get(0) : "";
  }

  private static String subject(List<Report> reports) {
    List<String> subjects = distinct(reports, report -> List.of(report.subject()));
    if (subjects.size() == 1) {
      return subjects.get(0) + " (" + reports.size() + " times)";
    }
    int named = Math.min(NAMED, subjects.size());
    String text = String.join(", ", subjects.subList(0, named));
    return named == subjects.size() ? text : text + " and " + (subjects.size() - named) + " more";
  }

  /**
   * A violation in any is one of all. Where nothing was to be checked, as in a JVM with one thread,
   * the others decide; where something was lost, nothing can be concluded.
   */
  private static Verdict verdict(List<Report> reports) {
    if (reports.stream().anyMatch(report -> report.verdict() == Verdict.VIOLATION)) {
      return Verdict.VIOLATION;
    }
    List<Report> busy = reports.stream().filter(report -> !isIdle(report)).toList();
    return !busy.isEmpty() && busy.stream().allMatch(report -> report.verdict() == Verdict.OK)
        ? Verdict.OK
        : Verdict.UNKNOWN;
  }

  private static boolean isIdle(Report report) {
    Checked checked = report.checked();
    boolean wasLookedAt = checked.classes().isPresent() || checked.events().isPresent();
    return report.verdict() == Verdict.UNKNOWN
        && wasLookedAt
        && report.reasons().size() == 1
        && checked.threads() < 2
        && checked.failures() == 0
        && checked.skipped().isEmpty();
  }

  /** Each reason once, with where it holds; those of runs with nothing to check come last. */
  private static List<String> reasons(List<Report> reports) {
    Map<String, List<String>> subjects = new LinkedHashMap<>();
    for (boolean idle : List.of(false, true)) {
      for (Report report : reports) {
        if (isIdle(report) == idle) {
          for (String reason : report.reasons()) {
            subjects.computeIfAbsent(reason, key -> new ArrayList<>()).add(report.subject());
          }
        }
      }
    }
    List<String> reasons = new ArrayList<>();
    subjects.forEach(
        (reason, names) ->
            reasons.add(
                reason
                    + (names.size() == 1
                        ? " (" + names.get(0) + ")"
                        : " (" + names.size() + " of " + reports.size() + ")")));
    return reasons;
  }

  private static Checked checked(List<Checked> all) {
    Set<String> skipped = new LinkedHashSet<>();
    all.forEach(checked -> skipped.addAll(checked.skipped()));
    Set<Limit> limits = new LinkedHashSet<>();
    all.forEach(checked -> limits.addAll(checked.limits()));
    Set<String> unmodelled = new LinkedHashSet<>();
    all.forEach(checked -> unmodelled.addAll(checked.unmodelled()));
    return new Checked(
        sum(all, Checked::classes),
        List.copyOf(skipped),
        all.stream().mapToLong(Checked::blocks).sum(),
        all.stream().mapToLong(Checked::threads).sum(),
        sum(all, Checked::events),
        sum(all, Checked::conflicts),
        all.stream().mapToLong(Checked::failures).sum(),
        List.copyOf(limits),
        List.copyOf(unmodelled));
  }

  /** Unknown only if it is so of all. */
  private static OptionalLong sum(List<Checked> all, Function<Checked, OptionalLong> figure) {
    return all.stream().map(figure).flatMapToLong(OptionalLong::stream).reduce(Long::sum);
  }

  private static List<BlockCount> blocks(List<Report> reports) {
    Map<String, BlockCount> byLabel = new TreeMap<>();
    for (Report report : reports) {
      for (BlockCount block : report.blocks()) {
        byLabel.merge(block.label(), block, BlockCount::plus);
      }
    }
    return List.copyOf(byLabel.values());
  }

  private static <T> List<T> distinct(List<Report> reports, Function<Report, List<T>> part) {
    Set<T> all = new LinkedHashSet<>();
    reports.forEach(report -> all.addAll(part.apply(report)));
    return List.copyOf(all);
  }

  private static <T> List<T> inAll(List<Report> reports, Function<Report, List<T>> part) {
    Set<T> common = new LinkedHashSet<>(part.apply(reports.get(0)));
    reports.forEach(report -> common.retainAll(Set.copyOf(part.apply(report))));
    return List.copyOf(common);
  }
}
