package io.cosmodrome.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One kernel in a process of its own, with or without the agent: what {@link OverheadBench} starts.
 *
 * <p>Arguments: a file for the figures, the kernel's class, the kernel's arguments. The figures are
 * CPU nanoseconds and the peak of memory in bytes; both are of the whole process up to the end of
 * the kernel, start of the JVM and of the agent, compilation and garbage collection included.
 */
public final class KernelRun {
  private KernelRun() {}

  public static void main(String[] args) throws ReflectiveOperationException, IOException {
    String[] kernelArgs = {args[2], args[3]};
    Class.forName(args[1]).getMethod("main", String[].class).invoke(null, (Object) kernelArgs);
    Files.writeString(Path.of(args[0]), cpuNanos() + " " + memoryBytes());
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  /** The most that the process ever held, where the system tells; else the peak of the heap. */
  private static long memoryBytes() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (Files.exists(status)) {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith("VmHWM:")) {
          return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
    }
    long peak = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      peak += pool.getType() == MemoryType.HEAP ? pool.getPeakUsage().getUsed() : 0;
    }
    return peak;
  }
}
