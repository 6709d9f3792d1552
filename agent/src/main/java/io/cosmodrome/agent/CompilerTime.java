package io.cosmodrome.agent;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The processor time that the JIT compilers of this JVM have taken, as Linux tells it of their
 * threads. Elsewhere nothing is known. The JDK would tell only how long compilations took, and only
 * with its management, which takes longer to start than we do.
 */
final class CompilerTime {
  private static final double SECONDS_PER_TICK = 0.01; // in what Linux tells to programs
  private static final int USER = 11; // fields after the name
  private static final int SYSTEM = 12;
  private static final int SEARCH = 10; // asks for new threads once in so many times

  private final Path threads;
  private final Set<String> others = new HashSet<>(); // threads that are no compilers
  private final Map<String, Double> compilers = new HashMap<>(); // seconds; of those gone, too
  private int asked;

  /**
   * @param threads the directory with one for each thread of the process
   */
  CompilerTime(Path threads) {
    this.threads = threads;
  }

  static CompilerTime ofThisProcess() {
    return new CompilerTime(Path.of("/proc/self/task"));
  }

  /** Seconds so far; 0 as long as nothing is known. */
  double seconds() {
    try {
      if (asked++ % SEARCH == 0) {
        search();
      }
      compilers.replaceAll(this::seconds);
    } catch (IOException | RuntimeException e) {
      return 0; // not Linux, or not to be read
    }
    return compilers.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Whether it is known what they take. */
  boolean isKnown() {
    return !compilers.isEmpty();
  }

  private void search() throws IOException {
    Set<String> present = new HashSet<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
      for (Path thread : all) {
        String id = thread.getFileName().toString();
        present.add(id);
        if (!others.contains(id) && !compilers.containsKey(id)) {
          if (isCompiler(thread)) {
            compilers.put(id, 0.0);
          } else {
            others.add(id);
          }
        }
      }
    }
    others.retainAll(present);
  }

  private static boolean isCompiler(Path thread) {
    try {
      return Files.readString(thread.resolve("comm")).contains(" CompilerThre"); // cut by Linux
    } catch (IOException e) {
      return false; // it is over
    }
  }

  private double seconds(String id, double before) {
    try {
      return Math.max(before, seconds(threads.resolve(id).resolve("stat")));
    } catch (IOException e) {
      return before; // it is over
    }
  }

  private static double seconds(Path stat) throws IOException {
    String status = Files.readString(stat);
    String[] fields = status.substring(status.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM]);
    return ticks * SECONDS_PER_TICK;
  }

  /** What the thread that asks has taken, to be compared; where nothing is known, the time. */
  static double ofThisThread() {
    try {
      return seconds(Path.of("/proc/thread-self/stat"));
    } catch (IOException | RuntimeException e) {
      return System.nanoTime() * 1e-9;
    }
  }

  /** What the process has taken; where nothing is known, the time. */
  static double ofAll() {
    try {
      return seconds(Path.of("/proc/self/stat")); // the JDK's own way takes longer to start
    } catch (IOException | RuntimeException e) {
      return ProcessHandle.current()
              .info()
              .totalCpuDuration()
              .map(Duration::toNanos)
              .orElseGet(System::nanoTime)
          * 1e-9;
    }
  }
}
