package io.cosmodrome.format;

import static io.cosmodrome.TraceText.trace;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.zstd.ZstdOutputStream;
import io.cosmodrome.trace.MalformedTraceException;
import io.cosmodrome.trace.Trace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFormatsTest {
  private static final List<String> EVENTS = List.of("T0|w(x)", "T1|r(x)");
  private static final byte[] STD = "T0|w(x)\nT1|r(x)\n".getBytes(UTF_8);
  private static final byte[] CDT = Traces.write(TraceFormats.CDT, trace("T0|w(x) T1|r(x)"));

  @TempDir Path directory;

  @Test
  void unknownFormat_namesTheKnownOnes() {
    assertThatThrownBy(() -> TraceFormats.named("cvs"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("unknown trace format \"cvs\"; known: [std, rr, cdt]");
  }

  @Test
  void everyFormat_isFoundByNameAndSuffix() {
    for (TraceFormat format : TraceFormats.ALL) {
      assertThat(TraceFormats.named(format.name())).isSameAs(format);
      for (String suffix : format.suffixes()) {
        assertThat(TraceFormats.forFileName("dir.x/run" + suffix)).contains(format);
        assertThat(TraceFormats.forFileName("RUN" + suffix + ".GZ")).contains(format);
        assertThat(TraceFormats.forFileName("run" + suffix + ".zst")).contains(format);
      }
    }
    assertThat(TraceFormats.forFileName("run.txt")).isEmpty();
    assertThat(TraceFormats.forFileName("std")).isEmpty();
  }

  @Test
  void formatOfAStream_isFoundByItsContent() throws IOException {
    assertThat(format(STD)).isEqualTo("std");
    assertThat(format("[RR: log]\n@  Enter(0,x)\n".getBytes(UTF_8))).isEqualTo("rr");
    assertThat(format(CDT)).isEqualTo("cdt");
    assertThat(format(new byte[0])).isEqualTo("std");
    assertThat(format(gzip(CDT))).isEqualTo("cdt");
    assertThat(format(zstd(CDT))).isEqualTo("cdt");
  }

  @Test
  void compressedFiles_areReadByTheirContent() throws IOException {
    assertThat(read(file("a.std", STD))).isEqualTo(EVENTS);
    assertThat(read(file("b.std.gz", gzip(STD)))).isEqualTo(EVENTS);
    assertThat(read(file("c.std", zstd(STD)))).isEqualTo(EVENTS);
    assertThat(read(file("d.cdt.zst", zstd(CDT)))).isEqualTo(EVENTS);
    assertThat(read(file("e.txt", gzip(CDT)))).isEqualTo(EVENTS);
  }

  @Test
  void suffix_doesNotHideACdtFile() throws IOException {
    assertThat(read(file("a.std", CDT))).isEqualTo(EVENTS);
  }

  @Test
  void cdtSuffix_isNotEnough() throws IOException {
    Path file = file("a.cdt", STD);

    assertThatThrownBy(() -> TraceFormats.open(file, ReadOptions.DEFAULT))
        .isInstanceOf(MalformedTraceException.class)
        .hasMessage("byte 0: expected a cdt trace, found \"T0|w(x)\\u000A\"");
  }

  @Test
  void missingFile_isNotMalformed() {
    assertThatThrownBy(() -> TraceFormats.open(directory.resolve("no.std"), ReadOptions.DEFAULT))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void cutOrDamagedCompression_isMalformed() throws IOException {
    byte[] longText = "T0|w(x)\nT1|r(x)\n".repeat(1000).getBytes(UTF_8);
    for (byte[] compressed : List.of(gzip(longText), zstd(longText))) {
      byte[] cut = Arrays.copyOf(compressed, compressed.length - 9);
      byte[] damaged = compressed.clone();
      Arrays.fill(damaged, 8, damaged.length - 4, (byte) 0x55);

      assertMalformed(cut, "data is damaged");
      assertMalformed(damaged, "data is damaged");
    }
  }

  @Test
  void cutCompressionOfACdtFile_isALoss() throws IOException {
    byte[] whole = gzip(CDT);
    byte[] cut = Arrays.copyOf(whole, whole.length - 9);
    try (TraceFile trace =
        TraceFormats.open(
            new ByteArrayInputStream(cut),
            "test",
            Optional.of(TraceFormats.CDT),
            ReadOptions.DEFAULT)) {
      trace.replay(new Trace(trace.symbols()));

      assertThat(trace.loss()).hasValueSatisfying(loss -> assertThat(loss).contains("gzip"));
    }
  }

  @Test
  void readError_isNotMalformed() {
    for (byte[] content : List.of(STD, gzip(STD), zstd(STD), CDT)) {
      InputStream failing = new FailingStream(content, content.length - 3);

      assertThatThrownBy(
              () -> {
                try (TraceFile trace =
                    TraceFormats.open(failing, "test", Optional.empty(), ReadOptions.DEFAULT)) {
                  trace.replay(new Trace(trace.symbols()));
                }
              })
          .isExactlyInstanceOf(IOException.class)
          .hasMessage("connection lost");
    }
  }

  @Test
  void progress_isCountedInBytesOfTheFile() throws IOException {
    byte[] stored = gzip("T0|w(x)\n".repeat(10_000).getBytes(UTF_8));
    Path file = file("a.std.gz", stored);
    try (TraceFile trace = TraceFormats.open(file, ReadOptions.DEFAULT)) {
      assertThat(trace.size()).isEqualTo(stored.length);

      trace.replay(new Trace(trace.symbols()));

      assertThat(trace.bytesRead()).isEqualTo(stored.length);
    }
  }

  @Test
  void streamOfUnknownSize_saysSo() throws IOException {
    try (TraceFile trace =
        TraceFormats.open(
            new ByteArrayInputStream(STD), "test", Optional.empty(), ReadOptions.DEFAULT)) {
      assertThat(trace.size()).isEqualTo(-1);
    }
  }

  private static void assertMalformed(byte[] content, String problem) {
    assertThatThrownBy(() -> Traces.read(TraceFormats.STD, content))
        .isInstanceOf(MalformedTraceException.class)
        .hasMessageContaining(problem);
  }

  private static String format(byte[] content) throws IOException {
    try (TraceFile trace =
        TraceFormats.open(
            new ByteArrayInputStream(content), "test", Optional.empty(), ReadOptions.DEFAULT)) {
      return trace.format().name();
    }
  }

  private static List<String> read(Path file) throws IOException {
    try (TraceFile trace = TraceFormats.open(file, ReadOptions.DEFAULT)) {
      Trace read = new Trace(trace.symbols());
      trace.replay(read);
      return Traces.events(read);
    }
  }

  private Path file(String name, byte[] content) throws IOException {
    return Files.write(directory.resolve(name), content);
  }

  private static byte[] gzip(byte[] content) {
    return compress(content, GZIPOutputStream::new);
  }

  private static byte[] zstd(byte[] content) {
    return compress(content, ZstdOutputStream::new);
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

  /** Gives some bytes and then fails. */
  private static final class FailingStream extends InputStream {
    private final byte[] content;
    private final int good;
    private int at;

    FailingStream(byte[] content, int good) {
      this.content = content;
      this.good = good;
    }

    @Override
    public int read() throws IOException {
      if (at == good) {
        throw new IOException("connection lost");
      }
      return content[at++] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      target[offset] = (byte) read();
      return 1;
    }
  }
}
