package io.cosmodrome.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.airlift.compress.zstd.ZstdOutputStream;
import io.cosmodrome.trace.EventSink;
import io.cosmodrome.trace.MalformedTraceException;
import io.cosmodrome.trace.Op;
import io.cosmodrome.trace.Symbols;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged inputs give the declared exception or a trace, within bounds of time and memory, and
 * nothing else. A failure names the seed of its input; {@code input(seed)} makes it again.
 */
class FuzzTest {
  private static final boolean SLOW = Boolean.getBoolean("cosmodrome.slow");
  private static final int INPUTS = SLOW ? 1_000_000 : 20_000;
  private static final int FILES = SLOW ? 50_000 : 300;
  private static final long MOST_MEMORY = 64 << 20; // for one input
  private static final Duration MOST_TIME = Duration.ofSeconds(2); // of the processor, for one
  private static final int[] HOSTILE = {
    0,
    1,
    -1,
    255,
    256,
    65_535,
    65_536,
    65_537,
    1 << 22,
    2_000_000_000,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE
  };

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final List<byte[]> SAMPLES = samples();

  @TempDir Path directory;

  @Test
  void readers_throwOnlyTheDeclaredException() {
    for (long seed = 0; seed < INPUTS; seed++) {
      byte[] input = input(seed);
      Random random = new Random(~seed);
      Optional<TraceFormat> format =
          random.nextBoolean()
              ? Optional.empty()
              : Optional.of(TraceFormats.ALL.get(random.nextInt(TraceFormats.ALL.size())));
      ReadOptions options = ReadOptions.DEFAULT.withStrict(random.nextBoolean());
      within(seed, () -> readAll(input, format, options));
    }
  }

  @Test
  void randomAccess_throwsOnlyTheDeclaredException() throws IOException {
    Path path = directory.resolve("fuzz.cdt");
    for (long seed = 0; seed < FILES; seed++) {
      Random random = new Random(seed);
      byte[] input = mutate(SAMPLES.get(0), random);
      if (random.nextInt(4) > 0) {
        CdtChecksums.repair(input);
      }
      Files.write(path, input);
      within(seed, () -> readBlocks(path));
      within(seed, () -> CdtWriter.append(path).close());
    }
  }

  private static void readAll(byte[] input, Optional<TraceFormat> format, ReadOptions options)
      throws IOException {
    try (TraceFile file =
        TraceFormats.open(new ByteArrayInputStream(input), "fuzz", format, options)) {
      Known known = new Known(file.symbols());
      file.replay(known);
    }
  }

  private static void readBlocks(Path path) throws IOException {
    try (CdtFile file = CdtFile.open(path, ReadOptions.DEFAULT)) {
      Known known = new Known(file.readSymbols());
      for (int block = 0; block < file.blockCount(); block++) {
        file.decodeBlock(block, known);
      }
    }
  }

  private static void within(long seed, Reading reading) {
    long memory = THREADS.getCurrentThreadAllocatedBytes();
    long time = THREADS.getCurrentThreadCpuTime();
    try {
      reading.run();
    } catch (MalformedTraceException e) {
      assertThat(e.getMessage()).as("seed %d", seed).isNotBlank().doesNotContain("\n");
    } catch (IOException | RuntimeException | Error e) {
      throw new AssertionError("seed " + seed + " gave " + e, e);
    }
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - memory)
        .as("memory of seed %d", seed)
        .isLessThan(MOST_MEMORY);
    assertThat(Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - time))
        .as("time of seed %d", seed)
        .isLessThan(MOST_TIME);
  }

  /** The input with this seed: a sample, damaged. */
  private static byte[] input(long seed) {
    Random random = new Random(seed);
    byte[] input = mutate(SAMPLES.get(random.nextInt(SAMPLES.size())), random);
    if (Cdt.looksLike(input) && random.nextInt(4) > 0) {
      CdtChecksums.repair(input);
    }
    return input;
  }

  private static byte[] mutate(byte[] sample, Random random) {
    byte[] bytes = sample.clone();
    int steps = 1 + random.nextInt(4);
    for (int i = 0; i < steps && bytes.length > 0; i++) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(7)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes[at] = (byte) random.nextInt();
        case 2 -> bytes = Arrays.copyOf(bytes, at);
        case 3 -> bytes = splice(bytes, SAMPLES.get(random.nextInt(SAMPLES.size())), random);
        case 4 -> bytes = splice(bytes, bytes, random);
        case 5 -> bytes = splice(bytes, new byte[random.nextInt(100) + 1], random);
        default -> putHostile(bytes, at, random);
      }
    }
    return bytes;
  }

  private static void putHostile(byte[] bytes, int at, Random random) {
    if (at <= bytes.length - Integer.BYTES) {
      LittleEndian.putInt(bytes, at, HOSTILE[random.nextInt(HOSTILE.length)]);
    }
  }

  /** Puts a part of {@code donor} somewhere into {@code bytes}, over or between what is there. */
  private static byte[] splice(byte[] bytes, byte[] donor, Random random) {
    int from = random.nextInt(donor.length);
    int length = random.nextInt(donor.length - from) + 1;
    int at = random.nextInt(bytes.length + 1);
    int rest = random.nextBoolean() ? at : Math.min(bytes.length, at + length);
    byte[] spliced = Arrays.copyOf(bytes, at + length + bytes.length - rest);
    System.arraycopy(donor, from, spliced, at, length);
    System.arraycopy(bytes, rest, spliced, at + length, bytes.length - rest);
    return spliced;
  }

  /** One of each format, small so that every part of it gets damaged; a cdt trace first. */
  private static List<byte[]> samples() {
    byte[] std = Traces.write(TraceFormats.STD, Traces.random(new Random(1), 40));
    byte[] cdt = CdtTest.writeInBlocks(Traces.random(new Random(2), 40), 15);
    byte[] large = CdtTest.writeInBlocks(Traces.random(new Random(3), 3000), 1000);
    byte[] rr =
        """
        [main: log]
        @  Enter(0,test/Test.main([Ljava/lang/String;)V) from null
        @   Start(0,1)
        @   Start(0,1)
        @   Acquire(1,@03)
        @   Wait(1,@03)
        @   Wait(1,@03)
        @   Rd(1,@05.test/Test.x_I)  Final  Test.java:50:7
        @   Release(1,@03)
        @   Join(0,1)
        @   Join(0,1)
        @  Exit(0,test/Test.main([Ljava/lang/String;)V)
        """
            .getBytes(UTF_8);
    return List.of(
        cdt,
        cdt,
        large,
        std,
        rr,
        compress(std, GZIPOutputStream::new),
        compress(cdt, GZIPOutputStream::new),
        compress(std, ZstdOutputStream::new),
        compress(cdt, ZstdOutputStream::new));
  }

  private static byte[] compress(byte[] content, Compressor compressor) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = compressor.to(bytes)) {
      out.write(content);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return bytes.toByteArray();
  }

  private interface Compressor {
    OutputStream to(OutputStream out) throws IOException;
  }

  private interface Reading {
    void run() throws IOException;
  }

  /** Fails unless every number that it is given is defined. */
  private static final class Known implements EventSink {
    private final Symbols symbols;

    Known(Symbols symbols) {
      this.symbols = symbols;
    }

    @Override
    public void event(int op, int thread, int target, int location) {
      boolean mayBeBare = op == Op.BEGIN || Op.isEnd(op);
      check(thread >= 0 && thread < symbols.threads().count(), "thread", thread);
      check(target >= (mayBeBare ? -1 : 0), "target", target);
      check(target < symbols.targets(op).count(), "target", target);
      check(location >= -1 && location < symbols.locations().count(), "location", location);
    }

    private static void check(boolean holds, String what, int id) {
      if (!holds) {
        throw new IllegalStateException("the " + what + " " + id + " is not defined");
      }
    }
  }
}
