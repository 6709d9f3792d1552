package io.cosmodrome.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * One workload again and again in one process, to see whether the agent grows or slows down.
 *
 * <pre>
 * java -Xmx1g -javaagent:cli/target/cosmodrome.jar=include=**,exclude=io.cosmodrome.bench.Soak \
 *     -cp 'bench/target/benchmarks.jar:bench/target/workloads/*' \
 *     io.cosmodrome.bench.Soak workload=caffeine minutes=60
 * </pre>
 *
 * <p>After each round it collects garbage and prints what is left. Half-way it asks the agent for
 * its report, and the report must be there. Rounds must all print the same. At the end, the median
 * of the last third of the rounds is compared with that of the second: the heap may be a tenth
 * larger and rounds may take a quarter more processor time, else the exit code is 1. (The first
 * third is for warming up.)
 */
public final class Soak {
  private static final Map<String, String> DEFAULTS =
      Map.of("workload", "caffeine", "minutes", "60", "size", "10", "threads", "2", "rounds", "9");
  private static final double GROWTH = 1.10;
  private static final double DRIFT = 1.25;

  private final List<Round> rounds = new ArrayList<>();
  private final PrintStream out = System.out;

  /** Seconds of processor time, which do not depend on what else runs on the machine. */
  private record Round(double seconds, double heapMegabytes, double residentMegabytes) {}

  private Soak() {}

  public static void main(String[] args) throws Exception {
    Arguments arguments = new Arguments(args, DEFAULTS);
    boolean isFlat = new Soak().run(arguments);
    System.exit(isFlat ? 0 : 1);
  }

  private boolean run(Arguments arguments) throws Exception {
    Kernel workload = Kernel.named(arguments.text("workload"));
    String[] workloadArgs = {
      Integer.toString(workload.size(arguments.number("size"))), arguments.text("threads")
    };
    Method main = workload.main().getMethod("main", String[].class);
    MBeanServer server = ManagementFactory.getPlatformMBeanServer(); // where the agent shows itself
    long start = System.nanoTime();
    long nanos = arguments.number("minutes") * 60_000_000_000L;
    String first = "";
    boolean asked = false;
    boolean isSame = true;
    out.println("| round | minutes | CPU of the round, s | heap after GC, MB | resident, MB |");
    out.println("| ---: | ---: | ---: | ---: | ---: |");
    while (System.nanoTime() - start < nanos || rounds.size() < arguments.number("rounds")) {
      String printed = round(main, workloadArgs);
      first = first.isEmpty() ? printed : first;
      isSame &= printed.equals(first);
      print((System.nanoTime() - start) / 60e9);
      if (!asked && System.nanoTime() - start > nanos / 2) {
        asked = true;
        ask(server);
      }
    }
    return judge() && isSame;
  }

  /** Runs the workload once; what it printed. */
  private String round(Method main, String[] args) throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    long begin = processorNanos();
    main.invoke(null, (Object) args);
    double seconds = (processorNanos() - begin) / 1e9;
    System.setOut(out);
    for (int i = 0; i < 3; i++) {
      System.gc(); // weak references take more than one
    }
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    rounds.add(new Round(seconds, heap / 1048576.0, resident()));
    return printed.toString(StandardCharsets.UTF_8);
  }

  private static long processorNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private static double resident() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (Files.exists(status)) {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith("VmRSS:")) {
          return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
        }
      }
    }
    return 0;
  }

  private void print(double minutes) {
    Round last = rounds.get(rounds.size() - 1);
    out.printf(
        Locale.ROOT,
        "| %d | %.1f | %.2f | %.1f | %.0f |%n",
        rounds.size(),
        minutes,
        last.seconds,
        last.heapMegabytes,
        last.residentMegabytes);
  }

  /** Lets the agent write its report, if it is there. */
  private void ask(MBeanServer server) throws JMException, IOException {
    ObjectName agent = new ObjectName("io.cosmodrome:type=Agent");
    if (!server.isRegistered(agent)) {
      out.println("there is no agent to be asked for a report");
      return;
    }
    String report = (String) server.invoke(agent, "writeReport", new Object[0], new String[0]);
    out.println(
        "asked for the report: " + server.getAttribute(agent, "Verdict") + ", in " + report);
  }

  private boolean judge() {
    double heap = ratio(Round::heapMegabytes);
    double seconds = ratio(Round::seconds);
    out.printf(
        Locale.ROOT,
        "last third against the second: heap %.3f, resident %.3f, CPU of a round %.3f%n",
        heap,
        ratio(Round::residentMegabytes),
        seconds);
    return heap <= GROWTH && seconds <= DRIFT;
  }

  /** The median of the last third of the rounds against that of the second. */
  private double ratio(ToDoubleFunction<Round> figure) {
    int third = rounds.size() / 3;
    List<Round> second = rounds.subList(third, 2 * third);
    List<Round> last = rounds.subList(rounds.size() - third, rounds.size());
    return median(last, figure) / median(second, figure);
  }

  private static double median(List<Round> some, ToDoubleFunction<Round> figure) {
    double[] sorted = some.stream().mapToDouble(figure).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
