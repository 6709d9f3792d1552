package io.cosmodrome.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the agent costs real libraries, which it instruments whole, and whether they still do the
 * same: a table with a row for each workload and JDK, and columns for each way to run the agent.
 *
 * <pre>
 * java -cp bench/target/benchmarks.jar io.cosmodrome.bench.WorkloadBench \
 *     jdks=/path/to/17,/path/to/25 modes=runtime=inline+runtime=record+sample=5%
 * </pre>
 *
 * <p>{@code modes} are options of the agent, with {@code +} between the ways to run it; the others
 * are as for {@link OverheadBench}. If a run does not count, see {@link KernelRuns}, its cells say
 * what was wrong, and the exit code is 1. So does a failure of the agent itself.
 */
public final class WorkloadBench {
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "agent", "cli/target/cosmodrome.jar",
          "modes", "runtime=inline+runtime=record",
          "options", "include=**",
          "jdks", System.getProperty("java.home"),
          "workloads", "all",
          "repeat", "3",
          "size", "100",
          "threads", "2",
          "jvm", "-Xmx2g",
          "timeout", "600");
  private static final Pattern FINDINGS = Pattern.compile("VIOLATION: ([0-9,]+) finding");
  private static final Pattern FAILURE = Pattern.compile("failures? of the agent.*");

  private final Arguments arguments;
  private final KernelRuns runs;
  private final List<String> modes;
  private boolean failed;

  /** What one way to run the agent costs, as ratios, and how many findings there were. */
  private record Cost(double wall, double cpu, double memory, String findings) {}

  private WorkloadBench(Arguments arguments, KernelRuns runs) {
    this.arguments = arguments;
    this.runs = runs;
    this.modes = Arrays.asList(arguments.text("modes").split("\\+", -1));
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    Arguments arguments = new Arguments(args, DEFAULTS);
    boolean failed;
    try (KernelRuns runs = new KernelRuns(arguments)) {
      WorkloadBench bench = new WorkloadBench(arguments, runs);
      bench.run();
      failed = bench.failed;
    }
    System.exit(failed ? 1 : 0);
  }

  private void run() throws IOException, InterruptedException {
    StringBuilder titles = new StringBuilder("| workload | JDK | off, s | off, MB |");
    StringBuilder line = new StringBuilder("| --- | --- | ---: | ---: |");
    for (String mode : modes) {
      titles.append(' ').append(mode).append(": wall | CPU | memory | findings |");
      line.append(" ---: | ---: | ---: | ---: |");
    }
    System.out.println(titles);
    System.out.println(line);
    for (String jdk : arguments.list("jdks")) {
      String version = KernelRuns.version(jdk);
      Map<String, List<Cost>> costs = new LinkedHashMap<>();
      for (Kernel workload : arguments.kernels("workloads", Kernel.WORKLOADS)) {
        System.out.print("| " + workload.name() + " | " + version + " |");
        measure(workload, jdk, costs);
        System.out.println();
      }
      System.out.print("| **geometric mean** | " + version + " | | |");
      for (String mode : modes) {
        List<Cost> all = costs.getOrDefault(mode, List.of());
        System.out.printf(
            Locale.ROOT,
            " **%.2f** | **%.2f** | **%.2f** | |",
            KernelRuns.geometricMean(all, Cost::wall),
            KernelRuns.geometricMean(all, Cost::cpu),
            KernelRuns.geometricMean(all, Cost::memory));
      }
      System.out.println();
    }
  }

  /** Prints the figures of one workload and adds its costs to those of others. */
  private void measure(Kernel workload, String jdk, Map<String, List<Cost>> costs)
      throws IOException, InterruptedException {
    List<KernelRuns.Run> off = new ArrayList<>();
    try {
      for (int i = 0; i < arguments.number("repeat"); i++) {
        off.add(runs.start(workload, jdk, null));
      }
    } catch (KernelRuns.RunFailedException e) {
      failed = true;
      System.out.print(" " + e.getMessage() + " |");
      return;
    }
    System.out.printf(
        Locale.ROOT,
        " %.2f | %.0f |",
        KernelRuns.median(off, KernelRuns.Run::wallSeconds),
        KernelRuns.median(off, KernelRuns.Run::megabytes));
    for (String mode : modes) {
      try {
        Cost cost = cost(workload, jdk, mode, off);
        costs.computeIfAbsent(mode, key -> new ArrayList<>()).add(cost);
        System.out.printf(
            Locale.ROOT,
            " %.2f | %.2f | %.2f | %s |",
            cost.wall,
            cost.cpu,
            cost.memory,
            cost.findings);
      } catch (KernelRuns.RunFailedException e) {
        failed = true;
        System.out.print(" " + e.getMessage() + " | | | |");
      }
    }
  }

  private Cost cost(Kernel workload, String jdk, String mode, List<KernelRuns.Run> off)
      throws IOException, InterruptedException, KernelRuns.RunFailedException {
    List<KernelRuns.Run> on = new ArrayList<>();
    for (KernelRuns.Run without : off) {
      KernelRuns.Run with = runs.start(workload, jdk, arguments.text("options") + "," + mode);
      KernelRuns.compare(without, with);
      Matcher failure = FAILURE.matcher(with.errors());
      if (failure.find()) {
        throw new KernelRuns.RunFailedException(failure.group());
      }
      on.add(with);
    }
    Matcher findings = FINDINGS.matcher(on.get(on.size() - 1).errors());
    return new Cost(
        KernelRuns.median(on, KernelRuns.Run::wallSeconds)
            / KernelRuns.median(off, KernelRuns.Run::wallSeconds),
        KernelRuns.median(on, KernelRuns.Run::cpuSeconds)
            / KernelRuns.median(off, KernelRuns.Run::cpuSeconds),
        KernelRuns.median(on, KernelRuns.Run::megabytes)
            / KernelRuns.median(off, KernelRuns.Run::megabytes),
        findings.find() ? findings.group(1) : "");
  }
}
