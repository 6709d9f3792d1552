package io.cosmodrome.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs of kernels and workloads, with and without the agent, each in a process of its own.
 *
 * <p>A run with the agent counts only if it prints what the one without prints, has the same exit
 * code and says that classes were instrumented, unless it has a budget. What it leaves behind is
 * deleted.
 */
final class KernelRuns implements AutoCloseable {
  private static final Recorded NOTHING = new Recorded(0, 0);
  private static final Pattern RECORDED = Pattern.compile("recorded ([0-9,]+) event");
  private static final Pattern INSTRUMENTED = Pattern.compile("instrumented ([0-9,]+) class");

  private final Path directory = Files.createTempDirectory("kernels");
  private final Arguments arguments;

  /** One run of a kernel: wall time from the start of the process to its end, and what it said. */
  record Run(
      double wallSeconds,
      double cpuSeconds,
      double megabytes,
      String printed,
      Recorded trace,
      String errors) {}

  /** What was recorded, if it was. */
  record Recorded(double megaEvents, double bytesPerEvent) {}

  /** Why a kernel has no row of figures. */
  static final class RunFailedException extends Exception {
    private static final long serialVersionUID = 1;

    RunFailedException(String reason) {
      super(reason);
    }
  }

  /**
   * @param arguments {@code agent}, {@code jvm}, {@code size}, {@code threads}, {@code timeout}
   */
  KernelRuns(Arguments arguments) throws IOException {
    this.arguments = arguments;
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /**
   * Runs a kernel.
   *
   * @param options of the agent, or null to run without it
   */
  Run start(Kernel kernel, String jdk, @Nullable String options)
      throws IOException, InterruptedException, RunFailedException {
    Path figures = directory.resolve("figures");
    Path printed = directory.resolve("printed");
    Path errors = directory.resolve("errors");
    Files.deleteIfExists(figures);
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command(kernel, jdk, options, figures))
            .redirectOutput(printed.toFile())
            .redirectError(errors.toFile())
            .start();
    if (!process.waitFor(arguments.number("timeout"), TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new RunFailedException("stopped after " + arguments.text("timeout") + " s");
    }
    double wallSeconds = (System.nanoTime() - start) / 1e9;
    String errorText = Files.readString(errors);
    if (process.exitValue() != 0) {
      throw new RunFailedException(
          "exit code " + process.exitValue() + ": " + errorText.lines().findFirst().orElse(""));
    }
    Matcher instrumented = INSTRUMENTED.matcher(errorText);
    boolean mayBeIdle = options != null && options.contains("budget="); // short runs have no turns
    if (options != null
        && (!instrumented.find() || (instrumented.group(1).equals("0") && !mayBeIdle))) {
      throw new RunFailedException("the agent instrumented nothing");
    }
    String[] words = Files.readString(figures).split(" ", 2);
    return new Run(
        wallSeconds,
        Long.parseLong(words[0]) / 1e9,
        Long.parseLong(words[1]) / 1048576.0,
        Files.readString(printed).strip(),
        records(options) ? recorded(errorText) : NOTHING,
        errorText);
  }

  /** Throws unless a run with the agent printed what the one without did. */
  static void compare(Run off, Run on) throws RunFailedException {
    if (!off.printed.equals(on.printed)) {
      throw new RunFailedException(
          "prints \"" + on.printed + "\" instead of \"" + off.printed + "\"");
    }
  }

  static boolean records(@Nullable String options) {
    return options != null && options.contains("runtime=record");
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

  private List<String> command(Kernel kernel, String jdk, @Nullable String options, Path figures) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(jdk, "bin", "java").toString());
    if (!arguments.text("jvm").isBlank()) {
      command.addAll(List.of(arguments.text("jvm").strip().split("\\s+")));
    }
    if (options != null) {
      String output = ",output=" + directory.resolve(records(options) ? "trace.cdt" : "agent");
      command.add("-javaagent:" + arguments.text("agent") + "=" + options + output);
    }
    command.addAll(
        List.of(
            "-cp",
            classPath(),
            KernelRun.class.getName(),
            figures.toString(),
            kernel.main().getName(),
            Integer.toString(kernel.size(arguments.number("size"))),
            arguments.text("threads")));
    return command;
  }

  /** Ours, and the libraries of the workloads, which are beside it. */
  private static String classPath() {
    String own = System.getProperty("java.class.path");
    Path jar = Path.of(own.split(File.pathSeparator, 2)[0]).toAbsolutePath();
    return own + File.pathSeparator + jar.resolveSibling("workloads") + File.separator + "*";
  }

  /** What the JDK calls itself in its file {@code release}. */
  static String version(String jdk) throws IOException {
    for (String line : Files.readAllLines(Path.of(jdk, "release"))) {
      if (line.startsWith("JAVA_VERSION=")) {
        return line.replaceAll("JAVA_VERSION=|\"", "");
      }
    }
    throw new IOException("no JAVA_VERSION in " + jdk + File.separator + "release");
  }

  static double median(List<Run> runs, ToDoubleFunction<Run> figure) {
    double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  static <T> double geometricMean(List<T> rows, ToDoubleFunction<T> figure) {
    return Math.exp(
        rows.stream().mapToDouble(row -> Math.log(figure.applyAsDouble(row))).sum() / rows.size());
  }
}
