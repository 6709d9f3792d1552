package io.cosmodrome.bench;

import io.cosmodrome.check.Checkers;
import io.cosmodrome.format.TraceFormats;
import io.cosmodrome.format.TraceWriter;
import io.cosmodrome.generate.Family;
import io.cosmodrome.generate.GeneratorOptions;
import io.cosmodrome.generate.TraceGenerator;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Whole runs of engines over generated traces: events per second, memory, growth.
 *
 * <pre>
 * java -cp bench/target/benchmarks.jar io.cosmodrome.bench.EngineRates \
 *     families=lock-disciplined,thread-local:64 events=1M,10M engines=frontier,aerodrome cores=1
 * </pre>
 *
 * <p>A family may carry a number of threads. Every run is a process of its own; engines are
 * interleaved and the best of {@code repeat} runs counts. {@code cores=1} binds each process to one
 * core with {@code taskset}. Traces are generated once into {@code dir}, as {@code cdt}. {@code
 * none} as an engine only decodes. Runs longer than {@code timeout} seconds are stopped.
 */
public final class EngineRates {
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "families",
          "lock-disciplined,lock-disciplined:4,lock-disciplined:64,thread-local,many-variables,"
              + "long-transaction,unary-heavy,short-threads,late-violation",
          "events",
          "1M,10M",
          "engines",
          "none,frontier",
          "cores",
          "1",
          "passes",
          "3",
          "repeat",
          "1",
          "timeout",
          "300",
          "heap",
          "8g",
          "dir",
          System.getProperty("java.io.tmpdir") + "/cosmodrome-bench");

  private final Map<String, String> options = new TreeMap<>(DEFAULTS);

  private EngineRates(String[] args) {
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
    new EngineRates(args).run();
  }

  private String option(String name) {
    return options.getOrDefault(name, "");
  }

  private List<String> list(String name) {
    return List.of(option(name).split(","));
  }

  private void run() throws IOException, InterruptedException {
    List<String> engines =
        option("engines").equals("all")
            ? Checkers.names().stream().filter(name -> !name.equals("oracle")).toList()
            : list("engines");
    System.out.println(
        "| family | events | engine | M events/s | first pass | CPU ns/event | MB | verdict |");
    System.out.println("| --- | ---: | --- | ---: | ---: | ---: | ---: | --- |");
    for (String family : list("families")) {
      for (String size : list("events")) {
        long events = Long.parseLong(size.replace("M", "000000").replace("k", "000"));
        Path file = trace(family, events);
        Map<String, double[]> best = new TreeMap<>();
        Map<String, String> verdicts = new TreeMap<>();
        for (int repeat = Integer.parseInt(option("repeat")); repeat > 0; repeat--) {
          for (String engine : engines) {
            measure(file, engine, best, verdicts);
          }
        }
        for (String engine : engines) {
          print(family, size, events, engine, best.get(engine), verdicts.get(engine));
        }
      }
    }
  }

  private static void print(
      String family, String size, long events, String engine, double[] run, String verdict) {
    System.out.println(
        run == null
            ? String.format("| %s | %s | %s | | | | | %s |", family, size, engine, verdict)
            : String.format(
                Locale.ROOT,
                "| %s | %s | %s | %.1f | %.1f | %.1f | %.0f | %s |",
                family,
                size,
                engine,
                events / run[1] / 1e6,
                events / run[0] / 1e6,
                run[2] * 1e9 / events,
                run[3],
                verdict));
  }

  private void measure(
      Path file, String engine, Map<String, double[]> best, Map<String, String> verdicts)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (option("cores").equals("1")) {
      command.addAll(List.of("taskset", "-c", "0"));
    }
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-Xmx" + option("heap"),
            "-cp",
            System.getProperty("java.class.path"),
            EngineRun.class.getName(),
            file.toString(),
            engine,
            option("passes")));
    Path output = Files.createTempFile("engine-run", ".txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(Long.parseLong(option("timeout")), TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      verdicts.put(engine, "stopped after " + option("timeout") + " s");
    } else {
      String text = Files.readString(output, StandardCharsets.UTF_8).strip();
      String[] words = text.split(" ", 5);
      if (process.exitValue() != 0 || words.length < 5) {
        verdicts.put(engine, text.lines().findFirst().orElse("no output"));
      } else {
        double[] run = new double[4];
        for (int i = 0; i < run.length; i++) {
          run[i] = Double.parseDouble(words[i]);
        }
        best.merge(engine, run, (a, b) -> a[1] <= b[1] ? a : b);
        verdicts.put(engine, words[4]);
      }
    }
    Files.delete(output);
  }

  private Path trace(String family, long events) throws IOException {
    Path file = Path.of(option("dir"), family.replace(':', '-') + "-" + events + ".cdt");
    if (!Files.exists(file)) {
      Files.createDirectories(file.toAbsolutePath().getParent());
      String[] nameAndThreads = family.split(":");
      GeneratorOptions settings =
          GeneratorOptions.of(Family.named(nameAndThreads[0])).withEvents(events).withSeed(7);
      if (nameAndThreads.length > 1) {
        settings = settings.withThreads(Integer.parseInt(nameAndThreads[1]));
      }
      TraceGenerator generator = new TraceGenerator(settings);
      Path part = file.resolveSibling(file.getFileName() + ".part");
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part));
          TraceWriter writer = TraceFormats.named("cdt").writer(out, generator.symbols())) {
        generator.replay(writer);
      }
      Files.move(part, file);
    }
    return file;
  }
}
