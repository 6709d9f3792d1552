package io.cosmodrome.bench;

import io.cosmodrome.check.CheckOptions;
import io.cosmodrome.check.CheckResult;
import io.cosmodrome.check.Checker;
import io.cosmodrome.check.Checkers;
import io.cosmodrome.format.ReadOptions;
import io.cosmodrome.format.TraceFile;
import io.cosmodrome.format.TraceFormats;
import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.WellFormedTrace;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * One engine on one trace file, decoding and filters included, a few times over: what {@link
 * EngineRates} starts as a process of its own, so that no engine profits or suffers from another.
 *
 * <p>Prints one line: seconds of the first and of the best pass, CPU seconds of the best pass,
 * resident memory in MB, verdict.
 */
public final class EngineRun {
  private static final ReadOptions READING =
      ReadOptions.DEFAULT.withCores(Runtime.getRuntime().availableProcessors());

  private EngineRun() {}

  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    String engine = args[1];
    int passes = Integer.parseInt(args[2]);
    double first = 0;
    double best = Double.MAX_VALUE;
    double bestCpu = 0;
    String verdict = "";
    for (int pass = 0; pass < passes; pass++) {
      long cpu = processCpuNanos();
      long start = System.nanoTime();
      verdict = check(file, engine);
      double seconds = (System.nanoTime() - start) / 1e9;
      if (pass == 0) {
        first = seconds;
      }
      if (seconds < best) {
        best = seconds;
        bestCpu = (processCpuNanos() - cpu) / 1e9;
      }
    }
    System.out.printf(
        Locale.ROOT, "%.3f %.3f %.3f %d %s%n", first, best, bestCpu, residentMegabytes(), verdict);
  }

  /** The same chain as {@code cosmodrome check}. */
  private static String check(Path file, String engine) throws IOException {
    try (TraceFile trace = TraceFormats.open(file, READING)) {
      if (engine.equals("none")) {
        long[] sum = new long[1];
        EventSink counter = (op, thread, target, location) -> sum[0] += op + thread + target;
        trace.replay(counter);
        return "sum=" + sum[0];
      }
      Checker checker = Checkers.named(engine).create(CheckOptions.DEFAULT);
      trace.replay(WellFormedTrace.hidingReentrance(trace.symbols(), checker));
      CheckResult result = checker.result();
      return result.events()
          + " events, "
          + (result.nonSerializable() ? "non-serializable" : "serializable")
          + ", "
          + result.violationCount()
          + " violated";
    }
  }

  private static long processCpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** The most memory that the process ever held, where the system tells; else 0. */
  private static long residentMegabytes() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return 0;
    }
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
      }
    }
    return 0;
  }
}
