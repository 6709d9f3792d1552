package io.cosmodrome.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the agent costs: the kernels with and without it, as a table of ratios.
 *
 * <pre>
 * java -cp bench/target/benchmarks.jar io.cosmodrome.bench.OverheadBench \
 *     agent=cli/target/cosmodrome.jar jdks=/path/to/17,/path/to/25 repeat=5 kernels=sor,ray
 * </pre>
 *
 * <p>Every run is a process of its own. Runs without and with the agent take turns, and the medians
 * of {@code repeat} runs are compared: wall time from the start of the process to its end, CPU time
 * and peak memory as {@link KernelRun} says. {@code size} is how much of its work each kernel does,
 * in percent. {@code options} are the agent's, and {@code jvm} more options for both sides, with
 * blanks between. With {@code runtime=record} the run is recorded instead of checked; the last
 * columns are then about the trace.
 *
 * <p>If a run does not count, see {@link KernelRuns}, its row says what was wrong, and the exit
 * code is 1.
 */
public final class OverheadBench {
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "agent", "cli/target/cosmodrome.jar",
          "options",
              "include=io.cosmodrome.bench.kernels.*:io.cosmodrome.bench.Team:io.cosmodrome.bench.Numbers",
          "runtime", "inline",
          "jdks", System.getProperty("java.home"),
          "kernels", "all",
          "repeat", "5",
          "size", "100",
          "threads", "2",
          "jvm", "-Xmx2g",
          "timeout", "300");

  private final Arguments arguments;
  private final KernelRuns runs;
  private boolean failed;

  /** The medians of two sets of runs, and the trace of the last one. */
  private record Row(
      double off,
      double on,
      double wall,
      double cpu,
      double offMegabytes,
      double memory,
      KernelRuns.Recorded trace) {}

  private OverheadBench(Arguments arguments, KernelRuns runs) {
    this.arguments = arguments;
    this.runs = runs;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    Arguments arguments = new Arguments(args, DEFAULTS);
    boolean failed;
    try (KernelRuns runs = new KernelRuns(arguments)) {
      OverheadBench bench = new OverheadBench(arguments, runs);
      bench.run();
      failed = bench.failed;
    }
    System.exit(failed ? 1 : 0);
  }

  private void run() throws IOException, InterruptedException {
    System.out.println(
        "| kernel | JDK | off, s | on, s | wall | CPU | off, MB | memory |"
            + (records() ? " M events | bytes/event |" : ""));
    System.out.println(
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"
            + (records() ? " ---: | ---: |" : ""));
    for (String jdk : arguments.list("jdks")) {
      String version = KernelRuns.version(jdk);
      List<Row> rows = new ArrayList<>();
      for (Kernel kernel : arguments.kernels("kernels", Kernel.ALL)) {
        try {
          Row row = measure(kernel, jdk);
          rows.add(row);
          print(kernel.name(), version, row);
        } catch (KernelRuns.RunFailedException e) {
          failed = true;
          System.out.printf("| %s | %s | %s |%n", kernel.name(), version, e.getMessage());
        }
      }
      printMeans(version, rows);
    }
  }

  private boolean records() {
    return KernelRuns.records(options());
  }

  private String options() {
    return arguments.text("options") + ",runtime=" + arguments.text("runtime");
  }

  private void print(String kernel, String version, Row row) {
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %.2f | %.2f | %.2f | %.2f | %.0f | %.2f |",
        kernel,
        version,
        row.off,
        row.on,
        row.wall,
        row.cpu,
        row.offMegabytes,
        row.memory);
    if (records()) {
      System.out.printf(
          Locale.ROOT, " %.1f | %.2f |", row.trace.megaEvents(), row.trace.bytesPerEvent());
    }
    System.out.println();
  }

  private static void printMeans(String version, List<Row> rows) {
    System.out.printf(
        Locale.ROOT,
        "| **geometric mean of %d** | %s | | | **%.2f** | **%.2f** | | **%.2f** |%n",
        rows.size(),
        version,
        KernelRuns.geometricMean(rows, Row::wall),
        KernelRuns.geometricMean(rows, Row::cpu),
        KernelRuns.geometricMean(rows, Row::memory));
  }

  private Row measure(Kernel kernel, String jdk)
      throws IOException, InterruptedException, KernelRuns.RunFailedException {
    List<KernelRuns.Run> off = new ArrayList<>();
    List<KernelRuns.Run> on = new ArrayList<>();
    for (int i = 0; i < arguments.number("repeat"); i++) {
      off.add(runs.start(kernel, jdk, null));
      on.add(runs.start(kernel, jdk, options()));
      KernelRuns.compare(off.get(i), on.get(i));
    }
    double offWall = KernelRuns.median(off, KernelRuns.Run::wallSeconds);
    double onWall = KernelRuns.median(on, KernelRuns.Run::wallSeconds);
    double offMemory = KernelRuns.median(off, KernelRuns.Run::megabytes);
    return new Row(
        offWall,
        onWall,
        onWall / offWall,
        KernelRuns.median(on, KernelRuns.Run::cpuSeconds)
            / KernelRuns.median(off, KernelRuns.Run::cpuSeconds),
        offMemory,
        KernelRuns.median(on, KernelRuns.Run::megabytes) / offMemory,
        on.get(on.size() - 1).trace());
  }
}
