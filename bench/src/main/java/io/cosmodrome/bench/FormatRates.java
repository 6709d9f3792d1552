package io.cosmodrome.bench;

import io.cosmodrome.format.CdtFile;
import io.cosmodrome.format.ReadOptions;
import io.cosmodrome.format.TraceFile;
import io.cosmodrome.format.TraceFormat;
import io.cosmodrome.format.TraceFormats;
import io.cosmodrome.format.TraceWriter;
import io.cosmodrome.generate.Family;
import io.cosmodrome.generate.GeneratorOptions;
import io.cosmodrome.generate.TraceGenerator;
import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * What a trace costs to write, to keep and to read, by format.
 *
 * <pre>
 * java -cp bench/target/benchmarks.jar io.cosmodrome.bench.FormatRates [events [locations [bursts]]]
 * </pre>
 *
 * <p>Rates are events per second of processor time, the best of {@link #PASSES} passes, into a sink
 * that only counts; so they are those of one core, whatever else runs on the machine. The last
 * column decodes the blocks of a cdt file without their names, as engines on several cores do.
 */
public final class FormatRates {
  private static final int PASSES = 7;
  private static final List<Family> FAMILIES =
      List.of(Family.LOCK_DISCIPLINED, Family.THREAD_LOCAL, Family.MANY_VARIABLES);

  private FormatRates() {}

  public static void main(String[] args) throws IOException {
    int events = args.length > 0 ? Integer.parseInt(args[0]) : 10_000_000;
    int locations = args.length > 1 ? Integer.parseInt(args[1]) : 0;
    int bursts = args.length > 2 ? Integer.parseInt(args[2]) : 20;
    System.out.printf(
        Locale.ROOT,
        "%s, %,d events, %d locations, bursts of %d%n%-18s %-4s %12s %10s %10s %10s%n",
        Runtime.version(),
        events,
        locations,
        bursts,
        "family",
        "",
        "bytes/event",
        "write M/s",
        "read M/s",
        "blocks M/s");
    for (Family family : FAMILIES) {
      GeneratorOptions options =
          GeneratorOptions.of(family)
              .withEvents(events)
              .withLocations(locations)
              .withBursts(bursts);
      Trace trace = TraceGenerator.generate(options);
      for (TraceFormat format : TraceFormats.ALL) {
        if (format.canWrite()) {
          measure(family, format, trace);
        }
      }
    }
  }

  private static void measure(Family family, TraceFormat format, Trace trace) throws IOException {
    Path file = Files.createTempFile("rates", format.suffixes().get(0));
    try {
      double write = best(() -> write(format, trace, file));
      double read = best(() -> read(file));
      double blocks = format.name().equals("cdt") ? best(() -> readBlocks(file)) : Double.NaN;
      System.out.printf(
          Locale.ROOT,
          "%-18s %-4s %12.2f %10.1f %10.1f %10.1f%n",
          family.displayName(),
          format.name(),
          (double) Files.size(file) / trace.size(),
          trace.size() / write / 1e6,
          trace.size() / read / 1e6,
          trace.size() / blocks / 1e6);
    } finally {
      Files.delete(file);
    }
  }

  private static void write(TraceFormat format, Trace trace, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        TraceWriter writer = format.writer(out, trace.symbols())) {
      trace.replay(writer);
    }
  }

  private static void read(Path file) throws IOException {
    try (TraceFile trace = TraceFormats.open(file, ReadOptions.DEFAULT)) {
      trace.replay(new Sum());
    }
  }

  private static void readBlocks(Path file) throws IOException {
    try (CdtFile trace = CdtFile.open(file, ReadOptions.DEFAULT)) {
      Sum sum = new Sum();
      for (int block = 0; block < trace.blockCount(); block++) {
        trace.decodeBlock(block, sum);
      }
    }
  }

  /** Seconds of processor time. */
  private static double best(Task task) throws IOException {
    long best = Long.MAX_VALUE;
    for (int pass = 0; pass < PASSES; pass++) {
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      task.run();
      long taken = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
      best = Math.min(best, taken);
    }
    return best / 1e9;
  }

  private interface Task {
    void run() throws IOException;
  }

  /** Looks at every number of every event, so that none of them can be left out. */
  private static final class Sum implements EventSink {
    private int sum;

    @Override
    public void event(int op, int thread, int target, int location) {
      sum += (op ^ thread) + (target ^ location);
    }

    @Override
    public String toString() {
      return Integer.toString(sum);
    }
  }
}
