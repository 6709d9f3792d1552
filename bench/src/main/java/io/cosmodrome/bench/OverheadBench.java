package io.cosmodrome.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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
 * <p>A run under the agent counts only if it prints what the other one prints, has the same exit
 * code and says that classes were instrumented; otherwise its row says what was wrong, and the exit
 * code is 1.
 */
public final class OverheadBench {
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "agent", "cli/target/cosmodrome.jar",
          "options", "include=io.cosmodrome.bench.kernels.*",
          "runtime", "inline",
          "jdks", System.getProperty("java.home"),
          "kernels", "all",
          "repeat", "5",
          "size", "100",
          "threads", "2",
          "jvm", "-Xmx2g",
          "timeout", "300");
  private static final Recorded NOTHING = new Recorded(0, 0);
  private static final Pattern RECORDED = Pattern.compile("recorded ([0-9,]+) event");
  private static final Pattern INSTRUMENTED = Pattern.compile("instrumented ([0-9,]+) class");

  private final Map<String, String> options = new TreeMap<>(DEFAULTS);
  private final Path directory = Files.createTempDirectory("overhead");
  private boolean failed;

  /** One run of a kernel. */
  private record Run(
      double wallSeconds, double cpuSeconds, double megabytes, String printed, Recorded trace) {}

  /** What was recorded, if it was. */
  private record Recorded(double megaEvents, double bytesPerEvent) {}

  /** The medians of two sets of runs, and the trace of the last one. */
  private record Row(
      double off,
      double on,
      double wall,
      double cpu,
      double offMegabytes,
      double memory,
      Recorded trace) {}

  /** Why a kernel has no row of figures. */
  private static final class RunFailedException extends Exception {
    private static final long serialVersionUID = 1;

    RunFailedException(String reason) {
      super(reason);
    }
  }

  private OverheadBench(String[] args) throws IOException {
    for (String arg : args) {
      String[] pair = arg.split("=", 2);
      if (pair.length != 2 || !DEFAULTS.containsKey(pair[0])) {
        throw new IllegalArgumentException(
            "unknown argument \"" + arg + "\"; known: " + options.keySet() + ", as name=value");
      }
      options.put(pair[0], pair[1]);
    }
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    OverheadBench bench = new OverheadBench(args);
    try {
      bench.run();
    } finally {
      bench.deleteDirectory();
    }
    System.exit(bench.failed ? 1 : 0);
  }

  private void deleteDirectory() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private String option(String name) {
    return options.getOrDefault(name, "");
  }

  private int number(String name) {
    return Integer.parseInt(option(name));
  }

  private void run() throws IOException, InterruptedException {
    List<Kernel> kernels =
        option("kernels").equals("all")
            ? Kernel.ALL
            : Arrays.stream(option("kernels").split(",", -1)).map(Kernel::named).toList();
    System.out.println(
        "| kernel | JDK | off, s | on, s | wall | CPU | off, MB | memory |"
            + (records() ? " M events | bytes/event |" : ""));
    System.out.println(
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"
            + (records() ? " ---: | ---: |" : ""));
    for (String jdk : option("jdks").split(",", -1)) {
      String version = version(Path.of(jdk));
      List<Row> rows = new ArrayList<>();
      for (Kernel kernel : kernels) {
        try {
          Row row = measure(kernel, jdk);
          rows.add(row);
          print(kernel.name(), version, row);
        } catch (RunFailedException e) {
          failed = true;
          System.out.printf("| %s | %s | %s |%n", kernel.name(), version, e.getMessage());
        }
      }
      printMeans(version, rows);
    }
  }

  private boolean records() {
    return option("runtime").equals("record");
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
          Locale.ROOT, " %.1f | %.2f |", row.trace.megaEvents, row.trace.bytesPerEvent);
    }
    System.out.println();
  }

  private static void printMeans(String version, List<Row> rows) {
    System.out.printf(
        Locale.ROOT,
        "| **geometric mean of %d** | %s | | | **%.2f** | **%.2f** | | **%.2f** |%n",
        rows.size(),
        version,
        geometricMean(rows, Row::wall),
        geometricMean(rows, Row::cpu),
        geometricMean(rows, Row::memory));
  }

  private static double geometricMean(List<Row> rows, ToDoubleFunction<Row> figure) {
    return Math.exp(
        rows.stream().mapToDouble(row -> Math.log(figure.applyAsDouble(row))).sum() / rows.size());
  }

  private Row measure(Kernel kernel, String jdk)
      throws IOException, InterruptedException, RunFailedException {
    List<Run> off = new ArrayList<>();
    List<Run> on = new ArrayList<>();
    for (int i = 0; i < number("repeat"); i++) {
      off.add(start(kernel, jdk, false));
      on.add(start(kernel, jdk, true));
      if (!off.get(i).printed.equals(on.get(i).printed)) {
        throw new RunFailedException(
            "prints \"" + on.get(i).printed + "\" instead of \"" + off.get(i).printed + "\"");
      }
    }
    double offWall = median(off, Run::wallSeconds);
    double onWall = median(on, Run::wallSeconds);
    double offMemory = median(off, Run::megabytes);
    return new Row(
        offWall,
        onWall,
        onWall / offWall,
        median(on, Run::cpuSeconds) / median(off, Run::cpuSeconds),
        offMemory,
        median(on, Run::megabytes) / offMemory,
        on.get(on.size() - 1).trace);
  }

  private static double median(List<Run> runs, ToDoubleFunction<Run> figure) {
    double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private Run start(Kernel kernel, String jdk, boolean withAgent)
      throws IOException, InterruptedException, RunFailedException {
    Path figures = directory.resolve("figures");
    Path printed = directory.resolve("printed");
    Path errors = directory.resolve("errors");
    Files.deleteIfExists(figures);
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command(kernel, jdk, withAgent, figures))
            .redirectOutput(printed.toFile())
            .redirectError(errors.toFile())
            .start();
    if (!process.waitFor(number("timeout"), TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new RunFailedException("stopped after " + option("timeout") + " s");
    }
    double wallSeconds = (System.nanoTime() - start) / 1e9;
    String errorText = Files.readString(errors);
    if (process.exitValue() != 0) {
      throw new RunFailedException(
          "exit code " + process.exitValue() + ": " + errorText.lines().findFirst().orElse(""));
    }
    Matcher instrumented = INSTRUMENTED.matcher(errorText);
    if (withAgent && (!instrumented.find() || instrumented.group(1).equals("0"))) {
      throw new RunFailedException("the agent instrumented nothing");
    }
    String[] words = Files.readString(figures).split(" ", 2);
    return new Run(
        wallSeconds,
        Long.parseLong(words[0]) / 1e9,
        Long.parseLong(words[1]) / 1048576.0,
        Files.readString(printed).strip(),
        withAgent && records() ? recorded(errorText) : NOTHING);
  }

  /** Measures the trace and deletes it. */
  private Recorded recorded(String errorText) throws IOException, RunFailedException {
    Path trace = directory.resolve("trace.cdt");
    Matcher recorded = RECORDED.matcher(errorText);
    if (!recorded.find() || errorText.contains("not whole")) {
      throw new RunFailedException("the trace is not whole");
    }
    double events = Double.parseDouble(recorded.group(1).replace(",", ""));
    Recorded result = new Recorded(events / 1e6, Files.size(trace) / events);
    Files.delete(trace);
    return result;
  }

  private List<String> command(Kernel kernel, String jdk, boolean withAgent, Path figures) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(jdk, "bin", "java").toString());
    if (!option("jvm").isBlank()) {
      command.addAll(List.of(option("jvm").strip().split("\\s+")));
    }
    if (withAgent) {
      String output = ",output=" + directory.resolve(records() ? "trace.cdt" : "agent");
      String runtime = ",runtime=" + option("runtime");
      command.add("-javaagent:" + option("agent") + "=" + option("options") + runtime + output);
    }
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            KernelRun.class.getName(),
            figures.toString(),
            kernel.main().getName(),
            Integer.toString(kernel.size(number("size"))),
            option("threads")));
    return command;
  }

  /** What the JDK calls itself in its file {@code release}. */
  private static String version(Path jdk) throws IOException {
    for (String line : Files.readAllLines(jdk.resolve("release"))) {
      if (line.startsWith("JAVA_VERSION=")) {
        return line.replaceAll("JAVA_VERSION=|\"", "");
      }
    }
    throw new IOException("no JAVA_VERSION in " + jdk + File.separator + "release");
  }
}
